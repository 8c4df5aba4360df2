// docs/elements.md: the reference for people.
import { reference } from '../../web/model/texts/reference.en.js';
import { cssProperties } from './manifest.mjs';
import { commonRows, rowsOf } from './rows.mjs';

const COLUMNS = ['attribute', 'property', 'type', 'values', 'default', 'since', 'does'];

/** @param {readonly import('./figures.mjs').Figure[]} figures @returns {string} */
export function markdownOf(figures) {
  const { document } = reference;
  return [`# ${document.title}`, document.intro, ...sectionsOf(figures)].join('\n\n').concat('\n');
}

/** The pieces below the title. @param {readonly import('./figures.mjs').Figure[]} figures */
export function sectionsOf(figures) {
  const { document } = reference;
  return [
    `## ${document.common}`,
    attributeTable(commonRows()),
    `## ${document.events}`,
    definitions(Object.entries(reference.events)),
    `## ${document.parts}`,
    definitions(Object.entries(reference.parts).map(([name, text]) => [`::part(${name})`, text])),
    definitions(cssProperties()),
    ...figures.flatMap((figure) => [
      `## ${figure.name}`,
      `${figure.title}.`,
      attributeTable(rowsOf(figure)),
    ]),
  ];
}

/** @param {readonly import('./rows.mjs').Row[]} rows */
function attributeTable(rows) {
  const lines = rows.map((row) =>
    line([
      code(row.attribute),
      code(row.property),
      row.kind,
      row.values,
      code(row.default),
      row.since,
      row.doc,
    ]),
  );
  const heads = COLUMNS.map((column) => reference.columns[column]);
  return [line(heads), line(heads.map(() => '---')), ...lines].join('\n');
}

/** @param {readonly [string, string][]} entries */
function definitions(entries) {
  return entries.map(([name, text]) => `- ${code(name)}: ${text}`).join('\n');
}

const code = (text) => (text === '' ? '' : `\`${text}\``);
const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
