/**
 * Writes all that is not ASCII as \uXXXX. A classic script is read in the encoding of its page, and
 * many pages do not say theirs.
 * @returns {import('vite').Plugin}
 */
export function ascii() {
  const escaped = (/** @type {string} */ unit) =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'ascii',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          // All there is stands in strings, templates, regular expressions and comments.
          if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escaped);
        }
      },
    },
  };
}
