// attn-widgets.d.ts: what TypeScript knows of the elements.
import { rowsOf, sentenceOf } from './rows.mjs';

/** @typedef {import('./figures.mjs').Figure} Figure */

const HEAD = `// The elements that attn-widgets.js registers. Importing it is enough; it exports nothing.
export {};

/** What attn-change tells. */
export interface AttnChangeDetail {
  /** the element's name */
  figure: string;
  /** the state as a link, without the # */
  link: string;
  state: Record<string, unknown>;
  /** named numbers of the figure as it shows them */
  values: Record<string, string>;
  source: 'ready' | 'user' | 'api';
}

/** What all figures have in common. */
export interface AttnFigureElement extends HTMLElement {
  readonly figureName: string;
  readonly state: Record<string, any>;
  readonly values: Record<string, string>;
  /** the state as a link, without the # */
  readonly link: string;
  /** A copy of the state. */
  getState(): Record<string, any>;
  /** Changes some of the state; what is unknown or may not be is refused with a notice. */
  setState(patch: Record<string, unknown>): void;
  /** Takes the state of a link: the part behind the question mark. */
  applyLink(query: string): void;
  reset(): void;
}
`;

/** @param {readonly Figure[]} figures @returns {string} */
export function typesOf(figures) {
  const names = figures.map(({ name }) => `    '${name}': ${interfaceName(name)};`);
  return `${HEAD}
${figures.map(interfaceOf).join('\n')}
declare global {
  interface HTMLElementTagNameMap {
${names.join('\n')}
  }
  interface HTMLElementEventMap {
    'attn-change': CustomEvent<AttnChangeDetail>;
  }
}
`;
}

/** @param {Figure} figure */
function interfaceOf(figure) {
  const rows = rowsOf(figure).map(
    (row) => `  /** ${sentenceOf(row)} */\n  ${row.property}: ${row.type};\n`,
  );
  return `/** ${figure.title} */
export interface ${interfaceName(figure.name)} extends AttnFigureElement {
${rows.join('')}}
`;
}

/** @param {string} name attn-kv-cache @returns {string} AttnKvCacheElement */
export function interfaceName(name) {
  return `${name.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase())}Element`;
}
