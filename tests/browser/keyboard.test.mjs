// Each figure, operated by keys alone: every stop, every control, every cell, every draggable.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIGURES } from './harness/figures.mjs';
import { inBrowsers } from './harness/index.mjs';
import { installWitness } from './harness/keyboard-witness.mjs';

const MANY = 120;

/** What a key does to each kind of control, told from what it holds now. */
const OPERATE = {
  radio: () => ['ArrowDown'],
  checkbox: () => ['Space'],
  range: ({ isAtEnd }) => [isAtEnd ? 'ArrowLeft' : 'ArrowRight'],
  number: ({ isAtEnd }) => [isAtEnd ? 'ArrowDown' : 'ArrowUp'],
  text: () => ['Control+A', '3', 'Enter'],
  textarea: () => ['Control+End', 'Space', 'a'],
  // The last of the rules is the one by which cells can be pressed.
  'select-one': ({ isLast }) => (isLast ? ['ArrowUp', 'End'] : ['End']),
  select: ({ isLast }) => (isLast ? ['ArrowUp', 'End'] : ['End']),
  button: () => ['Enter'],
  switch: () => ['Space'],
  slider: () => ['ArrowRight', 'ArrowUp'],
  gridcell: () => ['Control+Home', 'ArrowRight', 'ArrowDown', 'Enter'],
};
/** A radio of the picture may be the last one already, and a row that is moved too. */
const IN_PICTURE = {
  radio: ['End', 'Home', 'ArrowRight', 'ArrowDown'],
  button: ['Shift+ArrowRight', 'Shift+ArrowLeft', 'Alt+ArrowRight', 'Home', 'End', 'ArrowRight'],
};

/** Where every cell of the figure as it starts would take minutes. */
const SMALLER = { 'attn-positional': 'd=8&channels=0,2,4' };

const focused = (page) => page.evaluate(() => globalThis.keyboard.describe());
const stateOf = (page) => page.evaluate(() => globalThis.keyboard.state());

async function openFigure(open, name) {
  const page = await open(`embed.html#${name}?${SMALLER[name] ?? ''}`);
  await page.waitForText(`${name} >>> .summary`, /\d/);
  await page.evaluate(installWitness, name);
  await page.waitFor(() => globalThis.keyboard.isAtRest(), 'work in the background never ended');
  return page;
}

/** Tabs through the page once and calls `visit` at each stop; the stops, in order. */
async function tabThrough(page, visit = async () => {}) {
  const stops = [];
  for (let i = 0; i < MANY; i++) {
    await page.press('Tab');
    const stop = await focused(page);
    if (!stop) return stops;
    if (stops.some(({ number }) => number === stop.number)) return stops;
    stops.push(stop);
    await visit(stop);
  }
  assert.fail(`no end after ${MANY} stops: a focus trap`);
}

