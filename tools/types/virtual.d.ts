// Modules that the plugins in tools/vite make at build time.

declare module 'virtual:attn-engine' {
  export { loadEngine } from '../../web/engine/attn.js';
  export { createBackground } from '../../web/engine/background.js';
  /** The text of a classic script for `new Worker(URL.createObjectURL(new Blob([source])))`. */
  export const workerSource: string;
}

declare module 'virtual:attn-binaries' {
  /** attn.wasm and attn-scalar.wasm as far as the figures use them, see tools/pack-binaries.js */
  export const packed: string;
  /** their bytes */
  export const lengths: [number, number];
}

declare module '*.css' {}

/** The way from the script's own address to the folder of what it loads; see vite.config.js. */
declare const BESIDE: string;
declare const VERSION: string;
