/**
 * Takes the indentation and needless quotes out of templates, the lines between parts of tables
 * and of pictures, and the white space out of style sheets, where they mean nothing; minifiers must
 * leave the insides of template literals alone.
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
        .replace(/\n[ \t]+/g, '\n')
        .replace(
          /\n(?=>|<\/?(?:table|thead|tbody|svg|g|path|line|rect|circle|text|title)\b|<\/(?:div|p|tr|section|fieldset)>)/g,
          '',
        );
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
