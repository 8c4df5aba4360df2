/** The texts of embed.html beside the figure's own, by language; places as in model/fill.js. */
export const embedTexts = {
  en: {
    title: 'Attention Explorer',
    none: 'Write the name of a figure behind the address, as in {example}:',
    noFigure:
      'There is no figure called “{name}”: write the name of one of these behind the address, as in {example}:',
    broken:
      'The link “{text}” was not understood: write the name of a figure behind the address, as in {example}:',
  },
};
