// An engine that keeps a digest of everything it returned, to compare the bits of two builds.
import { createHash } from 'node:crypto';

/**
 * @param {any} engine
 * @returns {{ engine: any, digest: () => string }}
 */
export function recorded(engine) {
  const hash = createHash('sha1');
  const functions = Object.entries(engine)
    .filter(([, value]) => typeof value === 'function')
    .map(([name, run]) => [name, (args) => noted(hash, name, () => run(args))]);
  return { engine: Object.fromEntries(functions), digest: () => hash.digest('hex').slice(0, 12) };
}

// What is refused is part of the result: all builds must refuse it with the same words.
function noted(hash, name, run) {
  hash.update(name);
  try {
    const result = run();
    note(hash, result);
    return result;
  } catch (error) {
    hash.update(error.message);
    throw error;
  }
}

function note(hash, value) {
  if (ArrayBuffer.isView(value)) {
    hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      hash.update(name);
      note(hash, part);
    }
  } else {
    hash.update(Object.is(value, -0) ? '-0' : String(value));
  }
}
