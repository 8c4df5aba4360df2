/**
 * The scripts of PyTorch: those of NumPy in torch's vocabulary, for figures whose arithmetic is all
 * in it. What is attention whole goes through `scaled_dot_product_attention`.
 */

/** The figures that have one, and what torch does in one call there. @type {Record<string, [string | RegExp, string][]>} */
const OWN = {
  'attn-lookup': [],
  'attn-pipeline': [['weights @ v', 'scaled_dot_product_attention(q, k, v, attn_mask=seen)']],
  'attn-pattern': [],
  'attn-temperature': [],
  'attn-heads': [],
  'attn-kv-sharing': [
    [/ {4}scores = .*\n/, ''],
    ['(softmax(scores) @ v)', 'scaled_dot_product_attention(q, k, v, is_causal=True)'],
  ],
  'attn-tiling': [],
};

/** @type {[RegExp, string][]} */
const WORDS = [
  [/np\.float32\((\[[\s\S]*?\])\)\.astype\(float\)/g, 'torch.tensor($1).double()'],
  [/np\.c_\[(.*)\](?=(?:, \w+)+\)$)/gm, 'torch.column_stack(($1))'],
  [/np\.tri\((\w+|len\(x\)), dtype=bool\)/g, 'torch.ones($1, $1).tril().bool()'],
  [/np\.ones\(\((.*?, .*?)\), dtype=bool\)/g, 'torch.ones($1).bool()'],
  [/np\.zeros\((\d+)\)/g, 'torch.zeros($1).double()'],
  [/np\.split\(/g, 'torch.tensor_split('],
  [/np\.concatenate\(/g, 'torch.cat('],
  [/np\.repeat\(/g, 'torch.repeat_interleave('],
  [/np\.array\(/g, 'torch.tensor('],
  [/np\.sqrt\(/g, 'math.sqrt('],
  [/\bnormal\(([^()]*)\)/g, 'torch.from_numpy(normal($1))'],
  [/\baxis=/g, 'dim='],
  [/\bnp\./g, 'torch.'],
];

/** @param {string} figure */
export const hasTorch = (figure) => Object.hasOwn(OWN, figure);

/** @param {string} figure @param {string} body for NumPy @returns {string} */
export const torchBody = (figure, body) =>
  [...OWN[figure], ...WORDS].reduce((text, [from, to]) => text.replace(from, to), body);

/** What the head of a script for NumPy becomes. @param {string} head @param {string} body */
export function torchHead(head, body) {
  const numpy = body.includes('normal(') ? 'import numpy as np\n' : '';
  const attention = body.includes('scaled_dot')
    ? 'from torch.nn.functional import scaled_dot_product_attention\n'
    : '';
  return head
    .replace('import numpy as np\n', `import math\n${numpy}import torch\n${attention}`)
    .replace(
      /def softmax[\s\S]*?return .*\n/,
      `def softmax(scores):  # a row without an allowed key gets weights of 0
    return torch.softmax(scores, dim=-1).nan_to_num()
`,
    )
    .replace('np.isfinite', 'math.isfinite')
    .replace(/np\.reshape\(rows, (\(.*?\), -1\))\)/, 'torch.as_tensor(rows).reshape($1).tolist()');
}
