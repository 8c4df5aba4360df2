// One case: compute, compare what the file wants with what came, and say what was left out.
import { difference } from './compare.mjs';
import { OPS } from './ops/index.mjs';

/**
 * @param {any} engine
 * @param {import('./cases.mjs').Case} vector
 * @returns {{ verdict: 'passed' | 'failed' | 'skipped', line?: string, notes?: string[] }}
 */
export function check(engine, vector) {
  const op = OPS[vector.op];
  if (!op) return skipped(`skipped: no op ${vector.op}`);
  const leftOut = leftOutOf(vector);
  if (!isComputed(vector))
    return skipped(`skipped: ${vector.op} has no output that is computed yet`);
  const problems = compared(engine, op, vector, leftOut);
  if (problems.length) return { verdict: 'failed', line: `${vector.name}: ${problems.join('; ')}` };
  const notes = leftOut.length ? [`not compared: ${shortened(leftOut)} of ${vector.op}`] : [];
  return { verdict: 'passed', notes };
}

/** The outputs of a case that no op computes yet. */
const leftOutOf = ({ op, outputs }) =>
  Object.keys(outputs).filter((name) => OPS[op].leftOut?.(name));

/** Whether any output of the case can be computed. */
export function isComputed(vector) {
  if (!OPS[vector.op]) return false;
  return leftOutOf(vector).length < Object.keys(vector.outputs).length;
}

const skipped = (note) => ({ verdict: 'skipped', notes: [note] });

function compared(engine, op, vector, leftOut) {
  let outputs;
  try {
    outputs = op.compute(engine, vector);
  } catch (error) {
    return [error.message];
  }
  return Object.entries(vector.outputs)
    .filter(([name]) => !leftOut.includes(name))
    .map(([name, want]) => difference(name, outputs[name], want, vector.tolerance))
    .filter((problem) => problem !== null);
}

const shortened = (names) =>
  names.length > 4
    ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
    : names.join(', ');
