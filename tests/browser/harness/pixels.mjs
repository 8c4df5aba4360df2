/**
 * How far two screenshots are from each other: how many pixels differ, and by how much the worst of
 * them does in any of its channels (255 where the sizes differ), and by how much the mean of the
 * worst square of 16 × 16 does. The page decodes them.
 * @param {import('./page.mjs').Page} page one whose policy allows pictures from data: addresses
 * @param {Buffer} a @param {Buffer} b PNG
 * @returns {Promise<{ count: number, worst: number, square: number }>}
 */
export async function difference(page, a, b) {
  if (a.equals(b)) return { count: 0, worst: 0, square: 0 };
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
  if (a.length !== b.length || width !== otherWidth)
    return { count: a.length / 4, worst: 255, square: 255 };
  const SIDE = 16;
  const columns = Math.ceil(width / SIDE);
  const sums = new Float64Array(columns * Math.ceil(a.length / 4 / width / SIDE) * 3);
  let count = 0;
  let worst = 0;
  for (let i = 0; i < a.length; i += 4) {
    const [x, y] = [(i / 4) % width, Math.floor(i / 4 / width)];
    const square = Math.floor(y / SIDE) * columns + Math.floor(x / SIDE);
    let off = 0;
    for (let channel = 0; channel < 3; channel++) {
      const more = a[i + channel] - b[i + channel];
      sums[square * 3 + channel] += more;
      off = Math.max(off, Math.abs(more));
    }
    if (off > 0) count++;
    worst = Math.max(worst, off);
  }
  const square = sums.reduce((most, sum) => Math.max(most, Math.abs(sum) / SIDE ** 2), 0);
  return { count, worst, square };
}
