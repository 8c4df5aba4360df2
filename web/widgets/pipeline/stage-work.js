/** The stages of a figure's state: computed at once, or for a long text by the background. */
import { settle } from '../../model/parameters.js';
import { computeStages } from './compute.js';
import { bringLarge, largePart } from './long-text.js';
import { isLong, tokensIn } from './parameters.js';

/** @typedef {import('../attn-pipeline.js').AttnPipeline} Figure */
/** @typedef {import('../figure-element.js').State} State */
/** @typedef {import('./compute.js').Stages} Stages */

export class StageWork {
  /** @param {Figure} figure */
  constructor(figure) {
    this.figure = figure;
    /** The newest that are finished. @type {Stages | null | void} */
    this.stages = null;
    /** What of the state they are of. @type {State | null} */
    this.of = null;
  }

  /** @param {State} state @returns {ReturnType<Figure['backgroundJobs']>} */
  jobs(state) {
    return (isLong(tokensIn(state).length) && largePart()?.jobs(this.figure, state)) || {};
  }

  /**
   * Bring the stages up to the state as far as they can be.
   * @param {any} engine @param {State} state
   * @returns {State} the state that they are of: the reader's, but for what has no numbers yet
   */
  update(engine, state) {
    const { text, seed, mask } = state;
    const { of } = this;
    if (of && of.text === text && of.seed === seed && of.mask === mask) return state;
    const stages = this.newStages(engine, state);
    if (!stages) return settle(this.figure.parameters, { ...state, ...of });
    this.stages = stages;
    this.of = { text, seed, mask };
    return state;
  }

  /** @param {any} engine @param {State} state @returns {Stages | null | void} */
  newStages(engine, state) {
    const tokens = tokensIn(state);
    if (!isLong(tokens.length)) {
      return computeStages(engine, tokens, { seed: state.seed, isCausal: state.mask === 'causal' });
    }
    const part = largePart();
    return part ? part.stages(this.figure, state) : void bringLarge(this.figure);
  }
}
