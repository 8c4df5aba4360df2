/** The numbers of a figure as HTML tables. */
import { html } from 'lit';

/** @typedef {import('../figure-element.js').NumberTable} NumberTable */

/** @param {NumberTable[]} tables */
export function renderTables(tables) {
  return tables.map(renderTable);
}

/** @param {NumberTable} table */
function renderTable(table) {
  const { columnNames, rowNames, data, format } = table;
  const width = columnNames.length;
  return html`<table data-table=${table.id}>
    <caption>
      <span>${table.caption}</span>
    </caption>
    <thead>
      <tr>
        <th scope="col">${table.corner}</th>
        ${columnNames.map((name) => html`<th scope="col"><bdi>${name}</bdi></th>`)}
      </tr>
    </thead>
    <tbody>
      ${rowNames.map(
        (name, row) =>
          html`<tr>
            <th scope="row"><bdi>${name}</bdi></th>
            ${columnNames.map(
              (_, column) => html`<td>${format(data[row * width + column], column)}</td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
