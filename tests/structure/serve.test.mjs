import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { ROOT } from './files.mjs';

/** Starts the server, and gives what it printed first, a way to stop it, and its exit code. */
async function serve(port) {
  const child = spawn('node', ['tools/serve.mjs', 'build/site', String(port)], { cwd: ROOT });
  const lines = [];
  child.stderr.on('data', (text) => lines.push(String(text)));
  const ended = once(child, 'close').then(([code]) => code);
  await Promise.race([
    once(child.stdout, 'data').then(([text]) => lines.push(String(text))),
    ended,
  ]);
  return { said: lines.join(''), stop: () => child.kill('SIGINT'), ended };
}

async function occupied(test, host) {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  test.after(() => server.close());
  return server.address().port;
}

test('the address that is printed answers with the page, and Ctrl-C ends it cleanly', async (t) => {
  const { said, stop, ended } = await serve(20000 + (process.pid % 20000));
  t.after(stop);
  const address = said.match(/http:\/\/localhost:\d+\//)[0];
  const response = await fetch(address);
  assert.equal(response.status, 200);
  assert.match(await response.text(), /<title>Attention Explorer/);
  stop();
  assert.equal(await ended, 0);
});

for (const host of ['127.0.0.1', '::', '::1']) {
  test(`a port that is taken on ${host} is passed over`, async (t) => {
    const taken = await occupied(t, host).catch(() => t.skip('no such address here'));
    if (!taken) return;
    const { said, stop, ended } = await serve(taken);
    t.after(stop);
    const port = Number(said.match(/localhost:(\d+)/)[1]);
    assert.ok(port > taken, said);
    stop();
    assert.equal(await ended, 0);
  });
}

test('what is no port is refused by name', async () => {
  const { said, ended } = await serve('banana');
  assert.equal(await ended, 1);
  assert.match(said, /PORT: expected a whole number from 1 to 65535, got 'banana'/);
});
