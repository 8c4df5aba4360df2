/** The texts of embed.html beside the figure's own, by language; places as in model/fill.js. */
export const embedTexts = {
  en: {
    title: 'Attention Explorer',
    refused: /** @type {Record<string, string>} */ ({
      version: 'This frame speaks version 1.',
      type: 'This frame knows attn-get and attn-set.',
      nothing: 'attn-set needs a link (text) or a state (an object).',
      link: 'The link names no figure.',
      noFigure: 'This frame shows no figure.',
    }),
    none: 'Write the name of a figure behind the address, as in {example}:',
    noFigure:
      'There is no figure called “{name}”: write the name of one of these behind the address, as in {example}:',
    broken:
      'The link “{text}” was not understood: write the name of a figure behind the address, as in {example}:',
  },
};
