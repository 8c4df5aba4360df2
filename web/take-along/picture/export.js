/** A figure's picture as it stands on the screen, in either theme, as an SVG file or as a PNG. */
import { styleSheetFor } from '../../draw/style-sheet.js';
import { typedText } from '../../draw/subscripts.js';
import { tablesOf } from '../matrices/index.js';
import { copyHtml } from './copy-html.js';
import { BAND, svgDocument, titleBand } from './document.js';

const STILL = '* { transition: none !important; animation: none !important; }';
const FONT = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"; // prettier-ignore

/**
 * @param {any} figure
 * @param {{ theme: 'light' | 'dark', isTitled: boolean }} options
 * @returns {{ svg: string, width: number, height: number }}
 */
export function exportPicture(figure, { theme, isTitled }) {
  const section = figure.renderRoot.querySelector('.figure');
  const picture = section.querySelector('.picture');
  return inTheme(figure, section, theme, () => {
    figure.paint?.();
    const box = picture.getBoundingClientRect();
    // A page may be scaled (slides are): the figure's own pixels count.
    const scale = box.width / picture.offsetWidth || 1;
    const width = picture.offsetWidth;
    const top = isTitled ? BAND : 0;
    const height = Math.ceil(box.height / scale) + top;
    const colour = (/** @type {string} */ role) =>
      getComputedStyle(section).getPropertyValue(`--c-${role}`).trim();
    const content = [...picture.children]
      .filter((child) => !child.matches('.work, .fallback'))
      .map((child) => copyHtml(child, box))
      .join('\n');
    const provenance = figure.provenance(figure.state);
    const { title } = figure.words;
    const band = { width, title, provenance, ink: colour('ink'), quiet: colour('muted') };
    const turn = scale === 1 ? '' : ` scale(${1 / scale})`;
    const body = `<rect width="${width}" height="${height}" fill="${colour('card')}"></rect>
${isTitled ? titleBand(band) : ''}
<g transform="translate(0 ${top})${turn}">${content}</g>`;
    const summary = [title, typedText(section.querySelector('.summary')), provenance]
      .filter(Boolean)
      .join('. ');
    const tables = tablesOf(figure);
    const font = getComputedStyle(section).fontFamily || FONT;
    return {
      svg: svgDocument({ width, height, title, summary, tables, body, font }),
      width,
      height,
    };
  });
}

/**
 * What `make` reads of the figure in a theme: the class is changed and put back before the browser
 * paints, with transitions off, so that nobody sees it and no colour is half-way. What a figure
 * paints itself it paints again.
 * @template T
 * @param {any} figure @param {Element} section @param {'light' | 'dark'} theme
 * @param {() => T} make
 * @returns {T}
 */
function inTheme(figure, section, theme, make) {
  const root = figure.renderRoot;
  const { className } = section;
  const sheets = [...root.adoptedStyleSheets];
  const still = styleSheetFor(root, STILL);
  const lit = section.getAttribute('data-lit');
  try {
    root.adoptedStyleSheets = [...sheets, still];
    section.className = className.replace(/\b(light|dark)\b/, theme);
    section.removeAttribute('data-lit');
    return make();
  } finally {
    section.className = className;
    if (lit !== null) section.setAttribute('data-lit', lit);
    // Read once, so that the colours that come back do not run there.
    void getComputedStyle(section).color;
    root.adoptedStyleSheets = sheets;
    figure.paint?.();
  }
}
