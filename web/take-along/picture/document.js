/** A picture as an SVG file that opens alone: texts in, text out; runs in Node as in a browser. */

/** @typedef {import('../matrices/index.js').Matrix} Matrix */

/** @param {string} text */
export const escaped = (text) =>
  text
    // XML 1.0 has no place for these, escaped or not.
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');

/**
 * @param {{ width: number, height: number, title: string, summary: string, tables: Matrix[],
 *   body: string, style?: string, font?: string }} o
 * @returns {string}
 */
export function svgDocument({ width, height, title, summary, tables, body, style, font }) {
  const look = font ? ` font-family="${escaped(font)}"` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc"${look}>
<title id="title">${escaped(title)}</title>
<desc id="desc">${escaped(summary)}</desc>
<metadata>
${tables.map(xhtmlTable).join('\n')}
</metadata>
${style ? `<style>${style}</style>\n` : ''}${body}
</svg>
`;
}

/** The numbers as the figure writes them. @param {Matrix} table */
function xhtmlTable({ caption, corner, rowNames, columnNames, data, format }) {
  const cells = (/** @type {number} */ r) =>
    columnNames.map((_, c) => `<td>${escaped(format(data[r * columnNames.length + c], c))}</td>`);
  const head = [corner, ...columnNames].map((name) => `<th>${escaped(name)}</th>`).join('');
  const rows = rowNames.map((name, r) => `<tr><th>${escaped(name)}</th>${cells(r).join('')}</tr>`);
  return `<table xmlns="http://www.w3.org/1999/xhtml"><caption>${escaped(caption)}</caption>
<tr>${head}</tr>
${rows.join('\n')}
</table>`;
}

/** Room above the picture for its title and where it is from. */
export const BAND = 52;

/** @param {{ width: number, title: string, provenance: string, ink: string, quiet: string }} o */
export function titleBand({ width, title, provenance, ink, quiet }) {
  const isShort = (title.length + provenance.length) * 7.6 + 60 < width;
  const at = isShort ? `x="${width - 18}" y="31" text-anchor="end"` : 'x="18" y="45"';
  return `<text x="18" y="${isShort ? 31 : 25}" font-size="16.5" font-weight="650" fill="${ink}">${escaped(title)}</text>
<text ${at} font-size="12.5" fill="${quiet}">${escaped(provenance)}</text>`;
}
