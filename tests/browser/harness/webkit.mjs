import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const START_MS = 20_000;
const ELEMENTS = '/usr/lib';

/** WebKitGTK: its driver in a virtual screen, spoken to in W3C WebDriver by fetch. */
export async function startWebKit({ colorScheme, reducedMotion }) {
  const folder = mkdtempSync(join(tmpdir(), 'attn-webkit-'));
  writeGtkSettings(folder, reducedMotion);
  const port = await freePort();
  const driver = spawn(
    'xvfb-run',
    // Two that start at once would both take the first screen that is free.
    [
      '-a',
      '-n',
      String(100 + (process.pid % 900)),
      '-s',
      '-screen 0 2600x1600x24',
      'WebKitWebDriver',
      `--port=${port}`,
    ],
    {
      env: {
        ...process.env,
        LIBGL_ALWAYS_SOFTWARE: '1',
        // Else it gives some tiles to the processor and some to OpenGL, by chance, whose letters
        // differ; here OpenGL is the slower one.
        WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
        XDG_CONFIG_HOME: folder,
        GTK_THEME: colorScheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
      },
      stdio: 'ignore',
      detached: true,
    },
  );
  const send = sender(`http://127.0.0.1:${port}`);
  await until(() => send('GET', '/status').then((status) => status.ready));
  const session = await startSession(send);
  return {
    open: ({ viewport }) => openPage(session, viewport),
    close: async () => {
      await session('DELETE', '');
      process.kill(-driver.pid);
      await new Promise((resolve) => driver.once('close', resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stillness is a wish of the desktop: GTK reads it from a file. */
function writeGtkSettings(folder, reducedMotion) {
  const settings = `[Settings]\ngtk-enable-animations=${reducedMotion ? 0 : 1}\n`;
  mkdirSync(join(folder, 'gtk-3.0'));
  writeFileSync(join(folder, 'gtk-3.0', 'settings.ini'), settings);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** A WebDriver command: the answer's value, or its error thrown. */
function sender(address) {
  return async (method, path, body) => {
    const init = method === 'POST' ? { method, body: JSON.stringify(body ?? {}) } : { method };
    const response = await fetch(address + path, init);
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
}

async function until(check) {
  const end = Date.now() + START_MS;
  while (!(await check().catch(() => false))) {
    if (Date.now() > end) throw new Error('WebKitWebDriver did not start');
    await delay(50);
  }
}

/** The driver knows one session at a time, and a new one costs seconds: all pages share it. */
async function startSession(send) {
  const browser = { binary: miniBrowser(), args: ['--automation'] };
  const { sessionId } = await send('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } },
  });
  return (method, path, body) => send(method, `/session/${sessionId}${path}`, body);
}

async function openPage(session, { width, height }) {
  const page = new WebKitDriver(session);
  await page.setViewport(width, height);
  return page;
}

function miniBrowser() {
  const folders = readdirSync(ELEMENTS).map((name) => join(ELEMENTS, name));
  const candidates = [...folders, '/usr/libexec'].map((folder) =>
    join(folder, 'webkit2gtk-4.1/MiniBrowser'),
  );
  const found = candidates.find((path) => existsSync(path));
  if (!found)
    throw new Error('MiniBrowser of WebKitGTK is not installed; make test-browsers installs it');
  return found;
}

const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};

class WebKitDriver {
  browser = 'webkit';

  #heard = [];

  constructor(send) {
    this.send = send;
  }

  /** What console-witness.js heard, which the harness's server puts into each page. */
  async messages() {
    this.#heard.push(...(await this.evaluate('window.__heard?.splice(0) ?? []')));
    return this.#heard;
  }

  async goto(url) {
    await this.messages();
    return this.send('POST', '/url', { url });
  }

  async evaluate(source) {
    // The source is part of the script, not evaluated by it: a strict policy forbids that.
    const script = `
      const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${source})).then(
        (value) => done({ value: value === undefined ? null : value }),
        (error) => done({ error: String(error) + '\\n' + error.stack }));`;
    const { value, error } = await this.send('POST', '/execute/async', { script, args: [] });
    if (error) throw new Error(error);
    return value;
  }

  #act(type, actions, parameters) {
    const source = {
      type,
      id: `the ${type} ${parameters?.pointerType ?? ''}`,
      actions,
      parameters,
    };
    return this.send('POST', '/actions', { actions: [source] });
  }

  #mouse(action) {
    return this.#act('pointer', [action], { pointerType: 'mouse' });
  }

  move(x, y) {
    return this.#mouse({
      type: 'pointerMove',
      duration: 0,
      x: Math.round(x),
      y: Math.round(y),
      origin: 'viewport',
    });
  }

  down() {
    return this.#mouse({ type: 'pointerDown', button: 0 });
  }

  up() {
    return this.#mouse({ type: 'pointerUp', button: 0 });
  }

  tap(x, y) {
    const place = { x: Math.round(x), y: Math.round(y), origin: 'viewport' };
    const actions = [
      { type: 'pointerMove', duration: 0, ...place },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    return this.#act('pointer', actions, { pointerType: 'touch' });
  }

  press(chord) {
    const keys = chord.split(/\+(?=.)/).map((key) => KEYS[key] ?? key);
    const down = keys.map((value) => ({ type: 'keyDown', value }));
    const up = [...keys].reverse().map((value) => ({ type: 'keyUp', value }));
    return this.#act('key', [...down, ...up]);
  }

  type(text) {
    const strokes = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    return this.#act('key', strokes);
  }

  /** Sizes the window so that the page inside it has the size asked for. */
  async setViewport(width, height) {
    const rect = await this.send('POST', '/window/rect', { width, height });
    const [inner, outer] = await this.evaluate('[innerWidth, innerHeight]');
    if (inner === width && outer === height) return rect;
    const frame = { width: rect.width - inner, height: rect.height - outer };
    return this.send('POST', '/window/rect', {
      width: width + frame.width,
      height: height + frame.height,
    });
  }

  async screenshot(path) {
    const png = Buffer.from(await this.send('GET', '/screenshot'), 'base64');
    if (path) writeFileSync(path, png);
    return png;
  }

  /** Leaves nothing for the page that comes next in this session. */
  async close() {
    const forget = () => {
      try {
        localStorage.clear();
        sessionStorage.clear();
      } catch {
        // a page without storage
      }
    };
    await this.send('DELETE', '/actions');
    await this.evaluate(`(${forget})()`);
    await this.goto('about:blank');
  }
}
