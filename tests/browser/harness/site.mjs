import { createServer } from 'node:http';
import { createServer as createTcpServer, connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { Transform } from 'node:stream';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sirv from 'sirv';

const BUILT = fileURLToPath(new URL('../../../build/site/', import.meta.url));
const WITNESS = '__console-witness.js';
const TYPES = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
};

/**
 * Serves build/site (or another folder) on a free port of this machine.
 * @param {object} [options]
 * @param {string} [options.root] the folder
 * @param {string} [options.base] the sub-path under which it stands, such as '/a/b/c/'
 * @param {string} [options.csp] the Content-Security-Policy of every answer
 * @param {Record<string, string>} [options.headers] more headers for every answer
 * @param {Record<string, string>} [options.types] content types by extension, right or wrong
 * @param {Record<string, string>} [options.files] more files by name, as texts: host pages
 * @param {number} [options.bytesPerSecond] a slow network
 * @param {boolean} [options.witness] false: no witness of the console goes into pages for WebKit,
 *   for a policy that would refuse its script
 * @returns {Promise<{ url: string, requests: string[], files: Record<string, string>, close: () => Promise<void> }>}
 */
export async function startSite(options = {}) {
  const { base = '/', files = {}, root = BUILT, bytesPerSecond, witness = true } = options;
  const requests = [];
  const headers = {
    ...(options.csp && { 'content-security-policy': options.csp }),
    ...options.headers,
  };
  const serveFolder = sirv(root, {
    dev: true,
    setHeaders: (response, path) => retype(response, path, options.types),
  });
  const watched = (request) => witness && isSafari(request);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    requests.push(pathname);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (!pathname.startsWith(base)) return notFound(response);
    const name = pathname.slice(base.length);
    if (Object.hasOwn(files, name)) {
      const text =
        watched(request) && name.endsWith('.html') ? withWitness(files[name], base) : files[name];
      return serveText(response, name, text);
    }
    if (name === WITNESS) return serveText(response, name, witnessSource());
    const page = watched(request) && pageText(root, name);
    if (page) return serveText(response, 'index.html', withWitness(page, base));
    request.url = `/${name}`;
    return serveFolder(request, response, () => notFound(response));
  });
  const front = bytesPerSecond ? slowFront(server, bytesPerSecond) : server;
  await listen(server);
  if (front !== server) await listen(front);
  const url = `http://127.0.0.1:${front.address().port}${base}`;
  return { url, requests, files, close: () => closeAll([server, front]) };
}

/** WebKit alone needs the witness; the other drivers hand on what the console says. */
function isSafari(request) {
  const agent = request.headers['user-agent'] ?? '';
  return agent.includes('AppleWebKit') && !agent.includes('Chrome');
}

function pageText(root, name) {
  const path = join(root, name.endsWith('/') || name === '' ? `${name}index.html` : name);
  return path.endsWith('.html') && existsSync(path) && readFileSync(path, 'utf8');
}

function withWitness(html, base) {
  const script = `<script src="${base}${WITNESS}"></script>`;
  return html.replace(/<head>|<html[^>]*>|<!doctype html>/i, (start) => start + script);
}

function witnessSource() {
  return readFileSync(new URL('console-witness.js', import.meta.url), 'utf8');
}

function retype(response, path, types = {}) {
  const type = types[path.split('.').pop()];
  if (type) response.setHeader('content-type', type);
}

function serveText(response, name, text) {
  response.setHeader(
    'content-type',
    `${TYPES[name.split('.').pop()] ?? 'text/plain'}; charset=utf-8`,
  );
  response.end(text);
}

function notFound(response) {
  response.statusCode = 404;
  response.end('not found');
}

/** A proxy that hands on at most so many bytes a second over each connection. */
function slowFront(server, bytesPerSecond) {
  const clients = new Set();
  const front = createTcpServer((client) => {
    clients.add(client);
    const upstream = connect(server.address().port, '127.0.0.1');
    const slow = new Transform({
      async transform(chunk, _encoding, done) {
        await delay((chunk.length / bytesPerSecond) * 1000);
        done(null, chunk);
      },
    });
    for (const stream of [client, upstream, slow]) stream.on('error', () => client.destroy());
    client.on('close', () => {
      clients.delete(client);
      upstream.destroy();
    });
    client.pipe(upstream).pipe(slow).pipe(client);
  });
  // As servers of HTTP have it: a browser that does not let go would keep the tests from ending.
  return Object.assign(front, {
    closeAllConnections: () => clients.forEach((client) => client.destroy()),
  });
}

function listen(server) {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

async function closeAll(servers) {
  for (const server of new Set(servers)) {
    server.closeAllConnections?.();
    await new Promise((resolve) => server.close(resolve));
  }
}
