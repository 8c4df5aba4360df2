/** Chapter 8: a whole block, every tensor of it; stacked, and counted. */
import { fill } from '../model/fill.js';
import { count, fixed, percent, score } from '../model/format.js';
import { moveInGrid } from '../model/grid-keys.js';
import { tokensOf } from '../model/tokens.js';
import { FigureElement } from './figure-element.js';
import { wordsOf } from './own-sentence.js';
import { controlContext } from './frame/frame.js';
import { renderControl } from './frame/controls.js';
import { countParams, extentsOf, openBlock, shownOf, stackCalls, stackParamsJob } from './block/compute.js'; // prettier-ignore
import { ABOVE, BLOCK_PARAMETERS } from './block/parameters.js';
import { cellName, channelName } from './row-label.js';
import { blockHeight, blockPicture } from './block/picture.js';
import { blockStyles } from './block/styles.js';
import { blockTables } from './block/tables.js';
import { TENSORS, columnsOf, isPairs, isSplit } from './block/tensors.js';

/** @typedef {import('./figure-element.js').State} State */
/** @typedef {import('./block/tensors.js').TensorId} TensorId */

export class AttnBlock extends FigureElement {
  static figureName = 'attn-block';
  static parameters = BLOCK_PARAMETERS;
  static styles = [...FigureElement.styles, blockStyles];

  constructor() {
    super();
    /** What the last answers are of, by name. @type {Record<string, { key: string, value: any }>} */
    this.kept = {};
  }

  /** The frame shows some of the controls. @returns {readonly import('../model/parameters.js').Parameter[]} */
  get framed() {
    return this.parameters.filter(({ key }) => ABOVE.includes(key));
  }

  get tokens() {
    return tokensOf(this.state.text);
  }

  /** The tokens as they are told apart in words. @returns {string[]} */
  get names() {
    return this.once('names', this.state.text, () => wordsOf(this.state).names);
  }

  /** Ask once a key. @template T @param {string} name @param {string} key @param {() => T} make @returns {T} */
  once(name, key, make) {
    if (this.kept[name]?.key !== key) this.kept[name] = { key, value: make() };
    return this.kept[name].value;
  }

  /** @param {any} engine @param {State} state */
  compute(engine, state) {
    const { seed, order, activation, text, tensor, head, row } = state;
    const opened = this.once('opened', `${seed} ${order} ${activation} ${text}`, () => {
      const steps = openBlock(engine, this.tokens, state);
      return { steps, extents: extentsOf(steps) };
    });
    const sizes = JSON.stringify(['dModel', 'dFf', 'heads', 'kvHeads', 'cross', 'full'].map((key) => state[key])); // prettier-ignore
    const shown = shownOf(opened.steps, tensor, this.tokens.length, head);
    const answers = this.work.answers('norms');
    return {
      ...opened,
      shown: this.once('shown', `${this.kept.opened.key} ${tensor} ${head}`, () => shown),
      extent: opened.extents[tensor],
      cell: { row, column: state.column },
      value: shown.data[row * shown.columns + state.column],
      counts: this.once('counts', sizes, () => countParams(engine, state)),
      norms: answers && { pre: answers[0].meanNorms, post: answers[1].meanNorms },
    };
  }

  /** Params first, then both stacks with them. @param {State} state */
  backgroundJobs(state) {
    const { seed, blocks, activation, text } = state;
    const params = stackParamsJob(seed, blocks);
    /** @type {Record<string, any>} */
    const jobs = { params };
    if (this.work.has('params', params.key)) {
      const key = `${params.key} ${activation} ${text}`;
      const drawn = this.work.answers('params')?.[0].params;
      jobs.norms = this.once('norms', key, () => ({
        key,
        calls: stackCalls(this.engine, this.tokens, /** @type {any} */ (state), drawn),
      }));
    }
    return jobs;
  }

  /** @param {any} results @param {State} _state @param {any} layout @returns {unknown} */
  picture(results, _state, layout) {
    return blockPicture(this, results, layout);
  }

  /** @param {State} _state @param {any} layout */
  pictureHeight(_state, layout) {
    return blockHeight(layout);
  }

  /** How a tensor is made, with the order of the norms. @param {TensorId} id */
  madeOf(id) {
    const { words, state } = this;
    const made = words.made[id];
    const text = typeof made === 'string' ? made : made[state.order];
    return this.plain(text, { activation: words.params.activation.values[state.activation] });
  }

  /** @param {any} results */
  cellName({ cell, value }) {
    const { names, state } = this;
    const column = isPairs(state.tensor) ? names[cell.column] : channelName(this, cell.column);
    const shown = state.tensor === 'weights' ? percent(value) : score(value);
    return cellName(this, names[cell.row], column, shown);
  }

  /** @param {any} results */
  summary(results) {
    const { words, state } = this;
    const { tensor } = state;
    const name = isSplit(tensor)
      ? this.plain(words.ofHead, { name: words.names[tensor], head: state.head })
      : words.names[tensor];
    const { norms, counts } = results;
    const parts = [...fill(words.summary, { name: this.mark(name), cell: this.cellName(results) })];
    if (norms) {
      const last = norms.pre.length - 1;
      const values = {
        blocks: String(last),
        pre: score(norms.pre[last]),
        post: score(norms.post[last]),
      };
      parts.push(...fill(words.summaryStack, values));
    }
    if (counts) {
      const share = percent(counts.feedForward / counts.total);
      parts.push(...fill(words.summaryCounts, { total: this.mark(count(counts.total)), share }));
    }
    return parts;
  }

  /** @param {any} results */
  tables(results) {
    return blockTables(this, results);
  }

  /** @param {State} state */
  provenance(state) {
    return this.plain(this.texts.frame.provenance.random, { seed: state.seed });
  }

  /** @param {any} results @param {State} state */
  valuesOf({ value, norms, counts, shown }, state) {
    const last = state.blocks;
    return {
      tensor: this.words.names[state.tensor],
      shape: `${shown.rows} × ${shown.columns}`,
      value: state.tensor === 'weights' ? percent(value) : score(value),
      'norm-pre': norms ? fixed(norms.pre[norms.pre.length - 1]) : '',
      'norm-post': norms ? fixed(norms.post[norms.post.length - 1]) : '',
      blocks: String(last),
      params: counts ? count(counts.total) : '',
      'attention-params': counts ? count(counts.attention + counts.crossAttention) : '',
      'ffn-params': counts ? count(counts.feedForward) : '',
      'ffn-share': counts ? percent(counts.feedForward / counts.total) : '',
      'model-params': counts?.model ? count(counts.model.total) : '',
    };
  }

  /** @param {string} key */
  isDisabled(key) {
    return key === 'head' && !isSplit(this.state.tensor);
  }

  /** A control beside what it changes. @param {string} key @returns {unknown} */
  control(key) {
    const parameter = this.parameters.find((p) => p.key === key);
    return parameter && renderControl(parameter, controlContext(this));
  }

  // ---- what the picture's parts do -----------------------------------------------------------

  /** @param {TensorId} tensor */
  choose(tensor) {
    const columns = columnsOf(tensor, this.tokens.length);
    this.change({ tensor, column: Math.min(this.state.column, columns - 1) });
  }

  /** @param {KeyboardEvent} event */
  tensorKey(event) {
    const at = TENSORS.indexOf(this.state.tensor);
    const to = moveInGrid(event, { row: 0, column: at }, 1, TENSORS.length);
    if (!to) return;
    event.preventDefault();
    this.choose(TENSORS[to.column]);
    this.focusNext(`[data-tensor="${TENSORS[to.column]}"]`);
  }
}
