import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
  const log = join(folder, 'console.log');
  const binary = writeLoggingBrowser(folder, log);
  const port = await freePort();
  const driver = spawn(
    'xvfb-run',
    ['-a', '-s', '-screen 0 2600x1600x24', 'WebKitWebDriver', `--port=${port}`],
    {
      env: {
        ...process.env,
        LIBGL_ALWAYS_SOFTWARE: '1',
        XDG_CONFIG_HOME: folder,
        GTK_THEME: colorScheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
      },
      stdio: 'ignore',
      detached: true,
    },
  );
  const send = sender(`http://127.0.0.1:${port}`);
  await until(() => send('GET', '/status').then((status) => status.ready));
  return {
    open: (surroundings) => openPage(send, { binary, log }, surroundings),
    close: async () => {
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

/** MiniBrowser behind a script that keeps its output, which its driver would throw away. */
function writeLoggingBrowser(folder, log) {
  const script = join(folder, 'browser');
  writeFileSync(log, '');
  writeFileSync(script, `#!/bin/sh\nexec ${miniBrowser()} "$@" >>${log} 2>&1\n`, { mode: 0o755 });
  return script;
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

async function openPage(send, { binary, log }, { viewport }) {
  const { sessionId } = await send('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary,
          args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
        },
      },
    },
  });
  const page = new WebKitDriver(
    (method, path, body) => send(method, `/session/${sessionId}${path}`, body),
    log,
  );
  await page.setViewport(viewport.width, viewport.height);
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

  constructor(send, log) {
    this.send = send;
    this.log = log;
    this.before = readFileSync(log).length;
  }

  /** MiniBrowser writes them to its output: `CONSOLE JS ERROR text`. */
  get messages() {
    const output = readFileSync(this.log).subarray(this.before).toString();
    const found = output.matchAll(/^.*CONSOLE ((?:JS )?\w+) (.*)$/gm);
    return [...found].map(([, type, text]) => ({ type: type.toLowerCase(), text }));
  }

  goto(url) {
    return this.send('POST', '/url', { url });
  }

  async evaluate(source) {
    const script = `
      const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => eval(arguments[0])).then(
        (value) => done({ value: value === undefined ? null : value }),
        (error) => done({ error: String(error) + '\\n' + error.stack }));`;
    const { value, error } = await this.send('POST', '/execute/async', { script, args: [source] });
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

  close() {
    return this.send('DELETE', '');
  }
}
