import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitSubscripts } from '../../web/model/subscripts.js';

test('a single letter with an underscore gets a subscript; longer names stay as they are', () => {
  assert.deepEqual(splitSubscripts('q · k / √d_k'), ['q · k / √', { base: 'd', sub: 'k' }]);
  assert.deepEqual(splitSubscripts('W_Q and d_model'), [
    { base: 'W', sub: 'Q' },
    ' and ',
    { base: 'd', sub: 'model' },
  ]);
  assert.deepEqual(splitSubscripts('row_max is plain'), ['row_max is plain']);
  assert.deepEqual(splitSubscripts(''), []);
});
