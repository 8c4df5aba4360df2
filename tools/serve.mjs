// node tools/serve.mjs FOLDER [PORT]: a static server on the first free port from PORT upward.
import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import sirv from 'sirv';

const [folder = 'build/site', wanted = '8080'] = process.argv.slice(2);
const LAST_PORT = 65535;

const port = Number(wanted);
if (!Number.isInteger(port) || port < 1 || port > LAST_PORT) {
  fail(`PORT: expected a whole number from 1 to ${LAST_PORT}, got '${wanted}'`);
}
if (!existsSync(folder)) fail(`${folder} is missing: make build makes it`);

const servers = await listenFrom(port);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(servers));
console.log(`Attention Explorer: http://localhost:${servers[0].address().port}/  (Ctrl-C stops)`);

async function listenFrom(first) {
  for (let candidate = first; candidate <= LAST_PORT; candidate++) {
    const found = await listenOn(candidate);
    if (found) return found;
  }
  return fail(`no free port from ${first} upward`);
}

/** This machine only, in both its addresses: a browser may take "localhost" for either. */
async function listenOn(candidate) {
  const handler = sirv(folder, { dev: true, etag: true });
  const opened = [];
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer(handler);
    const fault = await new Promise((resolve) => {
      server.once('error', resolve);
      server.listen(candidate, host, () => resolve(null));
    });
    if (!fault) opened.push(server);
    else if (fault.code === 'EADDRINUSE' || fault.code === 'EACCES') return close(opened);
  }
  return opened.length > 0 ? opened : null;
}

function close(opened) {
  for (const server of opened) server.close();
  return null;
}

function stop(opened) {
  console.log('\nStopped.');
  for (const server of opened) {
    server.closeAllConnections();
    server.close();
  }
  process.exit(0);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
