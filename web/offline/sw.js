/**
 * The service worker of the hosted site: after one visit it works without a network.
 *
 * Each version of the site has a cache of its own, filled as a whole when the version is installed
 * and left alone afterwards. Files whose names carry a hash come from the cache; all others come
 * from the network where it answers in time, so that nobody stays with an old version. What is not
 * in the list of files is none of our business: other pages may live in the same folder, or below.
 */

/** @typedef {{ version: string, files: string[], more: string[] }} Site */

const worker = /** @type {any} */ (self);

/** The build writes it above. @type {Site} */
const { version, files, more } = /** @type {any} */ (self).SITE;

/** How long the network may think before the cache answers, in milliseconds. */
const PATIENCE = 3000;

const { pathname: folder } = new URL(worker.registration.scope);
/** Two copies of the site under one address know their own caches by the folder. */
const prefix = `attention-explorer ${folder} `;
const cacheName = prefix + version;

const hasHash = (/** @type {string} */ name) => name.startsWith('assets/');

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(activate()));

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const name = request.method === 'GET' ? fileOf(request.url) : undefined;
  if (name !== undefined) event.respondWith(answer(request, name));
});

worker.addEventListener('message', (/** @type {any} */ { data }) => {
  if (data === 'take over') worker.skipWaiting();
});

async function install() {
  const cache = await caches.open(cacheName);
  await Promise.all(files.map((name) => keep(cache, name)));
}

/** @param {Cache} cache @param {string} name */
async function keep(cache, name) {
  // What has no hash in its name may lie outdated in the browser's own cache.
  const response = await fetch(addressOf(name), { cache: hasHash(name) ? 'default' : 'no-cache' });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  await cache.put(addressOf(name), await plain(response));
}

/** A redirected response may not answer a navigation. @param {Response} response */
async function plain(response) {
  if (!response.redirected) return response;
  return new Response(await response.blob(), { headers: response.headers });
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {string} name */
const addressOf = (name) => new URL(name, worker.registration.scope).href;

/**
 * Which of our files an address means; hosts leave out `index.html` and some `.html` too.
 * @param {string} url
 * @returns {string | undefined}
 */
function fileOf(url) {
  const { origin, pathname } = new URL(url);
  if (origin !== worker.location.origin || !pathname.startsWith(folder)) return undefined;
  const name = pathname.slice(folder.length) || 'index.html';
  return [name, `${name}.html`].find((one) => files.includes(one) || more.includes(one));
}

/** @param {Request} request @param {string} name @returns {Promise<Response>} */
async function answer(request, name) {
  const kept = await caches.match(addressOf(name), { cacheName });
  if (kept && hasHash(name)) return kept;
  const fresh = fetch(request).then((response) => arrived(request, name, response));
  return kept ? firstGood(fresh, kept) : fresh;
}

/** @param {Promise<Response>} fresh @param {Response} kept @returns {Promise<Response>} */
function firstGood(fresh, kept) {
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  const good = fresh.then((response) => (response.status < 400 ? response : kept));
  return Promise.race([good.catch(() => kept), late]);
}

/** @param {Request} request @param {string} name @param {Response} response */
async function arrived(request, name, response) {
  if (request.mode === 'navigate' && response.ok) await letNewerTakeOver();
  if (more.includes(name) && response.status === 200) await keepCopy(name, response.clone());
  return response;
}

/** Files that not every visitor needs are kept once they were used. */
/** @param {string} name @param {Response} response */
async function keepCopy(name, response) {
  if (!(await caches.has(cacheName))) return;
  const cache = await caches.open(cacheName);
  await cache.put(addressOf(name), await plain(response)).catch(() => {});
}

/**
 * A newer version waits until no page of the old one is open. A reload never closes the page, so
 * when the network has just brought a new page and there is no other, the newer one may start.
 */
async function letNewerTakeOver() {
  const { waiting } = worker.registration;
  if (!waiting) return;
  const pages = await worker.clients.matchAll({ type: 'window' });
  if (pages.length <= 1) waiting.postMessage('take over');
}
