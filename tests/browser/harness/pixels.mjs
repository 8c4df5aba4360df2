/**
 * How far two screenshots are from each other: how many pixels differ, and by how much the worst of
 * them does in any of its channels (255 where the sizes differ). The page decodes them.
 * @param {import('./page.mjs').Page} page one whose policy allows pictures from data: addresses
 * @param {Buffer} a @param {Buffer} b PNG
 * @returns {Promise<{ count: number, worst: number }>}
 */
export async function difference(page, a, b) {
  if (a.equals(b)) return { count: 0, worst: 0 };
  const addresses = [a, b].map((png) => `data:image/png;base64,${png.toString('base64')}`);
  return page.evaluate(compare, addresses);
}

/** Runs in the page. */
async function compare(addresses) {
  const pixels = async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const [{ data: a, width }, { data: b, width: otherWidth }] = await Promise.all(
    addresses.map(pixels),
  );
  if (a.length !== b.length || width !== otherWidth) return { count: a.length / 4, worst: 255 };
  let count = 0;
  let worst = 0;
  for (let i = 0; i < a.length; i += 4) {
    const off = Math.max(...[i, i + 1, i + 2].map((at) => Math.abs(a[at] - b[at])));
    if (off > 0) count++;
    worst = Math.max(worst, off);
  }
  return { count, worst };
}
