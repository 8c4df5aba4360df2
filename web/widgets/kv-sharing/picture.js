/** The picture of attn-kv-sharing: who reads what, the cache, and how far the outputs move. */
import { html, svg, nothing } from 'lit';
import { gap, space } from '../../draw/direction.js';
import { bands, fitBold, px } from '../../draw/layout.js';
import { count, measure } from '../../model/format.js';
import { KV_HEADS, N_HEADS } from './numbers.js';

/** @typedef {import('../attn-kv-sharing.js').AttnKvSharing} Figure */
/** @typedef {import('../figure-element.js').Layout} Layout */

const EDGE = 18;
const BOX = 34;
const HEADS = { query: 34, key: 134, value: 134 + BOX + 4 };
const BARS = 244;
const BAR = 34;

/** @param {Layout} layout */
const blockHeight = ({ narrow }) => (narrow ? 2 : 1) * (4 * BAR + 40);

/** @param {Layout} layout */
export const sharingHeight = (layout) => BARS + blockHeight(layout) + 4;

/** @param {Figure} figure @param {any} results @param {any} _state @param {Layout} layout */
export function sharingPicture(figure, results, _state, layout) {
  const { width, narrow } = layout;
  const height = sharingHeight(layout);
  const labels = narrow ? 0 : 96;
  const place = bands(N_HEADS, EDGE + labels, width - EDGE);
  const half = narrow ? width - 2 * EDGE : (width - 2 * EDGE - 40) / 2;
  const second = narrow ? { x: EDGE, y: BARS + 4 * BAR + 40 } : { x: EDGE + half + 40, y: BARS };
  const { words } = figure;
  const { ways, largest } = results;
  return html`<svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}>
    ${heads(figure, results, place, narrow)}
    ${compared(figure, results, {
      ...{
        x: EDGE,
        y: BARS,
        width: half,
        title: words.cacheTitle,
        colour: 'var(--c-key)',
        max: ways[0].bytes,
      },
      value: (way) => way.bytes,
      text: (way) => figure.plain(words.bytes, { bytes: count(way.bytes) }),
    })}
    ${compared(figure, results, {
      ...second,
      ...{
        width: half,
        title: words.movedTitle,
        colour: 'var(--c-output)',
        max: Math.max(largest, ...ways.map((/** @type {any} */ way) => way.moved)),
      },
      value: (way) => way.moved,
      text: (way) => measure(way.moved),
      note: figure.plain(words.largest, { largest: measure(largest) }),
    })}
  </svg>`;
}

/** Query heads above, KV heads below, and lines from each to what it reads. */
/** @param {Figure} figure @param {any} results @param {{ size: number, at: (i: number) => number, centre: (i: number) => number }} place @param {boolean} narrow */
function heads({ words, lit, hover, state }, { kv }, place, narrow) {
  const each = N_HEADS / kv;
  const groupCentre = (/** @type {number} */ g) =>
    (place.at(g * each) + place.at((g + 1) * each)) / 2;
  const wide = Math.min(place.size * each - 8, 120);
  const isOn = (/** @type {number} */ h) =>
    lit === null || Math.floor(lit / each) === Math.floor(h / each);
  const list = Array.from({ length: N_HEADS }, (_, h) => h);
  const label = (/** @type {string} */ text, /** @type {number} */ y) =>
    svg`<text x=${EDGE} y=${narrow ? y - 6 : y + BOX / 2 + 4} font-size="13" class="quiet">${text}</text>`;
  const box = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ w,
    /** @type {string} */ role,
    /** @type {string} */ text,
    /** @type {boolean} */ on,
  ) =>
    svg`<rect x=${px(x - w / 2)} y=${y} width=${px(w)} height=${BOX} rx="7" class="moves" opacity=${on ? 1 : 0.3} fill=${`var(--c-${role})`}></rect>
      <text x=${px(x)} y=${y + BOX / 2 + 5} text-anchor="middle" font-size="13.5" font-weight="600" fill="var(--c-on-strong)">${text}</text>`;
  return svg`<g role="img" aria-label=${words.reads[state.kvHeads]}>
    ${label(words.queryHeads, HEADS.query)}
    ${list.map((h) => {
      const from = px(place.centre(h));
      const to = px(groupCentre(Math.floor(h / each)));
      return svg`<path d=${`M${from} ${HEADS.query + BOX}C${from} ${HEADS.query + BOX + 40} ${to} ${HEADS.key - 40} ${to} ${HEADS.key}`}
        fill="none" stroke="var(--c-edge)" stroke-width="2" opacity=${isOn(h) ? 1 : 0.25} data-line=${`${h}:${Math.floor(h / each)}`}></path>`;
    })}
    <g data-term="query">${list.map(
      (h) => svg`<g @pointerenter=${() => hover(h)} @pointerleave=${() => hover(null)}>
      ${box(place.centre(h), HEADS.query, Math.min(place.size - 6, 56), 'query', `Q${h}`, isOn(h))}</g>`,
    )}</g>
    ${
      /** @type {const} */ (['key', 'value']).map(
        (role) => svg`
      ${narrow ? nothing : label(role === 'key' ? words.keyHeads : words.valueHeads, HEADS[role])}
      <g data-term=${role}>${Array.from({ length: kv }, (_, g) => box(groupCentre(g), HEADS[role], wide, role, `${role === 'key' ? 'K' : 'V'}${g}`, isOn(g * each)))}</g>`,
      )
    }
  </g>`;
}

/** One quantity for each way of sharing; the chosen way stands out. */
/** @param {Figure} figure @param {any} results @param {{ x: number, y: number, width: number, title: string, colour: string, max: number, value: (way: any) => number, text: (way: any) => string, note?: string }} o */
function compared({ words, state }, { ways }, o) {
  const names = 74;
  const room = o.width - names - 94;
  const { fontSize } = fitBold(`${o.title}  ${o.note ?? ''}`, o.width, 13.5);
  return svg`<g role="list" aria-label=${o.title}>
    <text x=${o.x} y=${o.y + 12} font-size=${px(fontSize)}><tspan font-weight="650">${o.title}</tspan>
      <tspan class="quiet" dx=${gap(6)}>${space()}${o.note ?? ''}</tspan></text>
    ${ways.map((/** @type {any} */ way, /** @type {number} */ i) => {
      const isOn = String(KV_HEADS[i]) === state.kvHeads;
      const y = o.y + 26 + i * BAR;
      const long = px(Math.max(1.5, (Math.min(o.value(way), o.max) / o.max) * room));
      const name = words.short[KV_HEADS[i]];
      return svg`<g role="listitem" aria-label=${`${name}: ${o.text(way)}`} data-way=${KV_HEADS[i]}>
        <text x=${o.x} y=${y + 17} font-size="13" font-weight=${isOn ? 650 : 400} class=${isOn ? '' : 'quiet'}>${name}</text>
        <rect x=${o.x + names} y=${y + 2} width=${px(room)} height="20" rx="3" fill="var(--c-soft)"></rect>
        <rect x=${o.x + names} y=${y + 2} width=${long} height="20" rx="3" class="moves" fill=${o.colour} fill-opacity=${isOn ? 1 : 0.4}></rect>
        <text x=${px(o.x + o.width)} y=${y + 17} text-anchor="end" font-size="13" font-weight=${isOn ? 650 : 400}>${o.text(way)}</text>
      </g>`;
    })}
  </g>`;
}
