// node run_wasi.mjs FILE.wasm: runs a C program that was compiled for WASI.
import { readFile } from 'node:fs/promises';
import { argv, emitWarning, exit } from 'node:process';

// That WASI is experimental is known, and would be a line in every run.
process.emitWarning = (warning, ...rest) =>
  String(warning).includes('WASI') || emitWarning.call(process, warning, ...rest);
const { WASI } = await import('node:wasi');

const wasi = new WASI({ version: 'preview1', args: argv.slice(2), returnOnExit: true });
const module = await WebAssembly.compile(await readFile(argv[2]));
const imports = { ...wasi.getImportObject() };
// Growing memory is announced to Emscripten's own loader, which is not here.
imports.env = { emscripten_notify_memory_growth: () => {} };
exit(wasi.start(await WebAssembly.instantiate(module, imports)));
