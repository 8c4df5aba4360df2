import { articlePlugin } from './web/article/plugin.js';
import { wasmPlugin } from './tools/vite/wasm-plugin.js';
import { workerPlugin } from './tools/vite/worker-plugin.js';

/** Settings that the page, the widgets and the single file share. */
export const shared = {
  root: 'web',
  base: './',
  publicDir: 'public',
  plugins: [wasmPlugin(), workerPlugin()],
  build: {
    target: ['es2022', 'safari16.4'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    emptyOutDir: false,
    reportCompressedSize: false,
  },
};

/** `npx vite` serves the page from source; tools/build.mjs makes the deliveries. */
export default {
  ...shared,
  plugins: [...shared.plugins, articlePlugin()],
  server: { port: 5173 },
};
