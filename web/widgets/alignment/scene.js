/** The plane of attn-alignment: the query, the keys, and how far each key reaches its way. */
import { svg, nothing } from 'lit';
import { px } from '../../draw/layout.js';
import { angleArc, arrow, labelSpots, planeGrid, spot, tip } from '../../draw/plane.js';
import { fixed, percent, score } from '../../model/format.js';
import { tipHands } from '../frame/plane-drag.js';
import { keyAt } from './numbers.js';
import { EXTENT } from './situations.js';

/** @typedef {import('../attn-alignment.js').AttnAlignment} Figure */
/** @typedef {import('../../draw/plane.js').Plane} Plane */
/** @typedef {import('./numbers.js').KeyNumbers} KeyNumbers */

const ARC_RADIUS = 38;

/** @param {Figure} figure @param {any} results @param {Plane} plane */
export function scene(figure, results, plane) {
  const { query, keys } = results;
  const { selected } = figure.state;
  const shown = selected > 0 ? selected - 1 : results.leaders[0];
  const spots = labelSpots(plane, [query, ...keys.map((/** @type {KeyNumbers} */ key) => key.at)]);
  return svg`<g data-plane>
    ${planeGrid(plane)}
    ${results.queryLength > 0 ? queryLines(figure, results, plane) : nothing}
    ${keys.map((/** @type {KeyNumbers} */ key, /** @type {number} */ k) => projection(results, key, plane, k === shown))}
    ${arrows(results, plane)} ${angleOf(results, plane, shown)}
    ${keys.map((/** @type {KeyNumbers} */ key, /** @type {number} */ k) => keyTip(figure, key, plane, k, spots[k + 1]))}
    ${queryTip(figure, results, plane, spots[0])}
  </g>`;
}

/** The query's line, and the line across it on which every score is 0. */
/** @param {Figure} figure @param {any} results @param {Plane} plane */
function queryLines(figure, { query, queryLength, keys }, plane) {
  const along = /** @type {const} */ ([query[0] / queryLength, query[1] / queryLength]);
  const across = /** @type {const} */ ([-along[1], along[0]]);
  const label = labelPlace(across, keys, plane);
  return svg`<g pointer-events="none" data-term="scores">
    <path d=${through(along, plane)} stroke="var(--c-query)" stroke-opacity="0.35"></path>
    <path d=${through(across, plane)} stroke="var(--c-muted)" stroke-dasharray="1 4" stroke-linecap="round"></path>
    <text class="halo quiet" font-size="12" text-anchor="middle" x=${px(label[0])} y=${px(label[1] + 4)}
      >${figure.words.zeroLine}</text>
  </g>`;
}

/** Where a direction leaves the plane. @param {readonly number[]} direction @param {number} [share] */
function end([x, y], share = 1) {
  const reach = (EXTENT * share) / Math.max(Math.abs(x), Math.abs(y));
  return /** @type {[number, number]} */ ([x * reach, y * reach]);
}

/** The line through the origin, from edge to edge. @param {readonly number[]} direction @param {Plane} plane */
function through([x, y], plane) {
  return `M${spot(plane, end([-x, -y]))}L${spot(plane, end([x, y]))}`;
}

/** At the end of the line that is farther from the keys' tips. */
/** @param {readonly number[]} direction @param {KeyNumbers[]} keys @param {Plane} plane */
function labelPlace([x, y], keys, plane) {
  const { left, top, size } = plane;
  const within = (
    /** @type {number} */ at,
    /** @type {number} */ start,
    /** @type {number} */ margin,
  ) => Math.min(start + size - margin, Math.max(start + margin, at));
  const candidates = [
    [x, y],
    [-x, -y],
  ]
    .map((direction) => end(direction, 0.9))
    .map(([u, v]) => ({
      at: [within(plane.toX(u), left, 30), within(plane.toY(v), top, 14)],
      y: v,
    }));
  const room = (/** @type {{ at: number[] }} */ { at }) =>
    Math.min(
      60,
      ...keys.map((key) => Math.hypot(plane.toX(key.at[0]) - at[0], plane.toY(key.at[1]) - at[1])),
    );
  return candidates.sort((a, b) => room(b) - room(a) || b.y - a.y)[0].at;
}

