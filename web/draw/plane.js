/** A coordinate plane with arrows, and tips that can be dragged. */
import { svg, nothing } from 'lit';
import { px } from './layout.js';

/** @typedef {readonly [number, number]} Point in the plane's own units, y upwards */

/**
 * @typedef {object} Plane a square part of the picture and the numbers it shows
 * @property {number} left @property {number} top @property {number} size in pixels
 * @property {number} extent both axes run from −extent to extent
 * @property {number} unit pixels to one
 * @property {(x: number) => number} toX to pixels
 * @property {(y: number) => number} toY
 * @property {(x: number, y: number) => [number, number]} toPoint from pixels
 */

/**
 * @param {number} left @param {number} top @param {number} size @param {number} extent
 * @returns {Plane}
 */
export function planeAt(left, top, size, extent) {
  const unit = size / (2 * extent);
  const middle = { x: left + size / 2, y: top + size / 2 };
  return {
    left,
    top,
    size,
    extent,
    unit,
    toX: (x) => middle.x + x * unit,
    toY: (y) => middle.y - y * unit,
    toPoint: (x, y) => [(x - middle.x) / unit, (middle.y - y) / unit],
  };
}

/** @param {Plane} plane @param {Point} point @returns {string} "x y" in pixels, for path data */
export const spot = (plane, [x, y]) => `${px(plane.toX(x))} ${px(plane.toY(y))}`;

/**
 * The square, its rules at whole numbers and its two axes.
 * @param {Plane} plane
 * @param {{ numbers?: boolean, rules?: boolean }} [options]
 */
export function planeGrid(plane, { numbers = true, rules = true } = {}) {
  const { left, top, size, extent } = plane;
  const whole = Math.floor(extent);
  const ticks = Array.from({ length: 2 * whole + 1 }, (_, i) => i - whole);
  const lines = ticks
    .filter((tick) => tick !== 0)
    .map(
      (tick) =>
        `M${spot(plane, [tick, -extent])}V${px(top)}M${spot(plane, [-extent, tick])}H${px(left + size)}`,
    )
    .join('');
  const axes = `M${spot(plane, [0, -extent])}V${px(top)}M${spot(plane, [-extent, 0])}H${px(left + size)}`;
  return svg`<g aria-hidden="true" fill="none">
    <rect x=${px(left)} y=${px(top)} width=${px(size)} height=${px(size)} stroke="var(--c-rule)"></rect>
    ${rules ? svg`<path d=${lines} stroke="var(--c-rule)"></path>` : nothing}
    <path d=${axes} stroke="var(--c-edge)"></path>
    ${numbers ? ticks.filter((tick) => tick !== 0 && Math.abs(tick) < extent).map((tick) => tickNumbers(plane, tick)) : nothing}
  </g>`;
}

/** @param {Plane} plane @param {number} tick */
function tickNumbers(plane, tick) {
  const text = String(tick).replace('-', '\u2212');
  return svg`<text x=${px(plane.toX(tick))} y=${px(plane.toY(0) + 14)} font-size="11"
      text-anchor="middle" class="quiet halo">${text}</text>
    <text x=${px(plane.toX(0) - 5)} y=${px(plane.toY(tick) + 4)} font-size="11"
      text-anchor="end" class="quiet halo">${text}</text>`;
}

/**
 * @typedef {object} ArrowOptions
 * @property {string} colour
 * @property {Point} [from] the origin, if not said
 * @property {number} [width]
 * @property {number} [opacity]
 * @property {string} [dash]
 * @property {boolean} [halo] a rim in the colour of the card, for arrows over fields
 */

/** @param {Plane} plane @param {Point} to @param {ArrowOptions} options */
export function arrow(plane, to, { colour, from = [0, 0], width = 2.5, opacity = 1, dash, halo }) {
  const { shaft, head } = arrowShape(plane, from, to, width);
  const rim = halo
    ? svg`<path d=${`${shaft}${head}`} fill="none" stroke="var(--c-card)" stroke-width=${px(width + 3.5)}
      stroke-linejoin="round" stroke-linecap="round"></path>`
    : nothing;
  return svg`<g opacity=${px(opacity * 100) / 100} pointer-events="none">${rim}
    <path d=${shaft} fill="none" stroke=${colour} stroke-width=${px(width)}
      stroke-dasharray=${dash ?? nothing}></path>
    <path d=${head} fill=${colour}></path></g>`;
}

/**
 * Path data of an arrow whose point is exactly at its tip; a short arrow has a short head.
 * @param {Plane} plane @param {Point} from @param {Point} to @param {number} width
 */
export function arrowShape(plane, from, to, width) {
  const x = plane.toX(to[0]);
  const y = plane.toY(to[1]);
  const dx = x - plane.toX(from[0]);
  const dy = y - plane.toY(from[1]);
  const length = Math.hypot(dx, dy);
  if (length < 0.5) return { shaft: '', head: '' };
  const along = [dx / length, dy / length];
  const size = Math.min(7 + 1.7 * width, length);
  const half = size * 0.42;
  const neck = [x - along[0] * size, y - along[1] * size];
  const corner = (/** @type {number} */ side) =>
    `${px(neck[0] - side * along[1] * half)} ${px(neck[1] + side * along[0] * half)}`;
  // The shaft ends inside the head, so that its square end does not stick out.
  const end = [neck[0] + along[0] * size * 0.3, neck[1] + along[1] * size * 0.3];
  return {
    shaft: `M${spot(plane, from)}L${px(end[0])} ${px(end[1])}`,
    head: `M${px(x)} ${px(y)}L${corner(1)}L${corner(-1)}Z`,
  };
}

