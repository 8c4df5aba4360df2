/** The texts of authors.html that change with what is chosen, by language. */
export const authorsTexts = {
  en: {
    forms: {
      iframe: {
        name: 'HTML, in a frame',
        how: 'Paste it where the figure shall stand. The frame cannot touch your page; the script gives it the height of its figure, once a page.',
      },
      module: {
        name: 'HTML, as an element (module)',
        how: 'Paste it where the figure shall stand; the script is needed once a page. Your page and the figure can talk to each other. Browsers take a module from another host only if that host allows it; the classic script below works from any.',
      },
      classic: {
        name: 'HTML, as an element (classic script)',
        how: 'The same with a script that may come from any host, or from a disk: then put the folder beside your page and write its name as the address.',
      },
      markdown: {
        name: 'Markdown',
        how: 'Paste it between two paragraphs. Your renderer must let HTML through.',
      },
      quarto: { name: 'Quarto', how: 'Paste it into the .qmd file as a block of its own.' },
      myst: {
        name: 'Jupyter Book (MyST)',
        how: 'Paste it into a .md file, or into a Markdown cell of a notebook that a book is made of.',
      },
      reveal: {
        name: 'reveal.js',
        how: 'Paste it among the slides. Choose a width and a height that fit into a slide.',
      },
      moodle: {
        name: 'Moodle',
        how: 'In the editor open the source (<>), paste it, and save.',
      },
      canvas: {
        name: 'Canvas',
        how: 'In the Rich Content Editor open the HTML editor (</>), paste it, and save. Canvas gives the frame its height.',
      },
      link: {
        name: 'A plain link',
        how: 'It opens the chapter with the figure in this state; the choices of controls and width do not travel with it.',
      },
    },
    rules: { shown: 'shown', hidden: 'hidden', locked: 'locked' },
    footer: 'Buttons below the figure',
    buttons: 'Buttons among the controls',
    ruleOf: '{control}: shown, hidden or locked',
    fallback: 'A figure of Attention Explorer stands here: {title}.',
    before: {
      alt: '{title}: a still picture of the figure.',
      words: '{title}. {said} ({provenance})',
      wordsOfOther:
        '{title}. The picture shows the figure as it starts; on this page it is set up otherwise: {said} ({provenance})',
      hints: {
        own: 'Download the picture, and put {file} beside your page.',
        other:
          'The picture shows another state than your page does, and the words below it say so.',
      },
      saved: '{name} was downloaded.',
      failed: 'The picture could not be made here.',
    },
    copied: 'Copied.',
    copyFailed: 'Copying is not allowed here. Select the text and copy it.',
    noFigure: 'There is no figure called “{name}”; the first one is shown.',
  },
};
