import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ensureHttpAddress, HTTP_HOST } from './http-address.ts';
import { untilHttpIsServed } from './until-served.ts';

function makeState(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-served-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('waits until the server listens', async () => {
  const state = makeState();
  const { port } = await ensureHttpAddress(state);
  let isServed = false;
  const waited = untilHttpIsServed(state, () => true).then(() => expect(isServed).toBe(true));
  const server = createServer((line) => line.destroy());
  onTestFinished(() => void server.close());
  setTimeout(() => {
    isServed = true;
    server.listen(port, HTTP_HOST);
  }, 100);
  await waited;
});

it('waits no longer once the server cannot come any more', async () => {
  const state = makeState();
  await ensureHttpAddress(state);
  let looks = 0;
  await untilHttpIsServed(state, () => (looks += 1) < 3);
  expect(looks).toBe(3);
});

it('does not wait where no agent uses http', async () => {
  await untilHttpIsServed(makeState(), () => expect.unreachable());
});
