/** The numbers of a figure as HTML tables, written in parts: with 64 tokens they have 18,000 cells. */
import { inLanguage } from '../../model/language.js';
import { nextFrame } from './scheduler.js';

/** @typedef {import('../figure-element.js').NumberTable} NumberTable */

/** So many cells change between two frames: more than a figure with ten tokens has. */
const CELLS = 2000;

/** What the cells of a table say, row by row. @type {WeakMap<Element, string[]>} */
const texts = new WeakMap();

/** What is being written into which panel. @type {WeakMap<Element, Iterator<void>>} */
const writers = new WeakMap();

/** Write the figure's tables into its panel. @param {import('../figure-element.js').FigureElement} figure */
export function showTables(figure) {
  const panel = figure.renderRoot.querySelector('.numbers');
  if (!panel) return;
  const writer = write(panel, figure.tables(figure.results, figure.state));
  writers.set(panel, writer);
  const go = () => {
    // Newer numbers, or a panel that was closed, need the rest no more.
    if (writers.get(panel) !== writer || !panel.isConnected) return;
    if (!inLanguage(figure.texts.language, () => writer.next()).done) nextFrame().then(go);
  };
  go();
}

/**
 * A table is there as a whole or not yet; of one that is there, only what differs is touched.
 * @param {Element} panel @param {NumberTable[]} tables
 * @returns {Iterator<void>} each step changes `CELLS` cells
 */
function* write(panel, tables) {
  let written = 0;
  for (const [i, table] of tables.entries()) {
    let element = /** @type {HTMLTableElement} */ (panel.children[i]);
    const isThere = element && isLike(element, table);
    if (!isThere) element = emptyTable(table.id);
    /** @type {any} */ (element.caption).firstChild.textContent = table.caption;
    const before = texts.get(element) ?? [];
    texts.set(element, before);
    const width = table.columnNames.length + 1;
    for (let cell = 0; cell < width * (table.rowNames.length + 1); cell++) {
      const row = Math.floor(cell / width);
      const text = said(table, row, cell % width);
      if (before[cell] === text) continue;
      before[cell] = text;
      textPlace(element, row, cell % width).textContent = text;
      if (++written % CELLS === 0) yield;
    }
    if (isThere) continue;
    panel.children[i]?.remove();
    panel.insertBefore(element, panel.children[i]);
  }
  while (panel.children.length > tables.length) panel.lastElementChild?.remove();
}

/** @param {HTMLTableElement} element @param {NumberTable} table */
const isLike = ({ dataset, rows }, { id, rowNames, columnNames }) =>
  dataset.table === id &&
  rows.length === rowNames.length + 1 &&
  rows[0].cells.length === columnNames.length + 1;

/** @param {string} id */
function emptyTable(id) {
  const table = document.createElement('table');
  table.dataset.table = id;
  table.createCaption().append(document.createElement('span'));
  table.createTHead().insertRow();
  table.createTBody();
  return table;
}

/** Row 0 and column 0 have the names. @param {NumberTable} table @param {number} row @param {number} column */
function said({ corner, columnNames, rowNames, data, format }, row, column) {
  if (row === 0) return columnNames[column - 1] ?? corner;
  if (column === 0) return rowNames[row - 1];
  return format(data[(row - 1) * columnNames.length + column - 1], column - 1);
}

/** Where a cell has its text. @param {HTMLTableElement} table @param {number} row @param {number} column */
function textPlace(table, row, column) {
  const line = table.rows[row] ?? table.tBodies[0].insertRow();
  const isName = row === 0 || column === 0;
  const cell = line.cells[column] ?? newCell(line, isName, row === 0 ? 'col' : 'row');
  return isName ? /** @type {Node} */ (cell.firstChild) : cell;
}

/** @param {HTMLTableRowElement} line @param {boolean} isName @param {string} scope */
function newCell(line, isName, scope) {
  if (!isName) return line.insertCell();
  const cell = document.createElement('th');
  cell.scope = scope;
  cell.append(document.createElement('bdi'));
  return line.appendChild(cell);
}
