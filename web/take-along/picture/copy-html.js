/**
 * The parts of a picture that are HTML (a table, a field) as SVG: boxes, lines and words where the
 * browser laid them out.
 */
import { copySvg } from './copy-svg.js';
import { plainColour } from './colours.js';
import { escaped } from './document.js';

/** @typedef {{ left: number, top: number }} Origin */

const SIDES = /** @type {const} */ (['Top', 'Right', 'Bottom', 'Left']);
const DASHES = { dashed: '6 4', dotted: '2 2' };

const px = (/** @type {number} */ value) => Math.round(value * 100) / 100;

/** @param {Element} source @param {Origin} origin @returns {string} */
export function copyHtml(source, origin) {
  const style = getComputedStyle(source);
  const box = source.getBoundingClientRect();
  if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return '';
  if (source.localName === 'canvas')
    return painted(/** @type {any} */ (source), style, box, origin);
  if (source.localName === 'svg') return placed(/** @type {any} */ (source), box, origin);
  const inside = [...source.childNodes].map((node) => {
    if (node.nodeType === Node.ELEMENT_NODE) return copyHtml(/** @type {any} */ (node), origin);
    return node.nodeType === Node.TEXT_NODE ? words(node, style, origin) : '';
  });
  return boxOf(box, style, origin) + field(source, box, style, origin) + inside.join('');
}

/** @param {SVGElement} svg @param {DOMRect} box @param {Origin} origin */
function placed(svg, box, origin) {
  const at = `x="${px(box.left - origin.left)}" y="${px(box.top - origin.top)}"`;
  return copySvg(
    svg,
    ` ${at} width="${px(box.width)}" height="${px(box.height)}" overflow="visible"`,
  );
}

/** A canvas as a picture in the picture; from right to left it stands mirrored. */
/** @param {HTMLCanvasElement} canvas @param {CSSStyleDeclaration} style @param {DOMRect} box @param {Origin} origin */
function painted(canvas, style, box, origin) {
  const x = px(box.left - origin.left);
  const size = `y="${px(box.top - origin.top)}" width="${px(box.width)}" height="${px(box.height)}"`;
  const turn = `translate(${2 * x + px(box.width)} 0) scale(-1 1)`;
  const mirrored = style.direction === 'rtl' ? ` transform="${turn}"` : '';
  return `<image x="${x}" ${size} preserveAspectRatio="none"${mirrored} href="${canvas.toDataURL()}"></image>`;
}

/** Background and borders. @param {DOMRect} box @param {CSSStyleDeclaration} style @param {Origin} origin */
function boxOf(box, style, origin) {
  const x = box.left - origin.left;
  const y = box.top - origin.top;
  const fill = plainColour(style.backgroundColor);
  const rounded = ` rx="${px(Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, box.height / 2))}"`;
  const ground = fill.opacity
    ? `<rect x="${px(x)}" y="${px(y)}" width="${px(box.width)}" height="${px(box.height)}"${rounded} fill="${fill.colour}"></rect>`
    : '';
  const sides = SIDES.map((side) => border(style, side));
  const [first] = sides;
  if (first && sides.every((one) => one?.look === first.look)) {
    const half = first.width / 2;
    return `${ground}<rect x="${px(x + half)}" y="${px(y + half)}" width="${px(box.width - first.width)}" height="${px(box.height - first.width)}"${rounded} fill="none" ${first.look}></rect>`;
  }
  return ground + sides.map((one, i) => (one ? edge(one, i, x, y, box) : '')).join('');
}

/** @param {CSSStyleDeclaration} style @param {typeof SIDES[number]} side */
function border(style, side) {
  const width = Number.parseFloat(style[`border${side}Width`]);
  const kind = style[`border${side}Style`];
  const { colour, opacity } = plainColour(style[`border${side}Color`]);
  if (!width || kind === 'none' || kind === 'hidden' || opacity === 0) return null;
  const dash = /** @type {Record<string, string>} */ (DASHES)[kind];
  const dashes = dash ? ` stroke-dasharray="${dash}"` : '';
  return { width, look: `stroke="${colour}" stroke-width="${width}"${dashes}` };
}

/** @param {{ width: number, look: string }} line @param {number} side @param {number} x @param {number} y @param {DOMRect} box */
function edge({ width, look }, side, x, y, { width: w, height: h }) {
  const half = width / 2;
  const [x1, y1, x2, y2] = [
    [x, y + half, x + w, y + half],
    [x + w - half, y, x + w - half, y + h],
    [x, y + h - half, x + w, y + h - half],
    [x + half, y, x + half, y + h],
  ][side].map(px);
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" ${look}></line>`;
}

/** Each line of a text where it stands. @param {Node} node @param {CSSStyleDeclaration} style @param {Origin} origin */
function words(node, style, origin) {
  const text = node.textContent ?? '';
  const range = document.createRange();
  /** @type {{ text: string, box: DOMRect }[]} */
  const lines = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const [box] = range.getClientRects();
    if (!box) continue;
    const last = lines[lines.length - 1];
    if (last && Math.abs(last.box.top - box.top) < 2) last.text += ` ${word}`;
    else lines.push({ text: word, box });
  }
  return lines.map((line) => textAt(line.text, line.box, style, origin)).join('');
}

/** @param {string} text @param {{ left: number, top: number, height: number }} box @param {CSSStyleDeclaration} style @param {Origin} origin */
function textAt(text, box, style, origin) {
  const { colour } = plainColour(style.color);
  const y = box.top - origin.top + baseline(style, box.height);
  const slant = style.fontStyle === 'normal' ? '' : ` font-style="${style.fontStyle}"`;
  return `<text x="${px(box.left - origin.left)}" y="${px(y)}" font-size="${Number.parseFloat(style.fontSize)}" font-weight="${style.fontWeight}"${slant} font-family="${escaped(style.fontFamily)}" font-variant-numeric="${style.fontVariantNumeric}" fill="${colour}" xml:space="preserve">${escaped(text)}</text>`;
}

/** How far below the top of a line's box its letters stand. @param {CSSStyleDeclaration} style @param {number} height */
function baseline(style, height) {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return height * 0.8;
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = context.measureText('x');
  return (height - up - down) / 2 + up;
}

/** What stands in a field. @param {Element} source @param {DOMRect} box @param {CSSStyleDeclaration} style @param {Origin} origin */
function field(source, box, style, origin) {
  const input = /** @type {HTMLInputElement} */ (source);
  if (source.localName === 'input' && input.type === 'checkbox') {
    const look = `x="${px(box.left - origin.left)}" y="${px(box.top - origin.top)}" width="${px(box.width)}" height="${px(box.height)}" rx="2.5"`;
    const { colour } = plainColour(style.accentColor === 'auto' ? style.color : style.accentColor);
    return `<rect ${look} fill="${input.checked ? colour : 'none'}" stroke="${colour}"></rect>`;
  }
  const text =
    source.localName === 'select'
      ? /** @type {any} */ (source).selectedOptions[0]?.textContent.trim()
      : source.localName === 'input' && /^(text|number)$/.test(input.type) && input.value;
  if (!text) return '';
  const height = Number.parseFloat(style.fontSize) * 1.2;
  const left = box.left + Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.borderLeftWidth); // prettier-ignore
  const top = box.top + (box.height - height) / 2;
  return textAt(text, { left, top, height }, style, origin);
}
