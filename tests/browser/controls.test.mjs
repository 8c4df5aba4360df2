// What all figures' controls have in common: coarse steps, phones, and why one has no effect.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers } from './harness/index.mjs';

/** Figures with sliders of even steps: the slider's parameter, and how far Shift moves it. */
const SLIDERS = {
  'attn-temperature': ['temperature', 0.1],
  'attn-positional': ['t', 10],
  'attn-rope': ['i', 10],
  'attn-block': ['blocks', 10],
  'attn-kv-cache': ['step', 10],
  'attn-tiling': ['tileQ', 10],
  'attn-kv-sharing': ['kvHeads', 10],
};
const LOCKED = {
  'attn-temperature': 'temperature',
  'attn-scaling': 'head-dim',
  'attn-pattern': 'mask',
  'attn-heads': 'seed',
  'attn-block': 'activation',
  'attn-kv-cache': 'text',
  'attn-lookup': 'query',
  'attn-kv-sharing': 'kv-heads',
};

async function show(page, link) {
  const [name] = link.split('?');
  await page.evaluate((to) => void (location.hash = to), link);
  await page.waitForText(`${name} >>> .summary`, /\d/);
  return name;
}

/** Where label, slider and number of each slider stand, and the edges of what holds them. */
function rangesIn(name) {
  const root = document.querySelector(name).shadowRoot;
  const box = (e) => e.getBoundingClientRect();
  return [...root.querySelectorAll('.range')].map((range) => {
    const [label, slider] = ['.label', '[type="range"]'].map((one) =>
      box(range.querySelector(one)),
    );
    const number = range.querySelector('.number');
    return {
      isAbove: label.bottom <= slider.top + 1,
      isBeside: !number || Math.abs(box(number).bottom - slider.bottom) < 8,
      isWide: slider.width >= 100,
      isInside: range.scrollWidth <= range.clientWidth,
    };
  });
}

