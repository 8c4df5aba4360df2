/**
 * The page from its frame and its chapters: a pure function from texts to a text.
 * @param {string} frame index.html with its `<!-- article:… -->` places
 * @param {{ chapters: string[], literature: object[], glossary: object[] }} sources
 */
export function assemble(frame, sources) {
  return frame.replace('<!-- article:chapters -->', () => sources.chapters.join('\n'));
}
