// A walk through each figure as a screen reader has it: Chromium's accessibility tree.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBrowsers } from './harness/index.mjs';

/** What each figure must say, in this order; the rest may stand between. */
const WALK = {
  'attn-lookup': [
    'radio west to east, checked',
    'spinbutton Query, x = 1.2',
    'image Map of the hard lookup: four flat regions',
    'slider Query = 1.2',
    'image Both answers along a line through the query',
    'image The blend: a line of values',
  ],
  'attn-pipeline': [
    'textbox Sentence = the robot picked up the ball',
    'radio No mask, checked',
    'radiogroup The stages of the formula',
    'radio X, 10 × 8',
    'grid queries Q',
    'columnheader “channel 0”: largest at',
    'rowheader “the (0)”: largest at “channel',
    'gridcell the (0), channel 0: −0.55',
    'gridcell “heavy” and “heavy”: −0.05',
  ],
  'attn-pattern': [
    'radio Causal mask',
    'switch The wrong way: set to zero after the softmax (needs a mask)',
    'image Arcs from “it” to the tokens it looks at',
    'radiogroup Query token',
    'radio it, checked',
    'switch “it” to “ball”: 48.7 %; press to hide this key, checked',
    'grid Weights: one row a query, one column a key',
    'columnheader “because”: “the (0)”, “the (4)” share the most, 4.6 % each',
    'rowheader “it” looks most at “ball”, 48.7 %, then “heavy”',
    'gridcell “it” to “ball”: 48.7 %',
    'image Entropy of the row: 1.439 nats',
  ],
  'attn-temperature': [
    'slider Attention temperature T',
    'button 0.5',
    'slider score of “ball” = 3.4',
    'listitem “it” to “ball”: 48.7 %',
    'image The entropy rises from 0 at T = 0 to ln 10',
  ],
  'attn-scaling': [
    'slider Width of a head',
    'spinbutton Pairs = 4000',
    'image Histogram of q · k, undivided',
    'image Measured',
  ],
  'attn-alignment': [
    'button Two equal keys',
    'combobox Arrow = Key 2',
    'slider Key 1 = 0.8',
    'slider Query',
    'table Angle, length, dot product and weight of each key',
    'columnheader key',
    'rowheader 1',
    'image The output as a blend',
  ],
  'attn-heads': [
    'radio 3 heads, checked',
    'grid Weights of head A: one row a query',
    'columnheader “ball” is looked at most by “the (4)”, 50.7',
    'rowheader “it” looks most at “ball”',
    'gridcell head A, “it” to “ball”:',
    'list Weights of “it” in head A',
    'grid Weights of head C',
    'image The concatenated output of “it”',
    'spinbutton heads h = 8',
  ],
  'attn-seq2seq': [
    'combobox Sentence = the robot',
    'radio attention, checked',
    'button Forward',
    'image Source sentence: the robot picked up',
    'radio Step 10, not written yet',
    'columnheader “the (0)” is looked at most by “der”, 99.8 %, then “den”',
    'rowheader “der” looks most at “the (0)”, 99.8 %, then “the (4)”',
    'gridcell “der” to “the (0)”: 99.8 %, the true place',
    'gridcell Step 10, “heavy”: not written yet',
  ],
  'attn-complexity': [
    'slider tokens n',
    'spinbutton tokens n = 128',
    'image Operations over n for four kinds of layers',
    'region Costs of one layer',
    'columnheader operations',
    'rowheader self-attention',
    'cell 8,388,608',
  ],
  'attn-order': [
    'combobox Positions = none',
    'group first order → output',
    'grid The outputs in the first order',
    'columnheader “channel 0”: largest at “robot”, 1.11, then “picked”',
    'rowheader “robot”: largest at “channel 0”, 1.11, then “channel 3”',
    'gridcell robot, channel 0: 1.11',
    'button ball, place 1 of the copy',
    'grid The outputs in the shuffled order',
    'gridcell robot, channel 0: 1.11',
  ],
  'attn-positional': [
    'textbox Sentence = the robot',
    'combobox channels d = 64',
    'slider position t = 7',
    'grid Sinusoids: narrow stripes in the low channels',
    'columnheader “position 7, it”:',
    'rowheader “channel 0”: largest at “position 33”, 1.00, then “position 58”',
    'gridcell channel 0, position 7, it: 0.66',
    'slider Channel of curve 2 = 10',
    'grid A learned table: random numbers up to position 47',
    'columnheader position 48',
    'gridcell channel 0, position 7, it: 0.77',
  ],
  'attn-rope': [
    'radio interleaved, checked',
    'slider query at = 7',
    'image The chosen pair as two arrows',
    'radiogroup All pairs, fast to slow',
    'table Scores as set, both shifted',
    'rowheader as set',
    'table Five ways under two tests',
  ],
  'attn-block': [
    'textbox Sentence = the robot',
    'radio pre-LN, checked',
    'radio activated, checked',
    'grid activated, 10 × 32',
    'columnheader “channel 4”: largest at “robot”, 0.25',
    'rowheader “it”: largest at “channel 13”, 1.81, then “channel 11”',
    'gridcell it, channel 13: 1.81, selected',
    'slider Blocks = 24',
    'switch cross-attention',
    'rowheader attention',
  ],
  'attn-architectures': [
    'radiogroup The attentions of both machines',
    'radio Self-attention of the encoder',
    'grid Weights, 7 queries by 6 keys',
    'columnheader “picked” is looked at most by “‹start›”, 45.2 %, then “Roboter”',
    'rowheader “Ball” looks most at “up”, 51.7 %, then “the (0)”',
    'gridcell “Ball” reads “ball”: 1.2 %, selected',
  ],
  'attn-kv-cache': [
    'slider Step = 10',
    'group Step 10 without a cache: queries, keys and values of 10 tokens',
    'grid query, key, value',
    'rowheader key',
    'grid scores',
    'columnheader the (0)',
    'gridcell the (0), the (0): computed now',
    'group Step 10 with the cache',
    'gridcell query, the (0): not there',
    'gridcell the (0), the (0): kept, or done before',
    'group What a cache takes',
    'combobox Model = GPT-2 small',
    'spinbutton KV heads = 12',
  ],
  'attn-kv-sharing': [
    'slider KV heads',
    'image Query heads 0 to 3 read KV head 0',
    'list Cache of ten tokens, 16 bits',
    'listitem 8 · MHA: 1,280 bytes',
    'list Outputs move by',
  ],
  'attn-tiling': [
    'slider Queries a tile = 5',
    'switch Causal mask',
    'grid Values: three channels for each key',
    'gridcell channel 0, the (0): 1.0',
    'radio the (0)',
    'grid The grid of the weights, which is never stored; tile 4 of 4 is in hand.',
    'columnheader “because”:',
    'rowheader “it” looks most at “ball”, 48.7 %',
    'gridcell it, ball: 1.00',
    'grid output, tiled',
    'gridcell it, channel 0: −0.30',
    'grid output, plain',
    'button Back',
    'table Numbers to and from slow memory',
  ],
};

