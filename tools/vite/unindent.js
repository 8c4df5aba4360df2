/**
 * Takes the indentation out of templates and the white space out of style sheets, where they mean
 * nothing; minifiers must leave the insides of template literals alone.
 */
export function unindent() {
  return {
    name: 'attn-unindent',
    transform(code, id) {
      if (!/\/web\/(widgets|draw)\/.*\.js$/.test(id)) return null;
      return { code: code.replace(/\bcss`[^`]*`/g, tight).replace(/\n[ \t]+/g, '\n'), map: null };
    },
  };
}

/** @param {string} sheet */
function tight(sheet) {
  return sheet
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}');
}
