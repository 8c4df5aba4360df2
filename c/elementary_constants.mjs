// Derives the coefficients in elementary.c and prints them as C hex floats.
//
//   node c/elementary_constants.mjs          prints the tables
//   node c/elementary_constants.mjs --check  compares them with elementary.c
//
// Each table is the polynomial of least largest weighted error on an interval
// (Remez exchange in double precision). The float32 coefficients are found one
// by one: the lowest is rounded, then the others are fitted again around it,
// so that each takes up the rounding of those before it.

import { readFileSync } from 'node:fs';

/** Solves a small dense system by Gaussian elimination with pivoting. */
function solve(matrix, right) {
  const n = right.length;
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (let col = 0; col < n; col++) {
    let best = col;
    for (let i = col + 1; i < n; i++)
      if (Math.abs(rows[i][col]) > Math.abs(rows[best][col])) best = i;
    [rows[col], rows[best]] = [rows[best], rows[col]];
    for (let i = col + 1; i < n; i++) {
      const factor = rows[i][col] / rows[col][col];
      for (let j = col; j <= n; j++) rows[i][j] -= factor * rows[col][j];
    }
  }
  const x = new Array(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let sum = rows[i][n];
    for (let j = i + 1; j < n; j++) sum -= rows[i][j] * x[j];
    x[i] = sum / rows[i][i];
  }
  return x;
}

const horner = (coefficients, t) => coefficients.reduceRight((sum, c) => sum * t + c, 0);

/** The points where the error is largest between its changes of sign. */
function extremes(error, low, high, count) {
  const steps = 4000;
  const found = [];
  let best = null;
  for (let i = 0; i <= steps; i++) {
    const t = (low + high) / 2 - ((high - low) / 2) * Math.cos((Math.PI * i) / steps);
    const e = error(t);
    if (best && Math.sign(e) !== Math.sign(best.e) && e !== 0) {
      found.push(best);
      best = null;
    }
    if (!best || Math.abs(e) > Math.abs(best.e)) best = { t, e };
  }
  found.push(best);
  while (found.length > count) {
    if (Math.abs(found[0].e) < Math.abs(found[found.length - 1].e)) found.shift();
    else found.pop();
  }
  return found.map((point) => point.t);
}

/**
 * Coefficients c of `degrees` powers, from t^first on, such that
 * weight(t) * |known(t) + t^first * sum c_i t^i - f(t)| is least at its largest.
 */
function remez({ f, weight, low, high, count, first = 0, known = () => 0 }) {
  let points = Array.from(
    { length: count + 1 },
    (_, i) => (low + high) / 2 - ((high - low) / 2) * Math.cos((Math.PI * (i + 0.5)) / (count + 1)),
  );
  let coefficients = [];
  for (let round = 0; round < 30; round++) {
    const matrix = points.map((t, i) => [
      ...Array.from({ length: count }, (_, j) => t ** (j + first)),
      (i % 2 ? -1 : 1) / weight(t),
    ]);
    const solution = solve(
      matrix,
      points.map((t) => f(t) - known(t)),
    );
    coefficients = solution.slice(0, count);
    const error = (t) => weight(t) * (known(t) + t ** first * horner(coefficients, t) - f(t));
    const next = extremes(error, low, high, count + 1);
    if (next.length < count + 1) break;
    points = next;
  }
  return coefficients;
}

/** The same with each coefficient rounded to float32 in turn. */
function roundedRemez(options) {
  const fixed = [];
  while (fixed.length < options.count) {
    const rest = remez({
      ...options,
      first: (options.first ?? 0) + fixed.length,
      count: options.count - fixed.length,
      known: (t) => t ** (options.first ?? 0) * horner(fixed, t),
    });
    fixed.push(Math.fround(rest[0]));
  }
  return fixed;
}

