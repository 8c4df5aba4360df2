/** The picture of attn-rope: a pair as arrows, the wheel of speeds, scores, slopes, tests. */
import { html, svg } from 'lit';
import { arrow, labelSpots, planeAt } from '../../draw/plane.js';
import { unmirrored } from '../../draw/direction.js';
import { px } from '../../draw/layout.js';
import { count, fixed, significant } from '../../model/format.js';
import { DIM, KINDS } from '../positions/attend.js';
import { TEST_SHIFT } from '../attn-rope.js';
import { slopeChart } from './slopes.js';
import { textTable } from './text-table.js';

/** @typedef {import('../attn-rope.js').AttnRope} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

const COLOURS = ['var(--c-query)', 'var(--c-key)'];

/** Where everything stands. @param {Layout} layout */
function placesOf({ width, narrow }) {
  if (narrow) {
    const dial = Math.min(250, width - 60);
    const below = 44 + dial + 64;
    const right = width - 18;
    return {
      dial: { x: (width - dial) / 2, y: 44, size: dial, left: 18 },
      wheel: { x: 18, y: below, width: width - 36 },
      scores: { x: 18, y: below + 176, right },
      slopes: { left: 60, right, top: below + 326, bottom: below + 426 },
      tests: { x: 18, y: below + 556, right },
      height: below + 664,
    };
  }
  const right = 306;
  const half = width / 2;
  return {
    dial: { x: 20, y: 44, size: 250, left: 20 },
    wheel: { x: right, y: 44, width: width - right - 20 },
    scores: { x: right, y: 236, right: width - 20 },
    slopes: { left: 62, right: half - 18, top: 384, bottom: 480 },
    tests: { x: half + 22, y: 406, right: width - 20 },
    height: 524,
  };
}

/** @param {Layout} layout */
export const ropeHeight = (layout) => placesOf(layout).height;

/** @param {Figure} figure @param {any} results @param {any} state @param {Layout} layout */
export function ropePicture(figure, results, state, layout) {
  const at = placesOf(layout);
  const { width } = layout;
  return html`<svg width=${width} height=${at.height} viewBox=${`0 0 ${width} ${at.height}`}>
    ${pairDial(figure, results, state, at.dial)} ${wheel(figure, results, state, at.wheel)}
    ${scoreTable(figure, results, state, at.scores)}
    ${slopeChart(figure, results.slopes, at.slopes)} ${testTable(figure, results.tests, at.tests)}
  </svg>`;
}

/** @param {number} x @param {number} y @param {string} text */
const heading = (x, y, text) =>
  svg`<text x=${x} y=${y} font-size="13.5" font-weight="600">${text}</text>`;

/** The chosen pair of q and k: as they are, dashed, and turned by their positions. */
/** @param {Figure} figure @param {any} results @param {any} state @param {{ x: number, y: number, size: number, left: number }} at */
function pairDial(figure, { vectors, scored }, state, at) {
  const { words } = figure;
  const channels = figure.channelsOf(state.pair);
  const point = (/** @type {Float32Array} */ data, /** @type {number} */ which) =>
    /** @type {[number, number]} */ ([
      data[which * DIM + channels[0]],
      data[which * DIM + channels[1]],
    ]);
  const reach = Math.max(...[0, 1].flatMap((which) => [Math.hypot(...point(vectors, which))]), 0.5);
  const plane = planeAt(at.x, at.y, at.size, reach * 1.25);
  const centre = [px(plane.toX(0)), px(plane.toY(0))];
  const { positions } = scored.both;
  const ends = [0, 1].map((which) => point(scored.both.y, which));
  const spots = labelSpots(plane, ends);
  return svg`${heading(at.left, at.y - 18, figure.plain(words.pairTitle, { a: channels[0], b: channels[1] }))}
    <g role="img" aria-label=${figure.plain(words.pairLabel, { i: positions[0], j: positions[1] })}>
    ${unmirrored(
      at.x,
      at.x + at.size,
      svg`${[0, 1].map((which) => svg`<circle cx=${centre[0]} cy=${centre[1]} r=${px(Math.hypot(...point(vectors, which)) * plane.unit)} fill="none" stroke=${COLOURS[which]} stroke-opacity="0.35"></circle>`)}
    ${[0, 1].map((which) => {
      const end = ends[which];
      const [x, y] = spots[which];
      return svg`<g data-term=${which === 0 ? 'query' : 'key'}>
        ${arrow(plane, point(vectors, which), { colour: COLOURS[which], width: 1.6, opacity: 0.55, dash: '4 3' })}
        ${arrow(plane, end, { colour: COLOURS[which], width: 3.2 })}
        <text x=${px(x)} y=${px(y + 5)} font-size="14" font-weight="650" text-anchor="middle" fill=${COLOURS[which]} stroke="var(--c-card)" stroke-width="3.5" paint-order="stroke">${words.names[which]}</text></g>`;
    })}`,
    )}
    </g>
    <text x=${px(at.x + at.size / 2)} y=${at.y + at.size + 14} font-size="12" text-anchor="middle" class="quiet">${words.pairNote}</text>`;
}

