/** NumPy's own format, version 1.0: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
import { isFloat32 } from './exact.js';

const MAGIC = [0x93, ...Array.from('NUMPY', (sign) => sign.charCodeAt(0)), 1, 0];
/** The data begin at a multiple of this. */
const ALIGN = 64;

/**
 * Little-endian float32; counts and other numbers that are no float32 as float64.
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} matrix
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function npy({ data, shape }) {
  const size = isFloat32(data) ? 4 : 8;
  const extent = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const about = `{'descr': '<f${size}', 'fortran_order': False, 'shape': ${extent}, }`;
  const room = MAGIC.length + 2;
  const length = Math.ceil((room + about.length + 1) / ALIGN) * ALIGN;
  const bytes = new Uint8Array(length + size * data.length);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint16(MAGIC.length, length - room, true);
  const head = about.padEnd(length - room - 1) + '\n';
  bytes.set(
    Array.from(head, (sign) => sign.charCodeAt(0)),
    room,
  );
  for (let i = 0; i < data.length; i++) {
    if (size === 4) view.setFloat32(length + 4 * i, data[i], true);
    else view.setFloat64(length + 8 * i, data[i], true);
  }
  return bytes;
}
