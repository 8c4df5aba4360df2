// node check_exports.mjs FILE.wasm exports.txt: the module imports nothing and
// exports exactly the functions of the list, beside what the linker adds.
import { readFileSync } from 'node:fs';

const FROM_THE_LINKER = new Set([
  'memory',
  '_initialize',
  '__heap_base',
  '__indirect_function_table',
  '__errno_location',
  'stackSave',
  'stackRestore',
  'stackAlloc',
  '_emscripten_stack_restore',
  '_emscripten_stack_alloc',
  'emscripten_stack_get_current',
]);

const [wasm, list] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(wasm));
const wanted = readFileSync(list, 'utf8').trim().split('\n');
const given = WebAssembly.Module.exports(module)
  .map(({ name }) => name)
  .filter((name) => !FROM_THE_LINKER.has(name));
const problems = [
  ...WebAssembly.Module.imports(module).map(({ module: from, name }) => `imports ${from}.${name}`),
  ...wanted.filter((name) => !given.includes(name)).map((name) => `does not export ${name}`),
  ...given.filter((name) => !wanted.includes(name)).map((name) => `exports ${name}, not listed`),
];
if (wanted.join() !== [...wanted].sort().join()) problems.push(`${list} is not in order`);
for (const problem of problems) console.error(`${wasm}: ${problem}`);
process.exitCode = problems.length ? 1 : 0;
