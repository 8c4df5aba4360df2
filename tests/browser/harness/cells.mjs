import assert from 'node:assert/strict';

const inHand = (figure, grid) => `${figure} >>> [data-cell="${grid}"]`;

/** What the cell in hand of a grid says, which has the focus. */
async function said(page, figure, grid) {
  const focused = await page.on(figure, ({ shadowRoot }) => shadowRoot.activeElement?.dataset.cell);
  assert.equal(focused, grid, 'the grid has the focus');
  return page.attribute(inHand(figure, grid), 'aria-label');
}

/** Walks through a grid by keys: after each the cell says what stands beside it. */
export async function walkCells(page, figure, grid, steps) {
  await page.focus(inHand(figure, grid));
  for (const [key, text] of steps) {
    await page.press(key);
    assert.equal(await said(page, figure, grid), text, `${grid}: ${key}`);
  }
}

/** Clicks where a cell is, [0, 0] the grid's top left and [1, 1] its bottom right. */
export async function takeCell(page, figure, grid, at, text) {
  await page.click(`${figure} >>> [data-grid="${grid}"] .hit`, { at });
  assert.equal(await said(page, figure, grid), text, `${grid}: a click at ${at}`);
}
