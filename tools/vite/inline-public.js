import { readFile } from 'node:fs/promises';

const PUBLIC = new URL('../../web/public/', import.meta.url);

/** Puts the files that the page asks for by name into the single file. */
export function inlinePublicFiles() {
  return {
    name: 'attn-inline-public-files',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const favicon = await readFile(new URL('favicon.svg', PUBLIC));
        const theme = await readFile(new URL('theme.js', PUBLIC), 'utf8');
        const data = `data:image/svg+xml;base64,${favicon.toString('base64')}`;
        return withoutAuthors(html)
          .replace(/href="[^"]*favicon\.svg"/, `href="${data}"`)
          .replace(/<script src="[^"]*offline\.js"[^>]*><\/script>/, '')
          .replace(/<script src="[^"]*theme\.js"[^>]*><\/script>/, () => inlineScript(theme));
      },
    },
  };
}

/** A single file has no page for authors beside it. @param {string} html */
function withoutAuthors(html) {
  return html
    .replace(/ data-attn-authors="[^"]*"/, '')
    .replace(/<p>\s*<a href="\.\/authors\.html">[\s\S]*?<\/p>/, '');
}

function inlineScript(source) {
  return `<script>\n${source}</script>`;
}
