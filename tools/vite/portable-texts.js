/**
 * The widgets for other pages leave attn-seq2seq out (web/widgets/all.js), and so its texts; and what
 * only the page says of its links.
 */
export function portableTexts() {
  return {
    name: 'attn-portable-texts',
    transform(code, id) {
      if (!id.endsWith('/model/texts/en.js')) return null;
      const rest = code
        .replace(/'attn-seq2seq': \{[^]*?\n {4}\},\n/, '')
        .replace(/\n {4}(link|noFigure): '[^']*“[^']*',/g, '');
      if (rest === code) throw new Error('en.js has no texts of attn-seq2seq to leave out');
      return { code: rest, map: null };
    },
  };
}
