/**
 * Takes the indentation and needless quotes out of templates, and the white space out of style
 * sheets, where they mean nothing; minifiers must leave the insides of template literals alone.
 */
export function unindent() {
  return {
    name: 'attn-unindent',
    transform(code, id) {
      if (!/\/web\/(widgets|draw)\/.*\.js$/.test(id)) return null;
      const lean = code
        .replace(/\bcss`[^`]*`/g, tight)
        .replace(/\n[ \t]+(?=[\w@?.-]+=)/g, ' ')
        .replace(/="([\w.-]+)"(?=[\s>])/g, '=$1')
        .replace(/\n[ \t]+/g, '\n');
      return { code: lean, map: null };
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
