/**
 * What each attribute of each figure does, in English: for the reference, the manifest that editors
 * read and the types. The widgets do not carry it. Keys follow the figures' parameter tables.
 */

const TEXT = 'the sentence; words and punctuation are tokens';
const SEED = 'the seed of the random params: the same seed gives the same numbers';

/** Of figures that need a score for each pair of tokens. */
const SENTENCE = {
  text: TEXT,
  rule: 'where the scores come from; pairs: those of the attribute pairs, which the reader sets',
  pairs: 'the pairs that get a score, as positions from 0: query, key, query, key, …',
  scores: 'scores for every pair, instead of a rule: a row a query, as 1,2;3,4 or as JSON',
};

export const reference = {
  /** Since which version, where it is not the first. @type {Record<string, Record<string, string>>} */
  since: {},
  firstVersion: '0.1.0',

  /** What every figure has beside its own parameters. */
  common: {
    theme: {
      type: "'light' | 'dark'",
      values: 'light, dark',
      doc: 'the colours; without it the figure follows the page, then the system',
    },
    ramp: {
      type: "'violet' | 'olive' | 'grey'",
      values: 'violet, olive, grey',
      doc: 'the colours of heat maps and matrices: weights in this one; scores in brown and blue, purple and green, or red and blue; without it the figure follows `data-ramp` of the page',
    },
    start: {
      type: 'string',
      doc: 'a state as the Link button of a figure writes it',
    },
    lang: {
      type: "'en' | 'ar' | 'ja'",
      values: 'en, ar, ja',
      doc: 'the language that the figure speaks; without it that of the nearest element around it that has one; any other tag means English',
    },
    controls: {
      type: 'string',
      doc: 'which controls are shown: “mask seed” only these, “-seed” all but this one, “query:locked” shows it and lets nobody change it, in the picture neither; “none”; “locked” locks all; “buttons” and “footer” are names too',
    },
  },

  types: {
    integer: 'whole number',
    number: 'number',
    boolean: 'true or false',
    choice: 'one of a list',
    list: 'numbers, separated by commas',
    text: 'text',
  },

  ranges: {
    between: '{min} to {max}',
    from: 'from {min}',
    depends: 'the end depends on the state',
    exactly: '{count} of them',
    atMost: 'at most {count} of them',
    groups: 'in groups of {count}',
    characters: 'at most {count} characters',
    tokens: 'the first {count} tokens are used',
    whole: 'whole',
  },

  document: {
    title: 'The elements and their attributes',
    intro:
      'Made from the figures’ own tables by `node tools/reference/write.mjs`; a test compares. Every attribute sets what a reader can set, is a property too, and what is wrong in it is refused with a notice in the figure.',
    common: 'Every figure',
    events: 'Events',
    parts: 'Styles',
  },

  columns: {
    attribute: 'attribute',
    property: 'property',
    type: 'type',
    values: 'values',
    default: 'default',
    since: 'since',
    does: 'what it is',
  },

  events: {
    'attn-change':
      'what the figure shows has changed; detail: figure, link, state, values (named numbers, as text) and source (ready, user or api)',
  },

  slot: 'what the page shows until the figure works, and wherever it cannot',

  /** What a page may style through ::part. */
  parts: {
    figure: 'the whole card',
    title: 'the title',
    provenance: 'the label that says where the numbers come from',
    controls: 'the controls',
    picture: 'the picture',
    summary: 'the sentence with the numbers',
    notice: 'what was wrong in an attribute or a link',
    footer: 'the buttons below',
  },

  /** What a page may set besides the colours. */
  properties: {
    '--attn-font': 'the font family',
    '--attn-radius': 'the radius of the card’s corners',
  },
  colour: 'the colour of the role {role}; in light without it {light}, in dark {dark}',

  figures: {
    'attn-lookup': {
      query: 'the place of the query: x and y',
      cut: 'the line through the query along which both answers are drawn',
    },
    'attn-pipeline': {
      text: TEXT,
      stage: 'the matrix that is open',
      row: 'the row of the chosen cell, from 0',
      column: 'the column of the chosen cell, from 0',
      mask: 'whether later tokens are hidden before the softmax',
      show: 'all stages at once, or one after the other',
      seed: SEED,
    },
    'attn-pattern': {
      ...SENTENCE,
      query: 'the position of the token that looks, from 0',
      mask: 'whether later tokens are hidden before the softmax',
      zeroAfter: 'the wrong way of masking: weights are set to zero after the softmax',
      hide: 'positions of keys that are hidden from the softmax',
    },
    'attn-temperature': {
      temperature: 'what the scores are divided by; 0 is argmax, inf is uniform',
      scores: 'the scores of the ten tokens',
    },
    'attn-scaling': {
      headDim: 'the width of a head: how many products a score sums up',
      pairs: 'how many pairs of a query and a key are drawn',
      seed: 'the seed of the drawn pairs',
    },
    'attn-alignment': {
      query: 'the tip of the query: x and y',
      keys: 'the tips of the keys: x, y, x, y, …',
      keyValues: 'the value of each key',
      selected: 'the arrow that the number fields show: 0 is the query, 1 the first key',
    },
    'attn-heads': {
      ...SENTENCE,
      heads: 'three heads, or one with the mean of their scores',
      neighbour: 'the token that head B looks at',
      query: 'the position of the token that looks, from 0',
      seed: 'the seed of the values that the heads blend',
      dModel: 'the width that the parameter count is for',
      nHeads: 'the number of heads that the parameter count is for',
    },
    'attn-seq2seq': {
      sentence: 'the sentence that is translated',
      memory: 'what the decoder reads: all states, or one fixed vector',
      score: 'the score function',
      step: 'how many words have been written',
    },
    'attn-complexity': {
      n: 'the number of tokens',
      d: 'the number of channels',
      k: 'the width of the convolution',
      r: 'how many neighbours restricted self-attention looks at',
    },
    'attn-order': {
      text: TEXT,
      positions: 'how positions are put in, if at all',
      mask: 'whether later tokens are hidden before the softmax',
      order: 'the order of the copy, as positions of the original; empty: the shuffle decides',
      shuffle: 'the seed of the shuffle',
      seed: SEED,
      token: 'the chosen token, by its place in the original, from 0',
    },
    'attn-positional': {
      text: TEXT,
      d: 'the number of channels',
      t: 'the position that is looked at',
      delta: 'the step for which the rotation is checked',
      rows: 'how many positions the learned table has',
      channels: 'the three channels whose curves are drawn',
      chosen: 'which of the three curves is in front, from 0',
      seed: 'the seed of the learned table',
    },
    'attn-rope': {
      pairing: 'which channels make a pair: neighbours, or halves',
      i: 'the position of the query',
      j: 'the position of the key',
      heads: 'for how many heads the slopes of ALiBi are shown',
      seed: 'the seed of the query and the key',
      shift: 'by how much both are shifted in the test',
      pair: 'the chosen pair, from 0',
    },
    'attn-block': {
      text: TEXT,
      order: 'LayerNorm before each part, or after it',
      activation: 'the activation of the feed-forward network',
      head: 'the head whose tensors are shown',
      seed: SEED,
      tensor: 'the tensor that is open',
      row: 'the row of the chosen cell, from 0',
      column: 'the column of the chosen cell, from 0',
      blocks: 'how many blocks are stacked',
      dModel: 'the width that the parameter count is for',
      dFf: 'the hidden width that the parameter count is for',
      heads: 'the number of heads that the parameter count is for',
      kvHeads: 'the number of KV heads that the parameter count is for',
      cross: 'whether the parameter count includes cross-attention',
      full: 'whether the parameter count includes biases and norms',
    },
    'attn-architectures': {
      attention: 'the attention that is open',
      block: 'the block that is shown',
      head: 'the head that is shown',
      seed: SEED,
      row: 'the position of the chosen query, from 0',
      column: 'the position of the chosen key, from 0',
    },
    'attn-kv-cache': {
      text: TEXT,
      step: 'how many tokens have been read',
      draw: 'whether the next token comes from the text or is drawn by the model',
      seed: SEED,
      model: 'the model whose sizes the calculator takes; own: the five that follow',
      layers: 'the number of layers, for the calculator',
      kvHeads: 'the number of KV heads, for the calculator',
      headDim: 'the width of a head, for the calculator',
      cacheTokens: 'the number of tokens in the cache, for the calculator',
      numberBytes: 'the bytes of a number, for the calculator',
      batch: 'the number of texts in the batch, for the calculator',
    },
    'attn-kv-sharing': {
      kvHeads: 'how many KV heads the eight query heads share',
      seed: SEED,
    },
    'attn-tiling': {
      text: TEXT,
      rule: 'where the scores come from',
      tileQ: 'how many queries a tile has',
      tileK: 'how many keys a tile has',
      causal: 'whether later tokens are hidden before the softmax',
      query: 'the position of the query whose numbers are followed, from 0',
      tile: 'the tile of keys that is being read, from 0',
      seed: 'the seed of the values',
      countTokens: 'for how many tokens the reads and writes are counted',
    },
  },
};
