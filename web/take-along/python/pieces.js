/** Pieces of Python that several scripts share, and values written as Python. */

/** @typedef {import('../matrices/index.js').Matrix} Matrix */

/** @param {unknown} value texts and lists of them: JSON is Python here */
export const py = (value) => JSON.stringify(value);

/** A number as Python and as NumPy read it; float32 in few digits. @param {number} value */
function number(value) {
  if (!Number.isFinite(value))
    return value < 0 ? '-np.inf' : Number.isNaN(value) ? 'np.nan' : 'np.inf';
  for (let digits = 1; digits < 10; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return String(short);
  }
  return String(value);
}

/** Float32 numbers as an array to compute with. @param {ArrayLike<number>} data @param {number} [columns] */
export function array(data, columns) {
  const list = Array.from(data, number);
  if (!columns) return `np.float32([${list.join(', ')}]).astype(float)`;
  const rows = Array.from({ length: list.length / columns }, (_, r) =>
    list.slice(r * columns, (r + 1) * columns).join(', '),
  );
  return `np.float32([\n    [${rows.join('],\n    [')}],\n]).astype(float)`;
}

/**
 * Prints a table of the figure.
 * @param {Matrix} table whose caption and names are printed
 * @param {string} rows an expression
 * @param {...string} writers of the columns, or one for all
 */
export const put = (table, rows, ...writers) =>
  `table(${py(table.caption)}, ${py(table.rowNames)}, ${rows}, ${writers.join(', ')})`;

export const SOFTMAX = `
def softmax(scores):  # a row without an allowed key gets weights of 0
    top = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(np.isfinite(top), top, 0))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1, total)
`;

export const NORMAL = `
def normal(seed, first, *shape):  # SplitMix64, Box and Muller, in float32 as the engine's
    i = np.arange(first, first + int(np.prod(shape)), dtype=np.uint64)
    def uniform(n):
        z = np.uint64(seed) + (n + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return ((z ^ (z >> np.uint64(31))) >> np.uint64(40)).astype(np.float32) * np.float32(2.0**-24)
    pair = i // np.uint64(2) * np.uint64(2)
    radius = np.sqrt(np.float32(-2) * np.log(np.float32(1) - uniform(pair)))
    angle = np.float32(2 * np.pi) * uniform(pair + np.uint64(1))
    return (radius * np.where(i % np.uint64(2) == 0, np.cos(angle), np.sin(angle))).astype(float).reshape(shape)
`;

export const HASH = `
def place(word):  # FNV-1a over UTF-16: the same word has the same vector everywhere
    h = 0x811C9DC5
    for unit in memoryview(word.encode('utf-16-le', 'surrogatepass')).cast('H'):
        h = (h ^ unit) * 0x01000193 % 2**32
    return h
`;

const FIXED = `
def fixed(x, digits):  # halves away from zero, as on the screen
    if not np.isfinite(x): return '∞' if x > 0 else '-∞'
    text = str(Decimal(float(x)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))
    return text if text.strip('-0.') else text.lstrip('-')
`;

/** Ways to write a number, each by its name in the scripts. @type {Record<string, string>} */
const WRITERS = {
  score: 'score = lambda x: fixed(x, 2)\n',
  measure: 'measure = lambda x: fixed(x, 3)\n',
  fourth: 'fourth = lambda x: fixed(x, 4)\n',
  tenth: 'tenth = lambda x: fixed(x, 1)\n',
  percent: "percent = lambda x: fixed(100 * x, 1) + ' %'\n",
  degrees: "degrees = lambda x: fixed(x, 1) + '°'\n",
  plain: "plain = lambda x: f'{x:g}'\n",
  count: "count = lambda x: f'{round(x):,}'\n",
  significant: `def significant(x, digits=3):
    x = float(x)
    if x == 0: return '0'
    if 1e-4 <= abs(x) < 1e6: return fixed(x, max(0, digits - 1 - int(np.floor(np.log10(abs(x))))))
    mantissa, power = f'{x:.{digits - 1}e}'.split('e')
    return f'{mantissa}e{int(power)}'
`,
  four: 'four = lambda x: significant(x, 4)\n',
  measured: `def measured(x):  # what rounding leaves differs from program to program
    return 'rounding' if x < 1e-4 else significant(x)
`,
};

const TABLE = `
def table(caption, names, rows, *writers):
    print(caption)
    for name, row in zip(names, np.reshape(rows, (len(names), -1))):
        print(name, *(write(x) for write, x in zip(cycle(writers), row)), sep='  ')
`;

/** The head of a script: what its body uses. @param {string} body */
export function head(body) {
  const uses = (/** @type {string} */ name) => new RegExp(`\\b${name}\\b`).test(body);
  let writers = Object.keys(WRITERS).filter(uses);
  if (writers.includes('four') || writers.includes('measured'))
    writers = [...writers, 'significant'];
  const chosen = Object.keys(WRITERS).filter((name) => writers.includes(name));
  const shared = [
    uses('softmax') && SOFTMAX,
    uses('normal') && NORMAL,
    uses('place') && HASH,
    FIXED,
    chosen.map((name) => WRITERS[name]).join(''),
    TABLE,
  ];
  return `from decimal import Decimal, ROUND_HALF_UP
from itertools import cycle
import numpy as np
${shared.filter(Boolean).join('')}`;
}
