/** What a reader can set in attn-block. */
import { tokensOf } from '../../model/tokens.js';
import { textParameter } from '../own-sentence.js';
import { HEADS, TENSORS, columnsOf } from './tensors.js';

/** @typedef {import('../figure-element.js').State} State */

/** Sizes of layers that the chapter names. @type {Record<string, State>} */
export const PRESETS = {
  encoder: { dModel: 512, heads: 8, kvHeads: 8, dFf: 2048, cross: false, full: false },
  decoder: { dModel: 512, heads: 8, kvHeads: 8, dFf: 2048, cross: true, full: false },
  gpt2: { dModel: 768, heads: 12, kvHeads: 12, dFf: 3072, cross: false, full: true },
};

/** @param {string} id @param {State} state */
export const isPreset = (id, state) =>
  Object.entries(PRESETS[id]).every(([key, value]) => state[key] === value);

/** The frame shows these; the others stand beside what they change. */
export const ABOVE = ['text', 'order', 'activation', 'head', 'seed'];

const { encoder } = PRESETS;

/** @type {readonly import('../../model/parameters.js').Parameter[]} */
export const BLOCK_PARAMETERS = [
  textParameter,
  { key: 'order', type: 'choice', values: ['pre', 'post'], default: 'pre', control: 'segments' },
  {
    key: 'activation',
    type: 'choice',
    values: ['gelu', 'relu'],
    default: 'gelu',
    control: 'segments',
  },
  { key: 'head', type: 'choice', values: HEADS, default: '0', control: 'segments' },
  { key: 'seed', type: 'integer', default: 7, min: 0, max: 999_999, control: 'seed' },
  { key: 'tensor', type: 'choice', values: TENSORS, default: 'activated', control: 'none' },
  {
    key: 'row',
    type: 'integer',
    default: 7,
    min: 0,
    max: (state) => tokensOf(state.text).length - 1,
    control: 'none',
  },
  {
    key: 'column',
    type: 'integer',
    default: 13,
    min: 0,
    max: (state) => columnsOf(state.tensor, tokensOf(state.text).length) - 1,
    control: 'none',
  },
  { key: 'blocks', type: 'integer', default: 24, min: 1, max: 48, control: 'range' },
  {
    key: 'dModel',
    type: 'integer',
    default: encoder.dModel,
    min: 1,
    max: 65_536,
    control: 'number',
  },
  { key: 'dFf', type: 'integer', default: encoder.dFf, min: 1, max: 262_144, control: 'number' },
  { key: 'heads', type: 'integer', default: encoder.heads, min: 1, max: 1024, control: 'number' },
  {
    key: 'kvHeads',
    type: 'integer',
    default: encoder.kvHeads,
    min: 1,
    max: 1024,
    control: 'number',
  },
  { key: 'cross', type: 'boolean', default: encoder.cross, control: 'switch' },
  { key: 'full', type: 'boolean', default: encoder.full, control: 'switch' },
];