inBrowsers('controls', {}, ({ open }) => {
  test('an arrow key with Shift moves every slider by ten of its steps', async () => {
    const page = await open('embed.html');
    for (const [name, [key, by]] of Object.entries(SLIDERS)) {
      await show(page, name);
      const slider = `${name} >>> [data-control="${key}"] [type="range"]`;
      await page.focus(slider);
      const [before, max] = await page.on(slider, (e) => [Number(e.value), Number(e.max)]);
      await page.press('Shift+ArrowRight');
      const after = Number(await page.value(slider));
      assert.ok(
        Math.abs(after - Math.min(max, before + by)) < 1e-9,
        `${name}: ${before}, ${after}`,
      );
      await page.press('Shift+ArrowLeft');
      assert.ok(Math.abs((await page.value(slider)) - Math.max(0, after - by)) <= 1, name);
    }
  });

  test('on phones the label of a slider stands above it and its number beside it', async () => {
    const page = await open('embed.html', { viewport: { width: 320, height: 640 } });
    const figures = ['attn-temperature', 'attn-scaling', 'attn-complexity', 'attn-tiling'];
    for (const link of [
      ...figures,
      'attn-kv-sharing',
      'attn-rope?lang=ar',
      'attn-scaling?lang=ja',
    ]) {
      const name = await show(page, link);
      const ranges = await page.evaluate(rangesIn, name);
      assert.ok(ranges.length > 0, link);
      for (const range of ranges)
        assert.deepEqual(
          range,
          { isAbove: true, isBeside: true, isWide: true, isInside: true },
          link,
        );
    }
  });

  test('a control that the page locks says so, and of a figure locked whole it is said once', async () => {
    const page = await open('embed.html');
    for (const [name, attribute] of Object.entries(LOCKED)) {
      await show(page, `${name}?controls=${attribute}:locked`);
      await page.waitForText(`${name} >>> .controls`, '(set by the page)');
      await show(page, `${name}?controls=locked`);
      await page.waitFor(
        `document.querySelector('${name}').shadowRoot.querySelectorAll('.controls :disabled').length > 1`,
      );
      const said = await page.text(`${name} >>> .controls`);
      assert.equal(said.split('(set by the page)').length, 2, `${name}: ${said}`);
    }
  });

  test('who moves in the picture what the page locks is told why it stays', async () => {
    const page = await open('embed.html#attn-pattern?controls=query:locked');
    await page.waitForText('attn-pattern >>> .summary', 'ball');
    await page.click('attn-pattern >>> [data-strip]', { text: 'robot' });
    await page.waitForText('attn-pattern >>> .notice', '“Query” is set by the page.');
    assert.match(await page.text('attn-pattern >>> .summary'), /^“it”/);
  });

  test('attn-alignment says what its value and its buttons for keys need', async () => {
    const page = await open('embed.html#attn-alignment?selected=0');
    const said = () =>
      page.on('attn-alignment', ({ shadowRoot }) =>
        [...shadowRoot.querySelectorAll('.needs')]
          .filter((e) => getComputedStyle(e).visibility === 'visible')
          .map((e) => e.textContent.trim()),
      );
    await page.waitForText('attn-alignment >>> .summary', '%');
    assert.deepEqual(await said(), ['(choose a key)']);
    const remove = () => page.click('attn-alignment >>> [data-action="remove"]');
    await page.set('attn-alignment >>> select', '4');
    assert.deepEqual(await said(), []);
    for (let key = 4; key > 1; key--) await remove();
    assert.deepEqual(await said(), ['(one key stays)']);
    for (let key = 1; key < 6; key++) await page.click('attn-alignment >>> [data-action="add"]');
    assert.deepEqual(await said(), ['(no more keys)']);
  });

  /** All that the figure's live regions say while `act` runs and until they are at rest. */
  async function heard(page, name, act) {
    await page.on(name, ({ shadowRoot }) => {
      globalThis.heard = [];
      globalThis.witness?.disconnect();
      globalThis.witness = new MutationObserver((all) => {
        for (const { target } of all) {
          const live = (target.closest ? target : target.parentElement)?.closest('[role=status], [role=alert], [aria-live]'); // prettier-ignore
          if (live) globalThis.heard.push(live.textContent.trim());
        }
      });
      globalThis.witness.observe(shadowRoot, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await act();
    await page.waitFor(() => globalThis.heard.length > 0, `${name} says nothing`);
    return page.evaluate(() => [...new Set(globalThis.heard)]);
  }

  /** Keys as a held one sends them, in one go, so that no slow machine makes a pause of it. */
  const hold = (page, selector, key, times) =>
    page.on(
      selector,
      (field, pressed, count) => {
        const event = { key: pressed, bubbles: true, composed: true, cancelable: true };
        for (let i = 0; i < count; i++) field.dispatchEvent(new KeyboardEvent('keydown', event));
      },
      {},
      key,
      times,
    );

  test('what a field changes apart from the summary is said, and once while its key is held', async () => {
    const page = await open('embed.html');
    const SAID = {
      'attn-block dModel': /^8 heads do not divide 505 channels\. activated/,
      'attn-heads nHeads': /1 heads of 512 channels/,
      'attn-complexity k': /^convolutional \D+² 335,544,320 1 1 log n \/ log k \d$/,
      'attn-kv-cache layers': /× 5 layers|2 × 5/,
      'attn-tiling countTokens': /^read /,
    };
    for (const [place, expected] of Object.entries(SAID)) {
      const [name, key] = place.split(' ');
      await show(page, name);
      const field = `${name} >>> [data-field="${key}"]`;
      const said = await heard(page, name, () =>
        hold(page, field, key === 'k' ? 'ArrowUp' : 'ArrowDown', 7),
      );
      assert.equal(said.length, 1, `${place}: ${said.join(' | ')}`);
      assert.match(said[0], expected, place);
    }
  });

  test('how the engine was checked is shown by a press, for those without a pointer too', async () => {
    const page = await open('embed.html#attn-pattern');
    await page.click('attn-pattern >>> .badge', { text: 'checked' });
    await page.waitForText('attn-pattern >>> .panel', /known answers .* largest error/);
    assert.equal(await page.attribute('attn-pattern >>> .badge', 'aria-expanded'), 'true');
    const action = await page.on(
      'attn-pattern >>> .figure',
      (e) => getComputedStyle(e).touchAction,
    );
    assert.equal(action, 'manipulation');
  });

  test('Keys says what the keys of this figure do, in its language', async () => {
    const page = await open('embed.html#attn-scaling');
    await page.click('attn-scaling >>> [data-panel="keys"]');
    const said = await page.waitForText('attn-scaling >>> .panel', /d_k one by one.*ten steps/);
    assert.doesNotMatch(said, /matrix/);
    await page.on('attn-scaling', (figure) => figure.setAttribute('lang', 'ja'));
    await page.waitForText('attn-scaling >>> .panel', /矢印キー/);
  });

  test('on a phone a figure is as high whatever its switches say', async () => {
    const changes = {
      'attn-pattern': [{ mask: 'causal' }],
      'attn-temperature': [{ temperature: 0 }, { temperature: 20 }],
      'attn-heads': [{ heads: 'one' }, { rule: 'content' }, { dModel: 1 }],
      'attn-block': [{ order: 'post' }, { blocks: 1 }],
    };
    const page = await open('embed.html', { viewport: { width: 390, height: 800 } });
    const heightIn = (figure, state) => {
      figure.reset();
      if (state) figure.change(state);
      figure.catchUp();
      return figure.getBoundingClientRect().height;
    };
    for (const [name, states] of Object.entries(changes)) {
      await page.evaluate((hash) => (location.hash = hash), name);
      await page.waitForText(`${name} >>> .summary`, /\d/);
      const height = await page.on(name, heightIn, {}, null);
      for (const state of states) {
        const grown = (await page.on(name, heightIn, {}, state)) - height;
        assert.ok(Math.abs(grown) < 2, `${name} ${JSON.stringify(state)}: ${grown} pixels`);
      }
    }
  });
});
