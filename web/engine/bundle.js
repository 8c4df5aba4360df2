// What a bundle needs of the engine, for the page and for its worker alike.

export { loadEngine } from './attn.js';
export { createBackground } from './background.js';
export { serveEngine } from './worker-protocol.js';