const FOOTER = ['Numbers', 'Link', 'Keys', 'Reset', 'Download'];
/** Without a name these say nothing to who cannot see them. */
const NAMED =
  /^(button|slider|spinbutton|radio|switch|checkbox|textbox|combobox|gridcell|grid|radiogroup|image|list|region)$/;
/** Without a value neither. */
const VALUED = /^(slider|spinbutton|combobox)$/;

inBrowsers('the accessibility tree', { only: ['chromium'] }, ({ open }) => {
  for (const [name, walk] of Object.entries(WALK)) {
    test(`${name} says its parts, their values and states`, async () => {
      const page = await open(`embed.html#${name}`);
      await page.waitForText(`${name} >>> .summary`, /\d/);
      await page.waitFor(`document.querySelector('${name}').work.isSettled`);
      const nodes = await page.driver.accessibilityTree();
      const lines = nodes.map(spoken);
      const title = await page.text(`${name} >>> h3`);
      assert.equal(lines[0], `group ${title}`);
      for (const { role, name: said, value } of nodes) {
        assert.ok(said || !NAMED.test(role), `a ${role} has a name`);
        assert.ok(String(value) !== '' || !VALUED.test(role), `${role} ${said} has a value`);
      }
      const rest = FOOTER.map((label) => `button ${label}`);
      assertInOrder(lines, [`heading ${title}`, ...walk, 'status', ...rest]);
    });
  }

  test('matrices of long sentences say their rows and columns, too', async () => {
    const text = Array.from({ length: 24 }, (_, i) => `w${i}`).join('+');
    for (const name of ['attn-pattern', 'attn-heads']) {
      const page = await open(`embed.html#${name}?text=${text}&rule=previous`);
      await page.waitForText(`${name} >>> .summary`, 'w7');
      const lines = (await page.driver.accessibilityTree()).map(spoken);
      const saying = (what) => lines.filter((line) => what.test(line)).length;
      assert.ok(saying(/^rowheader “w(\d+)” looks most at “w\d+”, [\d.]+ %/) >= 22, name);
      assert.ok(saying(/^columnheader “w(\d+)” is looked at most by “w\d+”, [\d.]+ %/) >= 22, name);
    }
  });

  test('attn-pattern names masked cells, and says once, after a pause, what a change did', async () => {
    const page = await open('embed.html#attn-pattern');
    await page.waitForText('attn-pattern >>> .summary', '48.7');
    await page.on('attn-pattern >>> .spoken', (region) => {
      globalThis.said = [];
      new MutationObserver(() => globalThis.said.push(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    // In one go, so that no slow machine makes a pause of it.
    await page.on('attn-pattern', (figure) => {
      for (let step = 0; step < 4; step++) {
        const chip = figure.shadowRoot.querySelector('[data-strip][tabindex="0"]');
        const event = { key: 'ArrowLeft', bubbles: true, composed: true };
        chip.dispatchEvent(new KeyboardEvent('keydown', event));
      }
      figure.shadowRoot.querySelector('input[type="radio"]:not(:checked)').click();
    });
    await page.waitFor(() => globalThis.said.length > 0);
    const [first, ...more] = await page.evaluate(() => globalThis.said);
    assert.match(first, /^“up” looks most at picked \(87\.0.%\)/);
    assert.deepEqual(more, []);
    const lines = (await page.driver.accessibilityTree()).map(spoken);
    assert.ok(lines.includes('gridcell “it” to “heavy”: masked'));
    assert.ok(lines.some((line) => line.startsWith('switch “up” to “heavy”: masked')));
  });
});

function spoken({ role, name, value, states }) {
  const now = value === '' ? '' : ` = ${typeof value === 'number' ? shortest(value) : value}`;
  const line = `${role} ${name}`.trim() + now + states.map((state) => `, ${state}`).join('');
  return line.replace(/\s+/g, ' ');
}

/** Chromium holds values of sliders as float32. */
const shortest = (value) => Number(value.toPrecision(7));

function assertInOrder(lines, expected) {
  let at = 0;
  for (const line of expected) {
    const found = lines.findIndex((said, i) => i >= at && said.startsWith(line));
    assert.ok(
      found >= 0,
      `"${line}" is not said after "${lines[at - 1]}":\n${lines.slice(at, at + 30).join('\n')}`,
    );
    at = found + 1;
  }
}
