import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FigureState } from '../../web/widgets/figure-state.js';

const last = ({ text }) => text.split(' ').length - 1;

class Figure extends FigureState {
  static figureName = 'attn-pattern';
  static parameters = [
    { key: 'text', type: 'text', default: 'one two three four' },
    { key: 'query', type: 'integer', default: 3, min: 0, max: last },
  ];
  // Without a document there is nothing to render.
  createRenderRoot() {
    return {};
  }
  requestUpdate() {}
  /** @param {[string, string | null][]} list */
  take(list) {
    for (const [name, text] of list) this.attributeChangedCallback(name, null, text);
    return this;
  }
}
assert.ok(Figure.observedAttributes.includes('query'));

/** The state and how many sentences say what was refused. */
const shown = ({ state, notices }) => [state, notices.length];

test('of an attribute set several times before the figure stands in the page the last one holds', () => {
  const figure = new Figure().take([
    ['query', '4'],
    ['query', '1'],
    ['text', 'a b c d e'],
  ]);
  figure.connectedCallback();
  assert.deepEqual(shown(figure), [{ text: 'a b c d e', query: 1 }, 0]);
});

test('what was wrong and is taken away again is not spoken of', () => {
  const figure = new Figure().take([
    ['query', 'many'],
    ['query', null],
  ]);
  figure.connectedCallback();
  assert.deepEqual(shown(figure), [{ text: 'one two three four', query: 3 }, 0]);
});

test('a removed attribute goes back to its default, or as near as the rest allows, without a word', () => {
  const figure = new Figure().take([
    ['text', 'one two'],
    ['query', '0'],
  ]);
  figure.connectedCallback();
  figure.take([['query', null]]);
  assert.deepEqual(shown(figure), [{ text: 'one two', query: 1 }, 0]);
});

test('a thousand attributes, right and wrong, leave the last good state and one notice', () => {
  const figure = new Figure();
  figure.connectedCallback();
  for (let i = 0; i < 1000; i++) figure.take([['query', i % 2 ? '1e309' : String(i % 3)]]);
  assert.deepEqual(shown(figure), [{ text: 'one two three four', query: 998 % 3 }, 1]);
});