/** erf by its series, good to double precision up to 1.5. */
function erfSeries(x) {
  let term = x;
  let sum = x;
  for (let n = 1; n < 80; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** log(erfc(x)), above 1.5 by the continued fraction, evaluated from its end. */
function logErfc(x) {
  if (x < 1.5) return Math.log(1 - erfSeries(x));
  let fraction = x;
  for (let n = 400; n > 0; n--) fraction = x + n / 2 / fraction;
  return -x * x - Math.log(Math.sqrt(Math.PI) * fraction);
}

// The functions of u = x² below are taken away from zero, where the quotient
// that defines them would lose its digits.
const tiny = 1e-4;

const tables = {
  // exp(r) = 1 + r + r² q(r), |r| <= ln 2 / 2: relative error
  EXP: roundedRemez({
    f: (r) =>
      Math.abs(r) < 1e-2
        ? 1 / 2 + r / 6 + r ** 2 / 24 + r ** 3 / 120 + r ** 4 / 720
        : (Math.expm1(r) - r) / r ** 2,
    weight: (r) => Math.max(r ** 2, 1e-3) / Math.exp(r),
    low: -0.3467,
    high: 0.3467,
    count: 5,
  }),
  // log((1 + s) / (1 - s)) = 2 s + s z L(z), z = s² <= 0.0295
  LOG: roundedRemez({
    f: (z) =>
      z < tiny
        ? 2 / 3 + (2 / 5) * z + (2 / 7) * z ** 2
        : ((2 * Math.atanh(Math.sqrt(z))) / Math.sqrt(z) - 2) / z,
    weight: (z) => z + 1e-4,
    low: 0,
    high: 0.0295,
    count: 4,
  }),
  // tanh(x) = x + x u T(u), u = x² <= 0.625²
  TANH: roundedRemez({
    f: (u) =>
      u < tiny
        ? -1 / 3 + (2 / 15) * u - (17 / 315) * u ** 2
        : (Math.tanh(Math.sqrt(u)) / Math.sqrt(u) - 1) / u,
    weight: (u) => u + 1e-3,
    low: 0,
    high: 0.391,
    count: 5,
  }),
  // erf(x) = x + x E(u), u = x² <= 0.875²
  ERF: roundedRemez({
    f: (u) => (u < 1e-12 ? 2 / Math.sqrt(Math.PI) : erfSeries(Math.sqrt(u)) / Math.sqrt(u)) - 1,
    weight: () => 1,
    low: 0,
    high: 0.766,
    count: 7,
  }),
  // erfc(x) = exp(G(x)), 0.875 <= x <= 4: absolute error of erf
  ERFC: roundedRemez({
    f: logErfc,
    weight: (x) => Math.exp(logErfc(x)) + 1e-6,
    low: 0.874,
    high: 4,
    count: 9,
  }),
};

/** A float32 as a C hex literal, exact. */
export function hexFloat(value) {
  if (value === 0) return '0.0f';
  const bits = new Uint32Array(new Float32Array([value]).buffer)[0];
  const exponent = ((bits >>> 23) & 255) - 127;
  const fraction = ((bits & 0x7fffff) * 2).toString(16).padStart(6, '0');
  return `${bits >>> 31 ? '-' : ''}0x1.${fraction}p${exponent >= 0 ? '+' : ''}${exponent}f`;
}

const lines = Object.entries(tables).map(
  ([name, coefficients]) =>
    `static const float ${name}[${coefficients.length}] = {${coefficients.map(hexFloat).join(', ')}};`,
);

if (process.argv.includes('--check')) {
  const packed = (text) => text.replace(/\s/g, '');
  const source = packed(readFileSync(new URL('elementary.c', import.meta.url), 'utf8'));
  const missing = lines.filter((line) => !source.includes(packed(line)));
  for (const line of missing) console.log(`not in elementary.c: ${line}`);
  process.exitCode = missing.length ? 1 : 0;
} else {
  console.log(lines.join('\n'));
}