/** From a key's tip straight to the query's line: the foot shows the score. */
/** @param {any} results @param {KeyNumbers} key @param {Plane} plane @param {boolean} isShown */
function projection({ query, queryLength }, { at, dot }, plane, isShown) {
  if (!(queryLength > 0)) return nothing;
  const share = dot / (queryLength * queryLength);
  const foot = /** @type {[number, number]} */ ([query[0] * share, query[1] * share]);
  return svg`<g pointer-events="none" stroke="var(--c-key)" stroke-opacity=${isShown ? 1 : 0.55}>
    <path d=${`M${spot(plane, at)}L${spot(plane, foot)}`} stroke-dasharray="3 3" fill="none"></path>
    ${isShown ? svg`<path d=${`M${spot(plane, [0, 0])}L${spot(plane, foot)}`} stroke-width="14" stroke-opacity="0.25"></path>` : nothing}
    <circle cx=${px(plane.toX(foot[0]))} cy=${px(plane.toY(foot[1]))} r="2.6" fill="var(--c-key)" stroke="none"
      fill-opacity=${isShown ? 1 : 0.55}></circle>
  </g>`;
}

/** @param {any} results @param {Plane} plane @param {number} shown */
function angleOf({ query, keys }, plane, shown) {
  const key = keys[shown];
  if (!key.hasAngle) return nothing;
  return svg`<path d=${angleArc(plane, query, key.at, ARC_RADIUS)} fill="none" stroke="var(--c-ink)"
    stroke-width="1.5" pointer-events="none"></path>`;
}

/** The longest first, so that a shorter one in the same direction is seen on it. */
/** @param {any} results @param {Plane} plane */
function arrows({ query, queryLength, keys }, plane) {
  const queryArrow = {
    length: queryLength,
    drawing: svg`<g data-term="query">${arrow(plane, query, { colour: 'var(--c-query)', width: 3.5, halo: true })}</g>`,
  };
  const keyArrows = keys.map((/** @type {KeyNumbers} */ key) => ({
    length: key.length,
    drawing: keyArrow(key, plane),
  }));
  return [queryArrow, ...keyArrows]
    .sort((a, b) => b.length - a.length)
    .map(({ drawing }) => drawing);
}

/** The heavier, the thicker. @param {KeyNumbers} key @param {Plane} plane */
function keyArrow({ at, weight }, plane) {
  return svg`<g data-term="key">${arrow(plane, at, { colour: 'var(--c-key)', width: 1.75 + 4.25 * weight, halo: true })}</g>`;
}

/** @param {Figure} figure @param {KeyNumbers} key @param {Plane} plane @param {number} k @param {[number, number]} labelAt */
function keyTip(figure, key, plane, k, labelAt) {
  const { words, state } = figure;
  const values = {
    x: score(key.at[0]),
    y: score(key.at[1]),
    angle: fixed(key.degrees, 1),
    dot: score(key.dot),
    weight: percent(key.weight),
  };
  return tip(plane, key.at, {
    id: `key-${k + 1}`,
    name: figure.plain(words.keyName, { number: k + 1 }),
    valueText: figure.plain(words.keyAt, values),
    roleText: words.movable,
    colour: 'var(--c-key)',
    label: String(k + 1),
    labelAt,
    isSelected: state.selected === k + 1,
    term: 'key',
    on: tipHands(plane, {
      at: () => keyAt(figure.state.keys, k),
      limit: EXTENT,
      onMove: (to) => figure.moveKey(k, to),
      onFocus: () => figure.choose(k + 1),
    }),
  });
}

/** @param {Figure} figure @param {any} results @param {Plane} plane @param {[number, number]} labelAt */
function queryTip(figure, { query, queryLength, output }, plane, labelAt) {
  const { words, state } = figure;
  const values = {
    x: score(query[0]),
    y: score(query[1]),
    length: score(queryLength),
    output: score(output),
  };
  return tip(plane, query, {
    id: 'query',
    name: words.queryName,
    valueText: figure.plain(words.queryAt, values),
    roleText: words.movable,
    colour: 'var(--c-query)',
    label: 'q',
    labelAt,
    isSelected: state.selected === 0,
    term: 'query',
    on: tipHands(plane, {
      at: () => figure.state.query,
      limit: EXTENT,
      onMove: (to) => figure.change({ query: to, selected: 0 }),
      onFocus: () => figure.choose(0),
    }),
  });
}
