// Modules that the plugins in tools/vite make at build time.

declare module 'virtual:attn-wasm' {
  /** attn.wasm, raw deflate in base64 */
  export const simd: string;
  /** attn-scalar.wasm, raw deflate in base64 */
  export const scalar: string;
}

declare module 'virtual:attn-engine' {
  export { loadEngine } from '../../web/engine/attn.js';
  export { createBackground } from '../../web/engine/background.js';
  /** The text of a classic script for `new Worker(URL.createObjectURL(new Blob([source])))`. */
  export const workerSource: string;
}

declare module '*.css' {}
