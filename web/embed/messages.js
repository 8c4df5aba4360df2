/**
 * How the page around the frame talks with the figure in it: messages of version 1, plain data.
 *
 * To the frame: `attn-get`, `attn-set` (with `link`, or `state` by key), each with an `id` if wanted.
 * From the frame: `attn-state` answers, `attn-refused` says why not, `attn-changed` follows the
 * reader, `attn-height` the picture (see height.js).
 *
 * Only the parent is heard, and with the option `origin` only if it is of a listed origin.
 */
import { embedTexts } from '../model/texts/embed.js';

const VERSION = 1;

/** @typedef {import('../widgets/figure-element.js').FigureElement} FigureElement */
/**
 * @typedef {object} Frame what the messages act on
 * @property {() => FigureElement | null} figure that is shown
 * @property {(link: string) => boolean} follow a link, in the options that the frame has; false
 *   where it names no figure
 * @property {() => readonly string[]} origins that may speak; none: any
 * @property {() => void} sayHeight once more
 */

/** Listen, and tell of changes. @param {Frame} frame */
export function startMessages(frame) {
  if (parent === window) return;
  /** Where changes go: with a list of origins, to whom has spoken. @type {string | null} */
  let listener = null;
  let turn = Promise.resolve();
  addEventListener('message', (event) => {
    if (!isForUs(event, frame.origins())) return;
    listener = event.origin;
    const answer = (/** @type {object} */ message) => send(message, event.origin);
    // One after another, so that each answer is of the state that its question made.
    turn = turn.then(() => receive(frame, event.data, answer));
  });
  addEventListener('attn-change', (event) => {
    const target = frame.origins().length > 0 ? listener : '*';
    const { detail } = /** @type {CustomEvent} */ (event);
    if (target) send({ type: 'attn-changed', ...detail }, target);
  });
}

/** @param {MessageEvent} event @param {readonly string[]} origins */
function isForUs({ source, origin, data }, origins) {
  if (source !== parent || (origins.length > 0 && !origins.includes(origin))) return false;
  const type = typeof data === 'object' && own(data, 'type');
  return typeof type === 'string' && type.startsWith('attn-');
}

/** A property of the message itself, whatever its prototype says. @param {any} data @param {string} key */
const own = (data, key) => (data !== null && Object.hasOwn(data, key) ? data[key] : undefined);

/** @param {object} message @param {string} origin */
function send(message, origin) {
  // A parent without an origin (a file, a sandbox) cannot be named.
  parent.postMessage({ ...message, version: VERSION }, origin === 'null' ? '*' : origin);
}

/** @param {Frame} frame @param {any} data @param {(message: object) => void} answer */
async function receive(frame, data, answer) {
  const given = own(data, 'id');
  const id = ['string', 'number'].includes(typeof given) ? String(given).slice(0, 100) : undefined;
  const why = reasonAgainst(data);
  const refuse = (/** @type {string} */ reason) =>
    answer({ type: 'attn-refused', id, reason: embedTexts.en.refused[reason] });
  if (why) return refuse(why);
  if (data.type === 'attn-get') frame.sayHeight();
  else if (!apply(frame, data)) return refuse('link');
  const figure = frame.figure();
  await figure?.updateComplete;
  return figure ? answer({ type: 'attn-state', id, ...stateOf(figure) }) : refuse('noFigure');
}

/** @param {any} data @returns {string | null} */
function reasonAgainst(data) {
  if (own(data, 'version') !== VERSION) return 'version';
  if (!['attn-get', 'attn-set'].includes(data.type)) return 'type';
  if (data.type === 'attn-get') return null;
  const [link, state] = [own(data, 'link'), own(data, 'state')];
  const isState = typeof state === 'object' && state !== null && !Array.isArray(state);
  return typeof link === 'string' || isState ? null : 'nothing';
}

/** @param {Frame} frame @param {any} data @returns {boolean} */
function apply(frame, data) {
  if (typeof own(data, 'link') === 'string') return frame.follow(data.link);
  frame.figure()?.setState(data.state);
  return true;
}

/** @param {FigureElement} figure */
function stateOf(figure) {
  const { figureName, link, values, notices } = figure;
  return {
    figure: figureName,
    link,
    state: figure.getState(),
    values,
    notices: notices.map((one) => (typeof one === 'string' ? one : one())),
  };
}