/** Presses what changes this stop. */
async function operate(page, stop, compare) {
  const keys = (stop.isPicture && IN_PICTURE[stop.kind]) || OPERATE[stop.kind]?.(stop) || [];
  for (const key of keys) {
    await page.press(key);
    await compare();
  }
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

inBrowsers('keyboard', { only: ['chromium'] }, ({ open }) => {
  for (const name of FIGURES) {
    test(`${name}: Tab comes to everything once, arrows to every cell, and keys change all there is`, async () => {
      const page = await openFigure(open, name);
      await checkStops(page);
      await checkPicture(page);
      await checkChanges(page, name);
    });
  }
});

/** Tab comes to everything once, shows where it is, and leads out again. */
async function checkStops(page) {
  const expected = await page.evaluate(() => globalThis.keyboard.expected());
  const stops = await tabThrough(page);
  assert.deepEqual(
    stops.map(({ kind, name }) => `${kind} ${name}`),
    expected,
  );
  const unseen = stops.filter(({ isMarked }) => !isMarked);
  assert.deepEqual(unseen, [], 'the focus is seen');
  const unnamed = stops.filter(({ name }) => name === '');
  assert.deepEqual(unnamed, [], 'everything has a name');
}

async function checkPicture(page) {
  await tabThrough(page, async (stop) => {
    if (!stop.isPicture) return;
    await page.evaluate(() => globalThis.keyboard.places());
    if (stop.kind === 'slider') await checkSlider(page, stop);
    else if (stop.kind === 'gridcell') await checkGrid(page, stop);
    else await checkLine(page, stop);
  });
}

/** What the page around gives, and no control. */
const GIVEN = { 'attn-pattern': ['scores'], 'attn-heads': ['scores'] };

/** Whatever the state of the figure holds can be changed by keys. */
async function checkChanges(page, name) {
  let before = await stateOf(page);
  const missing = new Set(Object.keys(before).filter((key) => !GIVEN[name]?.includes(key)));
  const compare = async () => {
    const after = await stateOf(page);
    for (const key of [...missing]) if (!same(after[key], before[key])) missing.delete(key);
    before = after;
  };
  // What one control switches on is met in the second round.
  for (let round = 0; round < 2 && missing.size > 0; round++)
    await tabThrough(page, async (stop) => {
      await compare();
      if (stop.name === 'Reset' || stop.isPanel || missing.size === 0) return;
      await operate(page, stop, compare);
    });
  assert.deepEqual([...missing], [], 'no key changes these');
}

/** Shift takes coarser steps than none. */
async function checkSlider(page, { name, said }) {
  const moved = async (key) => {
    const before = Number((await focused(page)).now);
    await page.press(key);
    return Number((await focused(page)).now) - before;
  };
  const fine = await moved('ArrowRight');
  const back = await moved('ArrowLeft');
  assert.ok(fine !== 0 || back !== 0, `${name} does not move from ${said}`);
  assert.ok(Math.abs(fine + back) < 1e-6, `${name}: ${fine} there, ${back} back`);
  const way = fine > 0 ? 'Shift+ArrowRight' : 'Shift+ArrowLeft';
  const coarse = Math.abs(await moved(way));
  assert.ok(coarse > Math.abs(fine) * 1.5, `${name}: ${coarse} with Shift, ${fine} without`);
}

/** Presses raw keys, quickly, and returns the places they led to. */
async function led(page, keys) {
  for (const key of keys) await page.driver.press(key);
  return page.evaluate(() => globalThis.keyboard.places());
}

const times = (count, key) => Array.from({ length: count }, () => key);

async function checkGrid(page, { group, rows, columns }) {
  const at = async (key) => (await led(page, [key])).at(-1);
  assert.equal(await at('Control+End'), `${rows}:${columns}`, `${group}: Ctrl+End`);
  assert.equal(await at('Control+Home'), '1:1', `${group}: Ctrl+Home`);
  if (columns > 1) assert.equal(await at('End'), `1:${columns}`, `${group}: End`);
  if (columns > 1) assert.equal(await at('Home'), '1:1', `${group}: Home`);
  const seen = new Set(['1:1']);
  for (let row = 1; row <= rows; row++) {
    const across = times(columns - 1, row % 2 ? 'ArrowRight' : 'ArrowLeft');
    const keys = row > 1 ? ['ArrowDown', ...across] : across;
    for (const place of await led(page, keys)) seen.add(place);
  }
  assert.equal(seen.size, rows * columns, `${group}: cells reached`);
}

/** A row or a column of things: chips, bars, parts of a diagram. */
async function checkLine(page, { group, members, kind }) {
  const seen = new Set(await led(page, ['Control+End', 'Control+Home']));
  assert.ok(seen.has('1'), `${group}: Ctrl+Home leads to ${[...seen]}`);
  assert.ok(seen.has(String(members)), `${group}: Ctrl+End leads to ${[...seen]}`);
  for (const place of await led(page, times(members, 'ArrowRight'))) seen.add(place);
  await led(page, ['Control+Home']);
  for (const place of await led(page, times(members, 'ArrowDown'))) seen.add(place);
  assert.equal(seen.size, members, `${group}: ${kind}s reached: ${[...seen]}`);
}
