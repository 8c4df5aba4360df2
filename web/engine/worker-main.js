// The whole of the worker: it is bundled into one classic script.

import { serveEngine } from './worker-protocol.js';

serveEngine(/** @type {import('./worker-protocol.js').Scope} */ (/** @type {unknown} */ (self)));
