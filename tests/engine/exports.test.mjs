// What C declares, what the binaries export, and how JS calls it, are one list.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadEngine } from '../../web/engine/attn.js';
import { Call } from '../../web/engine/call.js';
import { SAMPLES } from './samples.mjs';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url));
const LISTED = read('c/exports.txt').toString().trim().split('\n');
const DECLARED = declarations(read('c/attn.h').toString());

/** The functions of the header: name to parameter names. */
function declarations(header) {
  const code = header.replace(/\/\*[\s\S]*?\*\//g, '');
  const found = code.matchAll(/^[a-z_0-9]+ \*?(attn_[a-z_0-9]+)\(([^;{]*)\);/gm);
  return new Map([...found].map(([, name, list]) => [name, list.split(',').map(parameterName)]));
}

function parameterName(text) {
  return text.trim().match(/([a-z_0-9]+)(\[\d+\])?$/)[1];
}

function camelCase(name) {
  return name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
}

test('every public function is exported, and nothing else', () => {
  assert.deepEqual([...DECLARED.keys()].sort(), LISTED);
});

for (const file of ['attn.wasm', 'attn-scalar.wasm']) {
  test(`${file} imports nothing and exports what is listed`, () => {
    const module = new WebAssembly.Module(read(`build/engine/${file}`));
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    const names = WebAssembly.Module.exports(module).map(({ name }) => name);
    assert.deepEqual(names.filter((name) => name.startsWith('attn_')).sort(), LISTED);
  });
}

/** Their arrays have the names that the caller of the JS function knows. */
const NAMED_BY_THE_CALLER = new Set([
  'attn_find_not_finite', 'attn_gather', 'attn_linear', 'attn_residual', 'attn_block', 'attn_stack',
  'attn_group_heads', 'attn_rope',
]); // prettier-ignore

test('JS gives as many parameters as C declares, in their order', async () => {
  const engine = await loadEngine();
  const calls = new Map();
  const { invoke } = Call.prototype;
  Call.prototype.invoke = function spy(cName, params) {
    calls.set(`${this.name} ${cName}`, [cName, Object.keys(params)]);
    return invoke.call(this, cName, params);
  };
  try {
    for (const [name, args] of Object.entries(SAMPLES)) engine[name](args);
  } finally {
    Call.prototype.invoke = invoke;
  }
  assert.ok(calls.size >= 20);
  for (const [call, [cName, keys]] of calls) {
    const declared = DECLARED.get(cName);
    assert.equal(keys.length, declared.length - 1, `${call}: the fault comes by itself`);
    if (NAMED_BY_THE_CALLER.has(cName)) continue;
    assert.deepEqual(keys, declared.slice(0, -1).map(camelCase), call);
  }
});
