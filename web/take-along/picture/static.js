/**
 * A picture rendered without a browser as an SVG file of its own: what only a live figure needs is
 * taken out, and both themes are in it, by the reader's preference.
 */
import { DARK, LIGHT } from '../../model/palette.js';
import { svgDocument } from './document.js';

/** The classes of pictures; what else style sheets say has no effect on a still one. */
const CLASSES = `text,tspan{font-variant-numeric:tabular-nums}
.quiet{fill:var(--c-muted)}
.halo{paint-order:stroke;stroke:var(--c-card);stroke-width:3.5px;stroke-linejoin:round}`;
const FONT = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"; // prettier-ignore

/** @param {Record<string, string>} palette */
const roles = (palette) =>
  Object.entries(palette)
    .map(([role, colour]) => `--c-${role}:${colour}`)
    .join(';');

const STYLE = `svg{color-scheme:light dark;fill:var(--c-ink);${roles(LIGHT)}}
@media (prefers-color-scheme:dark){svg{${roles(DARK)}}}
${CLASSES}`;

/** Elements that are there for hands and for the focus. */
const UNSEEN = /<(\w+)\b[^>]*\bclass="[^"]*\b(?:hit|focus-ring|grip|drag)\b[^"]*"[^>]*>\s*<\/\1>/g;
const LIVE =
  / (?:aria-[\w-]+|data-[\w-]+|tabindex|role|cursor|pointer-events|part)(?:="[^"]*")?(?=[\s>])/g;

/**
 * The parts of a rendered picture that are SVG, without what only a live one needs.
 * @param {string} html
 * @returns {{ width: number, height: number, text: string }[]}
 */
export function picturesIn(html) {
  const bare = html
    .replace(/<!--[\s\S]*?-->|<\?>/g, '')
    .replace(/(<\/?)svg-title>/g, '$1title>')
    .replace(UNSEEN, '')
    .replace(LIVE, '')
    .replace(/ (?:class|fill|stroke|style)=""/g, '')
    .replace(/ class="(?!(?:quiet|halo|quiet halo|halo quiet)")[^"]*"/g, '')
    .replace(/<[^>]*>/g, (tag) => tag.replace(/(\d+\.\d{2})\d+/g, '$1'))
    // Between spans of a text a space is a space.
    .replace(/(?<!tspan)>\s+<(?!\/?tspan)/g, '><')
    .replace(/\s+/g, ' ')
    .replace(/ >/g, '>');
  return outermost(bare).map((text) => ({
    width: Number(/ width="([\d.]+)"/.exec(text)?.[1]),
    height: Number(/ height="([\d.]+)"/.exec(text)?.[1]),
    text,
  }));
}

/** The <svg> elements that stand in no other. @param {string} html */
function outermost(html) {
  const found = [];
  let depth = 0;
  let start = 0;
  for (const { 0: tag, index } of html.matchAll(/<svg\b|<\/svg>/g)) {
    if (tag === '<svg' && depth++ === 0) start = index;
    if (tag === '</svg>' && --depth === 0) found.push(html.slice(start, index + tag.length));
  }
  return found;
}

/**
 * @param {{ html: string, width: number, title: string, summary: string,
 *   tables: import('../matrices/index.js').Matrix[] }} picture
 * @returns {{ svg: string, width: number, height: number }}
 */
export function staticPicture({ html, width, title, summary, tables }) {
  let height = 0;
  const body = picturesIn(html)
    .map((part) => {
      const placed = part.text.replace('<svg', `<svg y="${height}" overflow="visible"`);
      height += part.height;
      return placed;
    })
    .join('\n');
  const about = { width, height, title, summary, tables, body, style: STYLE, font: FONT };
  return { svg: svgDocument(about), width, height };
}
