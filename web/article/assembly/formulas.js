import katex from 'katex';

/** Text that is never a formula, whatever dollar signs it holds. */
const VERBATIM = /<(code|pre|script|style)\b[\s\S]*?<\/\1>/;
const MARKUP = /<!--[\s\S]*?-->|<[^>]*>/;
const FORMULA = /\$\$([\s\S]+?)\$\$|(?<!\\)\$([^$]+?)(?<!\\)\$/;
const TOKENS = new RegExp(`${VERBATIM.source}|${MARKUP.source}|${FORMULA.source}|\\\\\\$`, 'g');

/** @type {Record<string, string>} */
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&nbsp;': ' ' };

/**
 * Renders `$…$` and `$$…$$` in HTML to KaTeX's HTML and MathML.
 * @param {string} html
 * @param {StyleClasses} classes collects the inline styles, which a strict policy would refuse
 */
export function renderFormulas(html, classes) {
  return html.replace(TOKENS, (whole, _tag, display, inline) => {
    if (display !== undefined)
      return `<div class="formula">${render(display, true, classes)}</div>`;
    if (inline !== undefined) return render(inline, false, classes);
    return whole === '\\$' ? '$' : whole;
  });
}

/**
 * @param {string} source
 * @param {boolean} displayMode
 * @param {StyleClasses} classes
 */
function render(source, displayMode, classes) {
  const formula = source.replace(/&(lt|gt|amp|nbsp);/g, (entity) => ENTITIES[entity]).trim();
  const html = katex.renderToString(formula, {
    displayMode,
    output: 'htmlAndMathml',
    strict: true,
  });
  return classes.replaceIn(html);
}

/** Turns `style="…"` into classes of a style sheet: one for each different style. */
export class StyleClasses {
  /** @type {Map<string, string>} */
  #names = new Map();

  /** @param {string} html */
  replaceIn(html) {
    return html.replace(/<[^>]* style="[^>]*>/g, (tag) => {
      const [attribute, style] = /** @type {RegExpMatchArray} */ (tag.match(/ style="([^"]*)"/));
      const bare = tag.replace(attribute, '');
      const name = this.#nameOf(style);
      if (bare.includes(' class="')) return bare.replace(' class="', ` class="${name} `);
      return bare.replace(/^<\w+/, (start) => `${start} class="${name}"`);
    });
  }

  /** @param {string} style */
  #nameOf(style) {
    const name = this.#names.get(style) ?? `kx${this.#names.size}`;
    this.#names.set(style, name);
    return name;
  }

  /** The style sheet; each class twice, so that it wins over KaTeX's own rules as a style would. */
  css() {
    const rules = [...this.#names].map(([style, name]) => `.katex .${name}.${name}{${style}}`);
    return rules.join('\n');
  }
}