/** All pairs as clocks; one of them is looked at. */
/** @param {Figure} figure @param {any} results @param {any} state @param {{ x: number, y: number, width: number }} at */
function wheel(figure, results, state, at) {
  const { words } = figure;
  const step = at.width / (DIM / 2);
  return svg`${heading(at.x, at.y - 18, words.wheelTitle)}
    <g role="radiogroup" aria-label=${words.wheelTitle} data-term="position" @keydown=${(/** @type {KeyboardEvent} */ event) => figure.pairKey(event)}>
      ${Array.from(results.frequencies, (_, pair) => clock(figure, results, pair, pair === state.pair, { x: at.x + pair * step, y: at.y, step }))}
    </g>`;
}

/** @param {Figure} figure @param {any} results @param {number} pair @param {boolean} isOn @param {{ x: number, y: number, step: number }} at */
function clock(figure, { scored, frequencies, wavelengths }, pair, isOn, { x, y, step }) {
  const { words } = figure;
  const size = Math.min(92, step - 8);
  const plane = planeAt(x + (step - size) / 2, y, size, 1.1);
  const centre = px(x + step / 2);
  const middle = px(y + size / 2);
  const [a, b] = figure.channelsOf(pair);
  const texts = [
    `${a}, ${b}`,
    significant(Number(frequencies[pair].toPrecision(3)), 1),
    significant(wavelengths[pair]),
  ];
  const name = figure.plain(words.clockName, { a, b, speed: texts[1], turn: texts[2] });
  const hand = (/** @type {number} */ which) => {
    const at = which * (DIM / 2) + pair;
    return arrow(plane, [scored.both.cosines[at], scored.both.sines[at]], {
      colour: COLOURS[which],
      width: which === 0 ? 2.6 : 2,
    });
  };
  return svg`<g role="radio" aria-checked=${isOn ? 'true' : 'false'} tabindex=${isOn ? 0 : -1} data-pair=${pair} aria-label=${name}
      cursor="pointer" @click=${() => figure.change({ pair })}>
    <circle cx=${centre} cy=${middle} r=${px(plane.unit)} fill=${isOn ? 'var(--c-soft)' : 'none'} stroke=${isOn ? 'var(--c-ink)' : 'var(--c-edge)'} stroke-width=${isOn ? 2 : 1}></circle>
    ${unmirrored(x, x + step, [hand(1), hand(0)])}
    ${texts.map((text, line) => svg`<text x=${centre} y=${px(y + size + 18 + line * 17)} font-size="12.5" text-anchor="middle" class=${line === 0 ? '' : 'quiet'} font-weight=${line === 0 ? 600 : 400}>${figure.plain(words.clockLines[line], { text })}</text>`)}
    <rect class="hit" x=${px(x)} y=${y} width=${px(step)} height=${size + 58}></rect>
    <rect class="focus-ring" x=${px(x + 1)} y=${y - 3} width=${px(step - 2)} height=${size + 62} rx="8"></rect>
  </g>`;
}

/** @param {Figure} figure @param {any} results @param {any} state @param {{ x: number, y: number, right: number }} at */
function scoreTable(figure, { scored, differences }, { shift }, { x, y, right }) {
  const { words } = figure;
  const isNarrow = right - x < 400;
  const line = (/** @type {string} */ name, /** @type {string} */ text) => {
    const { positions, score } = scored[name];
    const difference = differences[name];
    const isSame = name === 'both';
    return [
      { text },
      ...(isNarrow ? [] : [{ text: positions.map(count).join(', ') }]),
      { text: fixed(score, 4), isStrong: true },
      {
        text: difference === undefined ? '' : significant(difference, 2),
        colour: isSame ? 'var(--c-value)' : undefined,
        isStrong: isSame,
      },
    ];
  };
  const named = figure.plain(words.rows[1], { shift: count(shift) });
  const rows = [
    line('set', words.rows[0]),
    line('both', named),
    line('one', figure.plain(words.rows[2], { shift: count(shift) })),
    line('other', words.rows[3]),
  ];
  const head = words.scoreHead.filter(
    (/** @type {string} */ _, /** @type {number} */ c) => c !== 1 || !isNarrow,
  );
  const ends = isNarrow ? [right - 88, right] : [right - 200, right - 96, right];
  return svg`<g data-term="scores">${textTable(head, rows, { x, ends, y: y + 2, row: 22, label: words.scoreLabel, id: 'scores' })}</g>`;
}

/** Each answer is decided by its number. @param {Figure} figure @param {any[]} tests @param {{ x: number, y: number, right: number }} at */
function testTable(figure, tests, { x, y, right }) {
  const { words } = figure;
  const answer = (
    /** @type {boolean} */ isYes,
    /** @type {number} */ value,
    /** @type {boolean} */ isGood,
  ) => ({
    text: `${words.answers[isYes ? 0 : 1]} · ${significant(value, 2)}`,
    colour: isGood ? 'var(--c-value)' : 'var(--c-warning)',
  });
  const rows = tests.map((test, index) => [
    { text: words.kinds[KINDS[index]] },
    answer(test.notices, test.shuffled, test.notices),
    answer(test.stays, test.shifted, test.stays),
  ]);
  const width = right - x;
  return svg`${heading(x, y - 66, words.testTitle)}
    ${textTable(
      words.tests.map((/** @type {string} */ text) => figure.plain(text, { shift: TEST_SHIFT })),
      rows,
      { x, ends: [x + width * 0.6, right], y, row: 23, label: words.captions[1], id: 'tests' },
    )}`;
}
