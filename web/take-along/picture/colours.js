/** Colours as every program reads them: #rrggbb, whatever the browser calls them. */

/** @type {Map<string, string>} */
const known = new Map();
/** @type {CanvasRenderingContext2D | null} */
let context = null;

/**
 * The colour on the screen for any CSS colour (color-mix gives oklab(), which few programs know).
 * @param {string} colour as getComputedStyle says it
 * @returns {{ colour: string, opacity: number }}
 */
export function plainColour(colour) {
  const rgb = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(colour);
  if (rgb) return { colour: hex(rgb.slice(1, 4).map(Number)), opacity: Number(rgb[4] ?? 1) };
  if (!known.has(colour)) known.set(colour, painted(colour));
  return { colour: /** @type {string} */ (known.get(colour)), opacity: 1 };
}

/** @param {number[]} parts */
const hex = (parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** @param {string} colour */
function painted(colour) {
  context ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext(
    '2d',
    { willReadFrequently: true },
  );
  if (!context) return colour;
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return hex([...context.getImageData(0, 0, 1, 1).data].slice(0, 3));
}
