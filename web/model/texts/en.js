/**
 * Every text for people, in English. A translation is one file like this one.
 * {places} are filled by model/fill.js; keys follow the figures' parameter tables.
 */

export const en = {
  language: 'en',

  frame: {
    loading: 'The engine is starting…',
    computing: 'Computing…',
    stop: 'Stop',
    stopped: 'Stopped. The last finished numbers are shown.',
    again: 'Compute',
    numbers: 'Numbers',
    link: 'Link',
    download: 'Download',
    embed: 'Embed',
    notYet: 'not available yet',
    keys: 'Keys',
    reset: 'Reset',
    newSeed: 'New seed',
    tokenCount: '{count} of {max} tokens',
    tokenLimit: 'Words and punctuation are tokens; up to {max} are used.',
    tooManyTokens: 'Only the first {count} tokens are used; the rest stays in the field.',
    noTokens: 'No words yet, so the example is shown.',
    linkLabel: 'Link to this state',
    copy: 'Copy',
    copied: 'Copied.',
    copyFailed: 'Copying is not allowed here. Select the link and copy it.',
    computedBy: 'computed by the C engine · {build}',
    builds: { simd: 'SIMD', scalar: 'scalar' },
    verified: '✓ checked',
    verifiedTitle:
      '{vectors} known answers were computed on loading; the largest error was {maxError}.',
    fellBack: 'The SIMD build is not used here: {why} The scalar build gives the same numbers.',
    noEngine: 'This figure cannot compute here: {why}',
    close: 'Close',
    controls: 'Controls',
    tableOf: 'Numbers of “{title}”',
    progress: '{done} of {total}',
    provenance: {
      handMade: 'hand-made scores',
      yours: 'scores edited by you',
      random: 'random numbers, seed {seed}',
      handPlaced: 'hand-placed arrows',
    },
  },

  notice: {
    intro: 'Part of the link was not understood, so the default is shown.',
    link: 'The link “{text}” was not understood; the page shows its defaults.',
    noFigure: 'There is no figure called “{name}” on this page.',
    unknown: '“{key}” is not known here.',
    number: '“{key}” must be a number, not “{given}”.',
    integer: '“{key}” must be a whole number, not “{given}”.',
    range: '“{key}” must be from {min} to {max}, not “{given}”.',
    choice: '“{key}” must be one of {values}, not “{given}”.',
    boolean: '“{key}” must be true or false, not “{given}”.',
    length: '“{key}” is too long or has the wrong count (at most {length}).',
    few: '“{key}” needs at least {length} numbers.',
    group: '“{key}” must be numbers in groups of {length}.',
    text: '“{key}” must be text.',
    dismiss: 'Dismiss',
  },

  words: {
    token: 'token',
    position: 'position',
    weight: 'weight',
    weights: 'weights',
    scores: 'scores',
    query: 'query',
    key: 'key',
    value: 'value',
    output: 'output',
    masked: 'masked',
    nats: 'nats',
    bits: 'bits',
    entropy: 'entropy',
    rowSum: 'row sum',
    queriesDown: 'queries ↓',
    keysAcross: 'keys →',
    row: 'row',
    column: 'column',
  },

  figures: {
    // ---- attn-lookup ----
    'attn-lookup': {
      title: 'One query, two lookups',
      params: {
        query: { label: 'Query' },
        cut: { label: 'Move along', values: { x: 'west to east', y: 'south to north' } },
      },
      provenance: 'hand-made keys and values',
      help: 'Drag the query, or tap a map to put it there. With the query in focus the arrow keys move it by 0.1, with Shift by 0.5.',
      axes: ['x', 'y'],
      fields: ['Query, x', 'Query, y'],
      queryName: 'Query',
      movable: 'movable point',
      queryAt: 'x {x}, y {y}; hard lookup {hard}, soft lookup {soft}',
      directions: { east: 'east', north: 'north', west: 'west', south: 'south' },
      maps: {
        hard: 'Map of the hard lookup: four flat regions, one a key, with sudden borders.',
        soft: 'Map of the soft lookup: the answer changes smoothly from key to key.',
      },
      panels: {
        hard: 'Hard lookup',
        soft: 'Soft lookup',
        cut: { x: 'Moving west to east', y: 'Moving south to north' },
      },
      gradient: 'gradient',
      noGradient: 'none',
      slopes: 'slope here:',
      hardShort: 'hard',
      softShort: 'soft',
      cutAxis: { x: 'x of the query', y: 'y of the query' },
      cutLabel:
        'Both answers along a line through the query: the hard one is flat and jumps, the soft one is a smooth curve.',
      blendLabel: 'The blend: a line of values with a disc for each weight, balancing at {soft}.',
      and: ' and ',
      lookup: 'lookup',
      summaryHard: 'The best match is {best}: the hard lookup returns {hard}.',
      summaryTie:
        'The best matches are {best}: the hard lookup cannot choose, ours returns their mean, {hard}.',
      summarySoft:
        ' The soft lookup blends 10 ({east}), 20 ({north}), 30 ({west}) and 40 ({south}) to {soft}.',
      summaryGradient:
        ' Its gradient with respect to the query is {soft}; that of the hard one is {hard}.',
      summaryGradientTie:
        ' Its gradient with respect to the query is {soft}; the hard one jumps here and has {hard}.',
      tableKeys: 'Keys, values, scores and weights',
      tableResults: 'Results and their gradients with respect to the query',
      keyColumns: ['key x', 'key y', 'value', 'score', 'weight'],
      resultColumns: ['result', 'gradient x', 'gradient y'],
    },

    // ---- attn-pipeline ----
    'attn-pipeline': {
      title: 'The whole formula, number by number',
      params: {
        text: { label: 'Sentence' },
        stage: { label: 'Stage' },
        row: { label: 'Row' },
        column: { label: 'Column' },
        mask: { label: 'Mask', values: { none: 'No mask', causal: 'Causal mask' } },
        show: { label: 'Show', values: { all: 'All at once', steps: 'Step by step' } },
        seed: { label: 'Seed' },
      },
      help: 'In the large matrix the arrow keys move from cell to cell, five at a time with Shift; Home and End go along the row, Page Up and Page Down to the stage before and after. In the small matrices the left and right arrows go from one to the next.',
      overviewLabel: 'The stages of the formula',
      formulaLabel: 'output = softmax of the masked Q K transposed over the root of d_k, times V',
      stepsLabel: 'Stages',
      back: '← Back',
      forward: 'Forward →',
      stepOf: 'stage {step} of {steps}',
      thumbnailName: '{name}, {rows} × {columns}',
      names: {
        x: 'X',
        'w-q': 'W_Q',
        'w-k': 'W_K',
        'w-v': 'W_V',
        q: 'queries Q',
        k: 'keys K',
        v: 'values V',
        raw: 'raw scores',
        scaled: 'scores',
        masked: 'masked scores',
        weights: 'weights',
        output: 'output',
      },
      symbols: {
        x: 'X',
        'w-q': 'W_Q',
        'w-k': 'W_K',
        'w-v': 'W_V',
        q: 'Q',
        k: 'K',
        v: 'V',
        raw: 'raw scores',
        scaled: 'scores',
        masked: 'masked scores',
        weights: 'weights',
        output: 'output',
      },
      one: {
        x: 'X',
        'w-q': 'W_Q',
        'w-k': 'W_K',
        'w-v': 'W_V',
        q: 'Q',
        k: 'K',
        v: 'V',
        raw: 'Raw score',
        scaled: 'Score',
        masked: 'Masked score',
        weights: 'Weight',
        output: 'Output',
      },
      shortSymbols: {
        x: 'X',
        'w-q': 'W_Q',
        'w-k': 'W_K',
        'w-v': 'W_V',
        q: 'Q',
        k: 'K',
        v: 'V',
        raw: 'raw',
        scaled: 'scores',
        masked: 'masked',
        weights: 'weights',
        output: 'output',
      },
      made: {
        x: 'one row a token',
        'w-q': 'params, one column a channel of Q',
        'w-k': 'params, one column a channel of K',
        'w-v': 'params, one column a channel of V',
        q: '= X W_Q',
        k: '= X W_K',
        v: '= X W_V',
        raw: '= Q Kᵀ',
        scaled: '= raw scores ÷ √d_k',
        masked: '= scores + mask',
        weights: '= softmax of each row, in %',
        output: '= weights V',
      },
      operators: {
        projects: '',
        times: '·',
        equals: '=',
        scale: '÷ √d_k',
        mask: '+ mask',
        noMask: 'no mask',
        softmax: 'softmax',
      },
      rowWindow: 'rows {from}–{to}',
      columnWindow: 'columns {from}–{to}',
      changedCount: '{count} changed',
      changedKey: 'changed by the mask',
      legendLabel: 'Colours from {low} to {high}',
      channel: 'channel {channel}',
      pairName: '“{query}” and “{key}”: {value}',
      cellName: '{row}, channel {channel}: {value}',
      tableCaption: '{name}, {rows} × {columns}',
      tableChannel: 'channel of X',
      explain: {
        x: '{symbol}, “{query}”, channel {column}: {value}. A random number from the seed, in the place of a learned embedding. The same word has the same vector wherever it stands.',
        params:
          '{symbol}, from channel {row} of X to channel {column}: {value}. A param: random here, learned in a model, and the same for every token.',
        projection:
          '{symbol} of “{query}”, channel {column}: the row of X times column {column} of {params}',
        raw: '{symbol} of “{query}” and “{key}”: the dot product q · k',
        scaled: '{symbol} of “{query}” and “{key}”: the raw score divided by √d_k',
        masked: '{symbol} of “{query}” and “{key}”: the score plus the mask',
        weights: '{symbol} of “{query}” on “{key}”: the softmax over the row of “{query}”',
        output: '{symbol} of “{query}”, channel {column}: every value times its weight, added up',
        numerator: 'e to the score',
        rowSum: 'sum of the row',
        weight: 'weight',
        moreTerms: '{count} smaller terms',
        byHand:
          'From the rounded numbers shown you would get {check}; the engine does not round on the way.',
        sameByHand: 'The rounded numbers shown give the same.',
        rounded: 'The numbers shown are rounded; the engine does not round on the way.',
        scaledNote:
          'd_k = 4 channels, so every raw score is halved. The numbers shown are rounded.',
        noMask: 'Without a mask every pair is allowed, and nothing changes here.',
        isAllowed: 'This key does not come after its query, so the mask adds 0.',
        isMasked:
          'This key comes after its query: the mask adds −∞, and the softmax will give it nothing.',
        weightsNote:
          'The largest score of the row is taken off first, which keeps e small and changes no weight. The numbers shown are rounded.',
      },
    },

    // ---- attn-pattern ----
    'attn-pattern': {
      title: 'Where one token looks',
      params: {
        mask: { label: 'Mask', values: { none: 'No mask', causal: 'Causal mask' } },
        zeroAfter: { label: 'The wrong way: set to zero after the softmax' },
        query: { label: 'Query' },
        hide: { label: 'Hidden keys' },
      },
      help: 'Arrow keys move the query along the sentence or through the matrix; Home and End go to the ends. On a bar, Space hides its key from the softmax or brings it back.',
      stripLabel: 'Query token',
      arcsLabel:
        'Arcs from “{query}” to the tokens it looks at; the thicker, the larger the weight.',
      barsLabel: 'Weights of “{query}” over the sentence',
      barUnit: 'weight, per cent',
      barName: '“{query}” to “{key}”: {weight}',
      barMasked: '“{query}” to “{key}”: masked',
      barHint: 'press to hide this key',
      barHintBack: 'press to bring this key back',
      barFrom: 'without the mask {before}',
      matrixLabel: 'Weights: one row a query, one column a key',
      cellName: '“{query}” to “{key}”: {weight}',
      cellMasked: '“{query}” to “{key}”: masked',
      matrixTitle: 'all rows',
      entropyTitle: 'Entropy of the row',
      noDistribution: 'not a distribution',
      entropyHigh: 'ln {count} = {max}: uniform',
      rowSumTitle: 'Sum of the row',
      hideAll: 'Hide every key',
      showAll: 'Show every key',
      summary:
        '“{query}” looks most at {first} ({firstWeight}), then at {second} ({secondWeight}){third}.',
      summaryThird: ' and {key} ({weight})',
      summaryRest: ' The other {count} get {weight} each.',
      summarySelf: 'Only one key is allowed: {first} has {firstWeight}.',
      summaryEntropy: ' Entropy {entropy} nats = {bits} bits, of at most {max} nats.',
      summaryMasked:
        ' Masked: {keys}. Their scores are −∞ before the softmax, so the visible weights share the whole and still sum to {sum}.',
      summaryWrong: ' Zeroed after the softmax, the row sums to {sum}, not 1.',
      summaryEmpty:
        '“{query}” may look at no key: every key is masked. Such a row has no answer; ours is zeros, so its weights, its output and its entropy are 0.',
      tableCaption: 'Row of “{query}”',
      columns: { key: 'key', score: 'score', masked: 'masked score', weight: 'weight' },
    },

    // ---- attn-temperature ----
    'attn-temperature': {
      title: 'One row under a temperature',
      params: {
        temperature: { label: 'Attention temperature T' },
        scores: { label: 'Scores' },
      },
      help: 'Tab reaches each score; arrow keys move it by 0.1, with Shift by 1, Home and End to the ends. The temperature slider moves with the arrow keys; its ends are 0 and ∞.',
      presets: 'Temperatures to try',
      scoreOf: 'Score of “{key}”',
      scoreSide: 'score',
      dragSide: 'drag a bar',
      sliderName: 'score of “{key}”',
      barsLabel: 'Weights of “it”',
      barName: '“it” to “{key}”: {weight}',
      gradientLabel: 'Gradient terms of the weights',
      gradientName: 'gradient term of “{key}”: {gradient}',
      plotTitle: 'entropy H, nats',
      plotAxis: 'temperature T, log scale with both ends',
      plotLabel: 'The entropy rises from 0 at T = 0 to ln 10 at T = ∞.',
      summary:
        'At T = {temperature}, “it” gives {key} {weight}. Entropy {entropy} nats = {bits} bits, of at most {most} nats. The gradient term α(1 − α) of this weight is {gradient}.',
      summaryZero: ' T = 0 is argmax: the highest score takes all, and ties share it equally.',
      summaryInfinite: ' T = ∞ is uniform: the scores no longer matter.',
      tableCaption: 'Row of “it”',
      columns: {
        key: 'key',
        score: 'score',
        scaled: 'score / T',
        weight: 'weight',
        gradient: 'α(1 − α)',
      },
    },

    // ---- attn-scaling ----
    'attn-scaling': {
      title: 'Dot products of random queries and keys',
      params: {
        headDim: { label: 'Width of a head d_k' },
        pairs: { label: 'Pairs' },
        seed: { label: 'Seed' },
      },
      help: 'The arrow keys move d_k one by one where that is finer than a step of the slider, with Shift by a factor of 2.',
      raw: 'q · k, undivided',
      scaled: 'q · k / √d_k',
      rawShort: 'undivided',
      scaledShort: 'divided',
      histogramLabel: 'Histogram of {kind}',
      dotAxis: 'value of the product; upwards: pairs a bin',
      varianceText: 'variance {value} ± {error}, predicted {predicted}',
      predictedMark: 'predicted {predicted}',
      errorLabel:
        'Measured {value} with a standard error of {error}; predicted {predicted}. The bar reaches two standard errors either way.',
      chartsTitle: 'A softmax over 10 random keys, 300 rows',
      largest: 'largest weight',
      entropy: 'entropy, nats',
      gradient: 'mean gradient term',
      curveLabel:
        '{title}: undivided from {from} at d_k = 1 to {to} at d_k = 512; divided {scaled} at 512.',
      summary:
        '{pairs} pairs from seed {seed}: at d_k = {dim}, q · k has a variance of {variance} ± {error} (predicted {predicted}); divided by √d_k it has {scaled} ± {scaledError} (predicted 1). ± is the standard error; the bars show two.',
      varianceTable: 'Mean and variance of the products',
      curveTable: 'Softmax over 10 random keys, means of 300 rows',
      columns: {
        product: 'product',
        mean: 'mean',
        variance: 'variance',
        error: 'standard error',
        predicted: 'predicted',
        largest: 'largest weight',
        entropy: 'entropy',
        gradient: 'α(1 − α)',
      },
    },

    // ---- attn-alignment ----
    'attn-alignment': {
      title: 'A query and its keys',
      params: {
        query: { label: 'Query' },
        keys: { label: 'Keys' },
        keyValues: { label: 'Values' },
        selected: { label: 'Chosen arrow' },
      },
      help: 'Drag the tip of an arrow. With a tip in focus the arrow keys move it by 0.1, with Shift by 0.5; Tab goes to the next arrow. Or choose an arrow in the list and type its numbers.',
      axes: ['x', 'y'],
      arrow: 'Arrow',
      queryName: 'Query',
      keyName: 'Key {number}',
      movable: 'movable arrow',
      queryAt: 'x {x}, y {y}, length {length}; output {output}',
      keyAt: 'x {x}, y {y}, angle {angle} degrees; dot product {dot}, weight {weight}',
      fieldsLabel: 'Numbers of one arrow',
      fieldName: '{arrow}, {field}',
      situationsLabel: 'Situation',
      situations: {
        equal: 'Two equal keys',
        long: 'One long key',
        orthogonal: 'All orthogonal',
      },
      add: 'Add a key',
      remove: 'Remove key',
      zeroLine: 'q · k = 0',
      tableLabel: 'Angle, length, dot product and weight of each key',
      heads: ['key', 'value', 'angle', 'length', 'q · k', 'weight'],
      headsShort: ['key', 'value', 'angle', 'length', 'q · k', 'weight'],
      blendLabel:
        'The output as a blend: a line of values with a disc for each weight, balancing at {output}.',
      and: ' and ',
      summaryLeader: '{key} has the largest dot product, {dot}, and gets {weight}.',
      summaryOnly: '{key} is alone and gets {weight}, whatever it scores.',
      summaryShared: 'Keys {keys} share the lead with {weight} each.',
      summaryEqual:
        'All keys score the same, so each gets {weight}: a softmax cannot say “none of these”.',
      summaryKey:
        ' {key}: |q| |k| cos θ = {queryLength} · {length} · cos {angle}° = {queryLength} · {length} · {cosine} = {dot}.',
      summaryNoAngle: ' {key}: an arrow without length has no angle; the dot product is {dot}.',
      summaryOutput: ' The weights blend the values to {output}.',
      columns: ['x', 'y', 'value', 'angle', 'length', 'q · k', 'score', 'weight'],
    },

    // ---- attn-heads ----
    'attn-heads': {
      title: 'Three heads, or one that must serve all',
      params: {
        heads: { label: 'Heads', values: { three: '3 heads', one: '1 head' } },
        neighbour: {
          label: 'Head B looks at',
          values: { next: 'the next', previous: 'the previous' },
        },
        query: { label: 'Query' },
        seed: { label: 'Seed of the values' },
        dModel: { label: 'd_model' },
        nHeads: { label: 'heads h' },
      },
      help: 'Arrow keys move the query along the sentence or through a matrix; Home and End go to the ends.',
      provenance: 'hand-made scores; random values, seed {seed}',
      stripLabel: 'Query token',
      headNames: {
        a: 'A · reference',
        b: 'B · neighbour',
        c: 'C · content words',
        mean: 'One head: the mean of the scores of A, B and C',
      },
      gridLabel: 'Weights of head {head}: one row a query, one column a key',
      cellName: 'head {head}, “{query}” to “{key}”: {weight}',
      barsLabel: 'Weights of “{query}” in head {head}',
      barName: '“{query}” to “{key}”: {weight}',
      entropy: 'entropy {entropy} nats',
      top: '{key} {weight}',
      concatTitle: 'Output of “{query}”, head by head, then mixed',
      concatLabel: 'The concatenated output of “{query}”: {values}',
      concatThree: 'concatenated: 3 heads × 4 = 12',
      concatOne: '1 head × 12',
      mixed: 'output: every channel mixes all heads',
      mixedLabel: 'The output of “{query}” after the last linear map: {values}',
      slice: 'head {head}',
      countTitle: 'What do heads cost?',
      countSame:
        '{heads} heads of {width} channels: {w} have {each} params each, {total} in all. One head of {model} channels: {one} in all. The same capacity, partitioned.',
      countBad:
        '{heads} heads do not divide d_model {model}: each head needs d_model / h whole channels.',
      summaryThree:
        'For “{query}”, A looks most at {a}, B at {b}, C at {c}. Three patterns at once, with entropies of {ea}, {eb} and {ec} nats.',
      summaryOne:
        'One head must serve all three relations: “{query}” gives {first}, {second}, {third} and {fourth}. Entropy {entropy} nats; the three heads had {ea}, {eb} and {ec}.',
      several: '{list} ({weight} each)',
      single: '{key} ({weight})',
      and: ' and ',
      weightsTable: 'Weights of “{query}” by head',
      outputTable: 'Concatenated output and output of “{query}”',
      columns: {
        key: 'key',
        concat: 'concatenated',
        output: 'output',
        channel: 'channel',
        mean: 'one head',
        a: 'head A',
        b: 'head B',
        c: 'head C',
      },
    },

    // ---- attn-seq2seq ----

    // ---- attn-complexity ----
    'attn-complexity': {
      title: 'What a layer costs',
      provenance: 'counts of the loops, without constant factors',
      params: {
        n: { label: 'tokens n' },
        d: { label: 'channels d' },
        k: { label: 'kernel k' },
        r: { label: 'neighbourhood r' },
      },
      help: 'The arrow keys move a slider by about 9 per cent, or by one where that is more; with Shift by a factor of 2.',
      layers: {
        selfAttention: 'self-attention',
        recurrent: 'recurrent',
        convolution: 'convolutional',
        restricted: 'restricted self-attention',
      },
      short: {
        selfAttention: 'self-attention',
        recurrent: 'recurrent',
        convolution: 'convolutional',
        restricted: 'restricted',
      },
      forms: {
        selfAttention: ['n² · d', '1', '1'],
        recurrent: ['n · d²', 'n', 'n'],
        convolution: ['k · n · d²', '1', 'log n / log k'],
        restricted: ['r · n · d', '1', 'n / r'],
      },
      yTitle: 'operations, log scale',
      xTitle: 'tokens n, log scale',
      chartLabel:
        'Operations over n for four kinds of layers; self-attention crosses the recurrent layer at n = d.',
      crossing: 'n = d',
      summary:
        'For n = {n} tokens of d = {d} channels, self-attention takes {attention} operations, a recurrent layer {recurrent}, in {steps} steps one after another. {verdict} At n = d both take {crossing}.',
      cheaper: 'n is below d: attention is the cheaper one.',
      dearer: 'n is above d: the square is felt, and attention is the dearer one.',
      equal: 'n equals d: they cost the same.',
      tableCaption: 'Costs of one layer, constant factors left out',
      columns: {
        layer: 'layer',
        operations: 'operations',
        steps: 'sequential steps',
        path: 'longest path',
      },
    },

    // ---- attn-order ----

    // ---- attn-positional ----

    // ---- attn-rope ----

    // ---- attn-block ----

    // ---- attn-architectures ----

    // ---- attn-kv-cache ----

    // ---- attn-kv-sharing ----

    // ---- attn-tiling ----
  },
};

/** @typedef {typeof en} Texts */
