/** The numbers of attn-block, all of them from the engine. */
import { wordVectors } from '../../model/word-vectors.js';
import { D_FF, D_MODEL, N_HEADS, TENSORS, columnsOf, isSplit } from './tensors.js';

/** Channels of the stack: wide enough for a growth that can be told from chance. */
export const STACK_WIDTH = 32;

/** @param {import('../figure-element.js').State} state */
const choices = ({ order, activation }) => ({ normFirst: order === 'pre', activation });

/**
 * One block, every tensor on the way.
 * @param {any} engine @param {readonly string[]} tokens @param {any} state
 * @returns {Record<string, Float32Array>}
 */
export function openBlock(engine, tokens, state) {
  const sizes = { dModel: D_MODEL, nHeads: N_HEADS, dFf: D_FF };
  const x = wordVectors(engine, tokens, { seed: state.seed, dim: D_MODEL });
  const { params } = engine.seededBlock({ seed: state.seed, ...sizes });
  const { steps } = engine.encoderBlock({
    x,
    seqLen: tokens.length,
    params,
    trace: true,
    ...sizes,
    ...choices(state),
  });
  return { x, ...steps };
}

/** The part of a tensor that is shown. @param {Record<string, Float32Array>} steps @param {any} id @param {number} count @param {string} head */
export function shownOf(steps, id, count, head) {
  const columns = columnsOf(id, count);
  const size = count * columns;
  const at = isSplit(id) ? Number(head) * size : 0;
  return { data: steps[id].subarray(at, at + size), rows: count, columns };
}

/** What gets the full colour: the largest number, by kind. @param {Record<string, Float32Array>} steps */
export function extentsOf(steps) {
  return Object.fromEntries(
    TENSORS.map((id) => [
      id,
      id === 'weights' ? null : steps[id].reduce((most, v) => Math.max(most, Math.abs(v)), 0),
    ]),
  );
}

const stackSizes = { dModel: STACK_WIDTH, nHeads: 4 };

/** The params of a stack, to be drawn off the main thread. @param {number} seed @param {number} nLayers */
export function stackParamsJob(seed, nLayers) {
  const calls = [{ name: 'seededBlock', args: { seed, nLayers, ...stackSizes } }];
  return { key: `${seed} ${nLayers}`, calls };
}

/**
 * The norms of both stacks.
 * @param {any} engine @param {readonly string[]} tokens @param {any} state @param {Float32Array} params
 */
export function stackCalls(engine, tokens, { seed, blocks, activation }, params) {
  const x = wordVectors(engine, tokens, { seed, dim: STACK_WIDTH });
  return [true, false].map((normFirst) => ({
    name: 'stack',
    args: {
      x,
      seqLen: tokens.length,
      params,
      nLayers: blocks,
      normFirst,
      activation,
      ...stackSizes,
    },
  }));
}

/** Why there is no such block, or ''. @param {any} state */
export function misfit({ dModel, heads, kvHeads }) {
  if (dModel % heads !== 0) return 'heads';
  return heads % kvHeads === 0 ? '' : 'kvHeads';
}

/** What a block has, and a model of twelve. @param {any} engine @param {any} state */
export function countParams(engine, state) {
  if (misfit(state)) return null;
  const { dModel, heads, kvHeads, dFf, full, cross } = state;
  const options = {
    dModel,
    nHeads: heads,
    nKvHeads: kvHeads,
    dFf,
    norm: full ? 'layer' : 'none',
    bias: full,
  };
  const model = { nDecoderLayers: 12, vocabulary: 50_257, nPositions: 1024 };
  const isDecoderOnly = full && !cross;
  return {
    ...engine.blockParams({ ...options, cross }),
    model: isDecoderOnly ? engine.modelParams({ ...options, ...model }) : null,
  };
}
