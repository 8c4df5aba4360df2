/**
 * Which controls a figure shows and which it locks: `controls="mask -seed query:locked"`, words
 * between blanks or commas.
 *
 * - `name`: only the named ones are shown
 * - `-name`: all but this one are shown
 * - `name:locked`: it shows its value, and the reader cannot change it, in the picture neither
 * - `none`: no control is shown; `locked`: all are locked
 *
 * A name is that of an attribute, or `buttons` (those beyond the attributes) or `footer`.
 */

/** @typedef {ReturnType<typeof readControls>} ControlRules */

/**
 * @param {string} text
 * @param {readonly string[]} attributes of the figure
 */
export function readControls(text, attributes) {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const has = (/** @type {string} */ word) => words.includes(word);
  const known = [...attributes, 'buttons', 'footer'];
  const isList = known.some(has);
  const isLocked = (/** @type {string} */ name) => has(`${name}:locked`);
  return {
    isNone: has('none'),
    unknown: words.filter(
      (word) => ![...known, 'none', 'locked'].includes(word.replace(/^-|:locked$/g, '')),
    ),
    /** @param {string} name */
    hides: (name) =>
      has(`-${name}`) ||
      (name !== 'footer' && (has('none') || (isList && !has(name) && !isLocked(name)))),
    isAllLocked: has('locked'),
    /** @param {string} name */
    locks: (name) => has('locked') || isLocked(name),
  };
}