/**
 * @typedef {object} TipHandlers what a hand does to a tip
 * @property {(event: any) => void} [down] @property {(event: any) => void} [move]
 * @property {(event: any) => void} [up] @property {(event: any) => void} [key]
 * @property {any} [touch]
 * @property {() => void} [focus]
 */

/**
 * @typedef {object} TipOptions
 * @property {string} id for focus and tests
 * @property {string} name spoken
 * @property {string} valueText spoken: where it is, and what follows
 * @property {string} roleText spoken: what kind of thing this is
 * @property {string} colour
 * @property {string} [label] written beyond the tip
 * @property {[number, number]} [labelAt] where the label stands, see labelSpots
 * @property {boolean} [isSelected]
 * @property {boolean} [hasDot] a disc, for tips without an arrow
 * @property {boolean} [isStop] takes the tab; true if not said
 * @property {string} [term]
 * @property {TipHandlers} on
 */

const REACH = 17;

/**
 * The tip of an arrow: held by a pointer, moved by arrow keys.
 * @param {Plane} plane @param {Point} point @param {TipOptions} o
 */
export function tip(plane, point, o) {
  const x = px(plane.toX(point[0]));
  const y = px(plane.toY(point[1]));
  return svg`<g class="tip" role="slider" tabindex=${o.isStop === false ? -1 : 0} aria-label=${o.name}
      aria-roledescription=${o.roleText} aria-valuetext=${o.valueText}
      aria-valuemin=${-plane.extent} aria-valuemax=${plane.extent} aria-valuenow=${point[0]}
      data-tip=${o.id} data-term=${o.term ?? nothing}
      @pointerdown=${o.on.down ?? nothing} @pointermove=${o.on.move ?? nothing}
      @pointerup=${o.on.up ?? nothing} @pointercancel=${o.on.up ?? nothing}
      @touchstart=${o.on.touch ?? nothing} @keydown=${o.on.key ?? nothing} @focus=${o.on.focus ?? nothing}>
    <g transform=${`translate(${x} ${y})`}>
      ${o.hasDot ? svg`<circle r="7" fill=${o.colour} stroke="var(--c-card)" stroke-width="2.5"></circle>` : nothing}
      <circle class="grip" r="11" stroke=${o.colour}></circle>
      ${o.isSelected ? svg`<circle r="11" fill="none" stroke=${o.colour} stroke-width="1.5"></circle>` : nothing}
      <circle class="focus-ring" r="14"></circle>
      <circle class="hit" r=${REACH}></circle>
    </g>
    ${o.label ? tipLabel(plane, point, o) : nothing}
  </g>`;
}

/** @param {Plane} plane @param {Point} point @param {TipOptions} o */
function tipLabel(plane, point, { label, labelAt = labelSpots(plane, [point])[0], colour }) {
  const [x, y] = labelAt;
  return svg`<text class="halo" font-size="14" font-weight="650" text-anchor="middle" fill=${colour}
    x=${px(x)} y=${px(y + 5)}>${label}</text>`;
}

/** Half the room that a label needs. */
const LABEL_ROOM = 9;
/** Where it may stand, seen from the tip: pixels along its arrow and across, the best first. */
const PLACES = [[20, 0], [3, 18], [3, -18], [-15, 15], [-15, -15], [36, 0]]; // prettier-ignore

/** How far a spot is from an arrow, both from the origin. @param {number[]} spot @param {number[]} arrow */
function distance([x, y], [u, v]) {
  const share = Math.min(1, Math.max(0, (x * u + y * v) / (u * u + v * v || 1)));
  return Math.hypot(x - share * u, y - share * v);
}

/**
 * Where the labels of tips stand: beyond the tip in the arrow's direction, or beside the arrow where
 * that would leave the plane or meet another arrow or label.
 * @param {Plane} plane @param {readonly Point[]} tips
 * @returns {[number, number][]} in pixels
 */
export function labelSpots(plane, tips) {
  const arrows = tips.map(([x, y]) => [x * plane.unit, -y * plane.unit]);
  const limit = plane.size / 2 - LABEL_ROOM;
  const spots = /** @type {number[][]} */ ([]);
  for (const arrow of arrows) {
    const [x, y] = arrow;
    const length = Math.hypot(x, y);
    const [a, b] = length < 0.5 ? [0, -1] : [x / length, y / length];
    const places = PLACES.map(([to, across]) =>
      [x + to * a - across * b, y + to * b + across * a].map((c) =>
        Math.min(limit, Math.max(-limit, c)),
      ),
    );
    const isClear = (/** @type {number[]} */ spot) =>
      arrows.every((other) => other === arrow || distance(spot, other) > 11) &&
      [arrow, ...spots].every(([u, v]) => Math.hypot(u - spot[0], v - spot[1]) > 15);
    spots.push(places.find(isClear) ?? places[0]);
  }
  return spots.map(([x, y]) => [plane.toX(0) + x, plane.toY(0) + y]);
}

/**
 * The arc of the angle from one direction to another, the short way round.
 * @param {Plane} plane @param {Point} from @param {Point} to @param {number} radius in pixels
 * @returns {string} path data, empty if a direction is missing
 */
export function angleArc(plane, from, to, radius) {
  if (Math.hypot(...from) < 0.01 || Math.hypot(...to) < 0.01) return '';
  const at = ([x, y] = from) => {
    const scale = radius / plane.unit / Math.hypot(x, y);
    return spot(plane, [x * scale, y * scale]);
  };
  const isLeftTurn = from[0] * to[1] - from[1] * to[0] > 0;
  return `M${at(from)}A${radius} ${radius} 0 0 ${isLeftTurn ? 0 : 1} ${at(to)}`;
}
