// The comparison: |got - want| <= atol + rtol |want| for every element, and a NaN never passes.

/**
 * What is wrong with one output, in one line, or null.
 * @param {string} name
 * @param {{ shape: number[], data: ArrayLike<number> } | undefined} got
 * @param {{ shape: number[], data: ArrayLike<number> }} want
 * @param {{ rtol: number, atol: number }} tolerance
 * @returns {string | null}
 */
export function difference(name, got, want, tolerance) {
  if (!got) return `${name}: not returned`;
  if (`${got.shape}` !== `${want.shape}`) {
    return `${name}: expected the shape [${want.shape}], got [${got.shape}]`;
  }
  if (got.data.length !== want.data.length) {
    return `${name}: expected ${want.data.length} numbers, got ${got.data.length}`;
  }
  let wrong = 0;
  let worst = -1;
  let worstExcess = -Infinity;
  for (let i = 0; i < want.data.length; i++) {
    if (isClose(got.data[i], want.data[i], tolerance)) continue;
    wrong++;
    const excess = excessOf(got.data[i], want.data[i], tolerance);
    if (worst < 0 || excess > worstExcess) [worst, worstExcess] = [i, excess];
  }
  if (wrong === 0) return null;
  const at = `[${placeOf(worst, want.shape)}]`;
  return (
    `${name}${at}: expected ${want.data[worst]}, got ${got.data[worst]}` +
    ` (${wrong} of ${want.data.length} are off)`
  );
}

/** Infinities are close to themselves only; NaN to nothing, not even to NaN. */
export function isClose(got, want, { rtol, atol }) {
  if (got === want) return true;
  if (!Number.isFinite(got) || !Number.isFinite(want)) return false;
  return Math.abs(got - want) <= atol + rtol * Math.abs(want);
}

// How far over the tolerance, to show the worst element; what is no number is the worst of all.
function excessOf(got, want, { rtol, atol }) {
  if (!Number.isFinite(got) || !Number.isFinite(want)) return Infinity;
  return Math.abs(got - want) - atol - rtol * Math.abs(want);
}

function placeOf(index, shape) {
  const place = [];
  for (const size of [...shape].reverse()) {
    place.unshift(index % size);
    index = Math.floor(index / size);
  }
  return place;
}
