import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const FONT_FACE = /@font-face\{([^}]*)\}/g;
const RULE = /([^{}@]+)\{([^{}]*)\}/g;
const PLAIN = { weight: '400', style: 'normal' };

/**
 * KaTeX's style sheet with the fonts that the formulas use and no others.
 * @param {string} html everything that was rendered
 */
export async function katexCss(html) {
  const path = createRequire(import.meta.url).resolve('katex/dist/katex.min.css');
  const css = await readFile(path, 'utf8');
  const used = usedFaces(css, usedClasses(html));
  return css.replace(FONT_FACE, (whole, body) => (used.has(faceOf(body)) ? woff2Only(whole) : ''));
}

/** @param {string} html */
function usedClasses(html) {
  const names = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list]) => list.split(/\s+/));
  return new Set(names);
}

/**
 * The faces, as "family weight style", that rules ask for whose classes all occur.
 * @param {string} css
 * @param {Set<string>} classes
 */
function usedFaces(css, classes) {
  const faces = new Set();
  const rules = css.replace(FONT_FACE, '').matchAll(RULE);
  for (const [, selectors, body] of rules) {
    const family = property(body, 'font-family') ?? body.match(/font:[^;]*?(KaTeX_\w+)/)?.[1];
    if (!family || !selectors.split(',').some((one) => occurs(one, classes))) continue;
    const weight = property(body, 'font-weight') ?? PLAIN.weight;
    const style = property(body, 'font-style') ?? PLAIN.style;
    faces.add(`${family.split(',')[0]} ${weight.replace('bold', '700')} ${style}`);
  }
  return faces;
}

/** @param {string} selector @param {Set<string>} classes */
function occurs(selector, classes) {
  const names = selector.match(/\.[\w-]+/g) ?? [];
  return names.every((name) => classes.has(name.slice(1)));
}

/** @param {string} body */
function faceOf(body) {
  return ['font-family', 'font-weight', 'font-style'].map((name) => property(body, name)).join(' ');
}

/** @param {string} body @param {string} name */
function property(body, name) {
  return body.match(new RegExp(`(?:^|;)${name}:([^;]*)`))?.[1];
}

/**
 * Every browser that runs the engine reads woff2. The path is resolved by the bundler.
 * @param {string} face
 */
function woff2Only(face) {
  return face.replace(/src:[^;}]*/, (sources) => {
    const file = sources.match(/fonts\/[\w-]+\.woff2/)?.[0];
    return `src:url(katex/dist/${file}) format("woff2")`;
  });
}
