import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isServed } from './is-served.ts';

it('tells a port that is listened to from one that is not', async () => {
  const server = createServer((line) => line.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await isServed({ host: '127.0.0.1', port })).toBe(true);
  server.close();
  await once(server, 'close');
  expect(await isServed({ host: '127.0.0.1', port })).toBe(false);
});

it('tells a socket that is listened to from a file that is not there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-served-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'socket');
  expect(await isServed({ path })).toBe(false);
  const server = createServer((line) => line.destroy()).listen(path);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  expect(await isServed({ path })).toBe(true);
});
