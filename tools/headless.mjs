// Figures without a page: their numbers, tables and pictures in Node, from the same code.
import '@lit-labs/ssr/lib/install-global-dom-shim.js';
import { register } from 'node:module';
import { loadEngine } from '../web/engine/attn.js';

/** The bundler's modules of the engine: figures are given the engine here, and never ask. */
const NO_ENGINE = `data:text/javascript,${encodeURIComponent(
  ['createBackground', 'lengths', 'loadEngine', 'packed', 'workerSource']
    .map((name) => `export const ${name} = null;`)
    .join(''),
)}`;
/**
 * In a template <title> is a tooltip of SVG, but what renders templates in Node reads it as the
 * title of a page, in which nothing can be filled in: there it goes by another name.
 */
const HOOKS = `
export const resolve = (name, context, next) =>
  /^virtual:attn-(engine|binaries)$/.test(name)
    ? { url: ${JSON.stringify(NO_ENGINE)}, shortCircuit: true }
    : next(name, context);
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!/\\/web\\/(draw|widgets)\\//.test(url)) return loaded;
  return { ...loaded, source: String(loaded.source).replace(/(<\\/?)title>/g, '$1svg-title>') };
}`;
register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);

globalThis.matchMedia ??= () => ({ matches: false, addEventListener() {} });

/** @type {Promise<any> | undefined} */
let engine;

/** The names of all figures, in the order in which they are registered. */
export async function figureNames() {
  await import('../web/widgets/all.js');
  const { en } = await import('../web/model/texts/en.js');
  return Object.keys(en.figures).filter((name) => globalThis.customElements.get(name));
}

/**
 * A figure with its numbers, as it would stand on a page of that width.
 * @param {string} name such as attn-pattern
 * @param {{ state?: object, width?: number }} [options]
 * @returns {Promise<any>}
 */
export async function headless(name, { state = {}, width = 862 } = {}) {
  await figureNames();
  engine ??= loadEngine();
  const Figure = /** @type {any} */ (globalThis.customElements.get(name));
  const figure = new Figure();
  figure.setState(state);
  figure.width = width;
  figure.engine = await engine;
  // Jobs may wait for the answers of others; no figure chains more than a few.
  for (let round = 0; round < 4; round++) work(figure);
  figure.results = figure.compute(figure.engine, figure.state);
  return figure;
}

/** What a page does in the background. @param {any} figure */
function work(figure) {
  const jobs = figure.backgroundJobs(figure.state);
  for (const [name, { key, calls }] of Object.entries(jobs)) {
    if (figure.work.works.get(name)?.finishedKey === key) continue;
    const answers = calls.map((call) => figure.engine[call.name](call.args));
    figure.work.works.set(name, { key, wantedKey: key, finishedKey: key, answers, asked: calls });
  }
}
