/** The two maps of attn-lookup: what each lookup answers all over the plane. */
import { svg, nothing } from 'lit';
import { valueFill } from '../../draw/colour.js';
import { fieldPaths } from '../../draw/field.js';
import { px } from '../../draw/layout.js';
import { arrow, planeGrid, tip } from '../../draw/plane.js';
import { fixed, score } from '../../model/format.js';
import { still } from '../still.js';
import { planeHands, tipHands } from '../frame/plane-drag.js';
import { DIRECTIONS, EXTENT, KEYS, MAP_NODES, VALUES } from './numbers.js';

/** @typedef {import('../attn-lookup.js').AttnLookup} Figure */
/** @typedef {import('../../draw/plane.js').Plane} Plane */

const LEAST = VALUES[0];
const SPAN = VALUES[VALUES.length - 1] - LEAST;
/** The share of the ramp at which a value stands. @param {number} value */
export const shareOf = (value) => (value - LEAST) / SPAN;

const BAND = 1.25;
const LEVELS = Array.from({ length: SPAN / BAND - 1 }, (_, i) => LEAST + (i + 1) * BAND);

/** Units of the plane for a gradient of 1. */
const GRADIENT_SCALE = 0.2;

/**
 * A map with its keys and the query.
 * @param {Figure} figure @param {any} results @param {Plane} plane @param {'hard' | 'soft'} kind
 * @returns {unknown}
 */
export function lookupMap(figure, results, plane, kind) {
  const { words, state } = figure;
  const limit = EXTENT;
  const onMove = (/** @type {[number, number]} */ query) => figure.change({ query });
  const hands = planeHands(plane, { limit, onMove });
  const values = {
    x: score(state.query[0]),
    y: score(state.query[1]),
    hard: fixed(results.hard, 0),
    soft: score(results.soft),
  };
  return svg`<g data-map=${kind}>
    ${still(
      figure,
      [],
      () => svg`<g role="img" aria-label=${words.maps[kind]}>${(kind === 'soft' ? softField : hardRegions)(results, plane)}</g>
      ${planeGrid(plane, { numbers: false, rules: false })}`,
    )}
    ${cutLine(plane, state)}
    <rect class="map" x=${plane.left} y=${plane.top} width=${plane.size} height=${plane.size}
      fill="transparent" @pointerdown=${hands.down} @pointermove=${hands.move}
      @pointerup=${hands.up} @pointercancel=${hands.up} @click=${hands.click}></rect>
    ${still(figure, [], () => DIRECTIONS.map((_, k) => keyMark(figure, plane, k)))}
    ${kind === 'soft' ? gradientArrow(results, plane) : nothing}
    ${tip(plane, state.query, {
      id: `query-${kind}`,
      name: words.queryName,
      valueText: figure.plain(words.queryAt, values),
      roleText: words.movable,
      colour: 'var(--c-query)',
      hasDot: true,
      isStop: kind === 'hard',
      term: 'query',
      on: tipHands(plane, { at: () => figure.state.query, limit, onMove }),
    })}
  </g>`;
}

/** Bands of equal answers, painted from the lowest up. */
/** @param {any} results @param {Plane} plane */
function softField({ map }, plane) {
  const paths = fieldPaths(plane, map.soft, MAP_NODES, LEVELS);
  return svg`<rect x=${plane.left} y=${plane.top} width=${plane.size} height=${plane.size} fill=${valueFill(shareOf(LEAST + BAND / 2))}></rect>
    ${LEVELS.map((level, i) => {
      const fill = valueFill(shareOf(level + BAND / 2));
      // Its own colour as a stroke closes the seams between the cells.
      return svg`<path d=${paths[i].area} fill=${fill} stroke=${fill} stroke-width="0.7"></path>`;
    })}
    ${LEVELS.map((_, i) =>
      (i + 1) % 4 === 0 ? svg`<path d=${paths[i].line} stroke="var(--c-card)"></path>` : nothing,
    )}`;
}

/** The region of a key: where its score leads all others. */
/** @param {any} results @param {Plane} plane */
function hardRegions({ map }, plane) {
  const paths = DIRECTIONS.map(
    (_, k) => fieldPaths(plane, leads(map.scores, k), MAP_NODES, [0])[0],
  );
  return paths.map(
    (/** @type {{ area: string, line: string }} */ { area, line }, /** @type {number} */ k) => {
      const fill = valueFill(shareOf(VALUES[k]));
      return svg`<path d=${area} fill=${fill} stroke=${fill} stroke-width="0.7"></path>
        <path d=${line} stroke="var(--c-card)" stroke-width="1.5"></path>`;
    },
  );
}

/** By how much a key leads the best of the others; below 0 where it does not. */
/** @param {Float32Array} scores [nodes, keys] @param {number} k */
function leads(scores, k) {
  const keys = DIRECTIONS.length;
  return Float32Array.from({ length: scores.length / keys }, (_, node) => {
    const all = scores.subarray(node * keys, (node + 1) * keys);
    return all[k] - Math.max(...all.filter((_, other) => other !== k));
  });
}

/** A key: a dot, its value beside it. @param {Figure} figure @param {Plane} plane @param {number} k */
function keyMark(figure, plane, k) {
  const x = px(plane.toX(KEYS[2 * k]));
  const y = px(plane.toY(KEYS[2 * k + 1]));
  const isSmall = plane.size < 200;
  return svg`<g data-term="key" pointer-events="none">
    <circle cx=${x} cy=${y} r=${isSmall ? 4 : 5} fill="var(--c-key)" stroke="var(--c-card)" stroke-width="2"></circle>
    <text class="halo" x=${x} y=${y + (k === 1 ? -10 : 20)} font-size=${isSmall ? 11.5 : 13} text-anchor="middle"><tspan
      fill="var(--c-key)" font-weight="650">${isSmall ? nothing : `${figure.words.directions[DIRECTIONS[k]]} `}</tspan><tspan>${VALUES[k]}</tspan></text>
  </g>`;
}

/** Where the third panel cuts. @param {Plane} plane @param {any} state */
function cutLine({ left, top, size, toX, toY }, { query, cut }) {
  const d =
    cut === 'x' ? `M${left} ${px(toY(query[1]))}h${size}` : `M${px(toX(query[0]))} ${top}v${size}`;
  return svg`<path d=${d} stroke="var(--c-ink)" stroke-dasharray="2 3" stroke-opacity="0.6" pointer-events="none"></path>`;
}

/** @param {any} results @param {Plane} plane */
function gradientArrow({ query, gradSoft }, plane) {
  const to = /** @type {[number, number]} */ ([
    query[0] + gradSoft[0] * GRADIENT_SCALE,
    query[1] + gradSoft[1] * GRADIENT_SCALE,
  ]);
  return arrow(plane, to, { from: query, colour: 'var(--c-output)', width: 3, halo: true });
}
