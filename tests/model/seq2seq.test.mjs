// The params of attn-seq2seq: what the fit reached, computed by the engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEngine } from '../../web/engine/attn.js';
import {
  SEQ2SEQ_DIM as dim,
  SEQ2SEQ_SEED,
  SEQ2SEQ_SENTENCES,
  SOURCE_WORDS,
  TARGET_WORDS,
  decoderInputs,
  scoreParams,
  seq2seqParams,
  wordIds,
} from '../../web/model/seq2seq.js';
import { LENGTHS, SEED } from '../../web/widgets/seq2seq/shape.js';

const engine = await loadEngine();
const params = seq2seqParams();
const KINDS = ['additive', 'dot', 'general', 'concat'];
const largest = (row) => row.indexOf(Math.max(...row));
const rows = (flat, width) => Array.from({ length: flat.length / width }, (_, i) => flat.slice(i * width, (i + 1) * width)); // prettier-ignore

function states({ source, target }) {
  const embed = (table, words, ids) => engine.embed({ table, rows: words, dim, ids }).vectors;
  const read = embed(params.embedSource, SOURCE_WORDS.length, wordIds(source, SOURCE_WORDS));
  const keys = engine.recurrent({ x: read, w: params.wEncoder, seqLen: source.length, dim }).states;
  const summary = keys.slice(-dim);
  const before = embed(params.embedTarget, TARGET_WORDS.length + 1, decoderInputs(target));
  const { states: queries } = engine.recurrent({ x: before, w: params.wDecoder, initial: summary, seqLen: target.length, dim }); // prettier-ignore
  return { keys, queries, summary };
}

const words = (logits) =>
  rows(logits, TARGET_WORDS.length).map((row) => TARGET_WORDS[largest(row)]);

function translate(sentence, kind) {
  const { keys, queries } = states(sentence);
  const sizes = { rows: sentence.target.length, count: sentence.source.length, queryDim: dim };
  const { weights, context } = engine.scoreFunction({ kind, queries, keys, ...sizes, ...scoreParams(kind, params) }); // prettier-ignore
  const { y } = engine.linear({ x: context, w: params.out, bias: params.outBias, rows: sizes.rows, inDim: dim, outDim: TARGET_WORDS.length }); // prettier-ignore
  return { words: words(y), places: rows(weights, sizes.count).map(largest) };
}

function recall(sentence) {
  const { queries, summary } = states(sentence);
  const shape = { inDim: dim, outDim: TARGET_WORDS.length };
  const bias = engine.linear({ x: summary, w: params.fixedSummary, bias: params.fixedBias, rows: 1, ...shape }).y; // prettier-ignore
  const { y } = engine.linear({ x: queries, w: params.fixedState, bias, rows: sentence.target.length, ...shape }); // prettier-ignore
  return words(y);
}

const same = (a, b) => a.filter((one, i) => one === b[i]).length;

for (const kind of KINDS) {
  test(`with the ${kind} score every word of the sentences is right, and each looks at its own`, () => {
    for (const sentence of SEQ2SEQ_SENTENCES) {
      const { words: got, places } = translate(sentence, kind);
      assert.deepEqual(got, sentence.target);
      assert.deepEqual(places, sentence.alignment);
    }
  });
}

test('“auf” looks back at “up” across “the ball”', () => {
  for (const kind of KINDS) assert.equal(translate(SEQ2SEQ_SENTENCES[0], kind).places[5], 3);
});

test('with one fixed vector most words of the running example are lost', () => {
  const [example] = SEQ2SEQ_SENTENCES;
  assert.ok(same(recall(example), example.target) <= 6);
});

test('what the figure knows before its part has come is what the fit wrote', () => {
  const lengths = SEQ2SEQ_SENTENCES.map(({ source, target }) => [source.length, target.length]);
  assert.deepEqual(
    lengths,
    Object.values(LENGTHS).map((n) => [n, n]),
  );
  assert.equal(SEED, SEQ2SEQ_SEED);
});
