import { test } from 'node:test';
import assert from 'node:assert/strict';
import { leapsAfter } from '../../web/widgets/frame/motion.js';

const target = { type: 'button' };
const slider = { type: 'range' };

test('what follows the click of a pointer leaps, and what follows a key or a drag does not', () => {
  assert.equal(leapsAfter({ type: 'click', detail: 1, target }, false), true);
  // Enter or Space on a button is a click without a count.
  assert.equal(leapsAfter({ type: 'click', detail: 0, target }, true), false);
  assert.equal(leapsAfter({ type: 'keydown', target }, true), false);
  assert.equal(leapsAfter({ type: 'gotpointercapture', target }, true), false);
});

test('what follows a slider does not leap, nor the click that some browsers make of letting it go', () => {
  assert.equal(leapsAfter({ type: 'input', target: slider }, true), false);
  assert.equal(leapsAfter({ type: 'click', detail: 1, target: slider }, true), false);
  assert.equal(leapsAfter({ type: 'input', target }, true), true);
});
