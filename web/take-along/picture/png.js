/** An SVG file as a PNG of so many times its size. */

/**
 * @param {{ svg: string, width: number, height: number }} picture
 * @param {number} scale
 * @returns {Promise<Blob>}
 */
export async function toPng({ svg, width, height }, scale) {
  const image = await loaded(svg);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no PNG'))), 'image/png');
  });
}

/** A policy may allow images from data: addresses, from blob: addresses, or from neither. */
/** @param {string} svg @returns {Promise<HTMLImageElement>} */
async function loaded(svg) {
  const blob = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    return await fetched(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`).catch(() =>
      fetched(blob),
    );
  } finally {
    URL.revokeObjectURL(blob);
  }
}

/** @param {string} address @returns {Promise<HTMLImageElement>} */
function fetched(address) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    // Pictures within the picture may come later than it.
    image.onload = () => image.decode().then(() => resolve(image), reject);
    image.onerror = reject;
    image.src = address;
  });
}
