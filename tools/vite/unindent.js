/**
 * Takes the indentation out of templates and style sheets, where it means nothing; minifiers must
 * leave the insides of template literals alone.
 */
export function unindent() {
  return {
    name: 'attn-unindent',
    transform(code, id) {
      if (!/\/web\/(widgets|draw)\/.*\.js$/.test(id)) return null;
      return { code: code.replace(/\n[ \t]+/g, '\n'), map: null };
    },
  };
}
