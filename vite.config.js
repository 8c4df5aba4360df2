import { readFileSync } from 'node:fs';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { ascii } from './tools/vite/ascii.js';
import { articlePlugin } from './web/article/plugin.js';
import { authorsPlugin } from './web/authors/plugin.js';
import { referenceHtml } from './tools/reference/html.mjs';
import { inlinePublicFiles } from './tools/vite/inline-public.js';
import { leanLit } from './tools/vite/lean-lit.js';
import { licences } from './tools/vite/licences.js';
import { enginePlugin } from './tools/vite/engine-plugin.js';
import { inlineSideScripts, serveSideScripts } from './tools/vite/side-scripts.js';
import { portableTexts } from './tools/vite/portable-texts.js';
import { tokensPlugin } from './tools/vite/tokens-plugin.js';
import { unindent } from './tools/vite/unindent.js';
import { TRANSLATIONS } from './web/model/language.js';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** `npx vite` serves the page from source; tools/build.mjs makes the deliveries below. */
export default {
  ...base([...pages(), serveSideScripts(sideScripts())], enginePlugin(), '/'),
  server: { port: 5173 },
};

/** index.html, authors.html and their assets: relative links only, so that any sub-path will do. */
export function pageConfig() {
  const input = ['web/index.html', 'web/authors.html'];
  const build = {
    license: { fileName: 'licenses.md' },
    rolldownOptions: { ...quiet, input },
  };
  return site(pages({ pictures: true }), build, enginePlugin(), '../');
}

/** @param {{ pictures?: boolean }} [options] */
function pages(options) {
  return [articlePlugin(options), authorsPlugin(referenceHtml), leanLit()];
}

/**
 * One page with everything in it, the script as a classic one that needs no fetch: index.html
 * becomes the whole explorer, embed.html one figure for an <iframe>.
 * @param {'index.html' | 'embed.html'} name
 */
export function singleFileConfig(name) {
  // embed.html loads them from beside it, as they would weigh on every frame of a course.
  const own = name === 'index.html' ? [articlePlugin(), inlineSideScripts()] : [unindent()];
  const plugins = [...own, leanLit()];
  return site([...plugins, viteSingleFile(), inlinePublicFiles()], {
    outDir: '../build/single',
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    copyPublicDir: false,
    rolldownOptions: { ...quiet, input: `web/${name}`, output: { format: 'iife' }, ...classic },
  });
}

/**
 * The widgets for other pages: `es` is attn-widgets.js, `iife` the classic attn-widgets.iife.js.
 * @param {'es' | 'iife'} format
 */
export function widgetsConfig(format) {
  const suffix = format === 'es' ? 'js' : 'iife.js';
  const build = {
    ...small,
    lib: {
      entry: 'widgets/portable.js',
      formats: [format],
      name: 'AttentionExplorer',
      fileName: () => `attn-widgets.${suffix}`,
    },
    // Vite leaves ES libraries readable unless told otherwise.
    rolldownOptions: {
      ...quiet,
      output: {
        minify: true,
        codeSplitting: false,
        comments: { annotation: false },
        postBanner: licences,
      },
      ...(format === 'iife' && classic),
    },
  };
  return site(
    [unindent(), leanLit(), portableTexts(), ...(format === 'iife' ? [ascii()] : [])],
    build,
    enginePlugin({ isLean: true }),
  );
}

/**
 * Scripts that lie beside the widgets, which load them on first use: what the Download button
 * opens, what only attn-seq2seq and only large matrices need, and the texts of each language.
 * @returns {Record<string, () => object>} the configurations of their builds, by file name
 */
export function sideScripts() {
  const texts = TRANSLATIONS.map((language) => [
    `attn-texts.${language}.js`,
    () => sideScriptConfig(`attn-texts.${language}.js`, `languages/${language}.js`),
  ]);
  return {
    'attn-take-along.js': () => sideScriptConfig('attn-take-along.js', 'take-along/register.js'),
    'attn-seq2seq.js': () => sideScriptConfig('attn-seq2seq.js', 'widgets/seq2seq/register.js'),
    'attn-large.js': () => sideScriptConfig('attn-large.js', 'widgets/large/register.js'),
    ...Object.fromEntries(texts),
  };
}

/** @param {string} name @param {string} entry */
function sideScriptConfig(name, entry) {
  const build = {
    ...small,
    lib: { entry, formats: ['iife'], name: 'AttentionBeside', fileName: () => name },
    rolldownOptions: {
      ...quiet,
      output: { minify: true, comments: { annotation: false }, postBanner: licences },
      ...classic,
    },
  };
  // Templates without elements: those are in the widgets.
  const alias = [{ find: /^lit$/, replacement: 'lit/html.js' }];
  return { ...site([unindent()], build), resolve: { alias } };
}

/** Terser makes scripts 2 % smaller than the default does; inlining more repeats what gzip has to hold. */
const small = {
  copyPublicDir: false,
  minify: 'terser',
  terserOptions: {
    module: true,
    ecma: 2022,
    compress: {
      passes: 6,
      inline: 1,
      unsafe_arrows: true,
      unsafe_methods: true,
      pure_getters: true,
      keep_fargs: false,
    },
    format: { comments: /^!/ },
  },
};

/** attn-embed.js, for a page around frames: small, classic, and knows nothing of the figures. */
export function hostConfig() {
  const lib = {
    entry: 'embed/host.js',
    formats: ['iife'],
    name: 'attnEmbed',
    fileName: () => 'attn-embed.js',
  };
  return site([], { ...small, lib, rolldownOptions: quiet });
}

/** A classic script has no address of its own; the engine then insists on being given its bytes. */
const classic = { transform: { define: { 'import.meta.url': 'undefined' } } };

/** How long a plugin took is no warning. */
const quiet = { checks: { bundlerTimings: false } };

/**
 * @param {any[]} plugins @param {any} [engine]
 * @param {string} [beside] the way from the page's script to the folder of the scripts that it loads
 */
function base(plugins, engine = enginePlugin(), beside = './') {
  return {
    define: { BESIDE: JSON.stringify(beside), VERSION: JSON.stringify(version) },
    root: 'web',
    base: './',
    configFile: false,
    logLevel: 'warn',
    plugins: [tokensPlugin(), engine, ...plugins],
  };
}

function site(plugins, build, engine, beside) {
  return {
    ...base(plugins, engine, beside),
    build: {
      outDir: '../build/site',
      target: ['es2022', 'safari16.4'],
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      emptyOutDir: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1000,
      ...build,
    },
  };
}
