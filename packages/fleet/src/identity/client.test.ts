import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from './client.ts';
import type { Machine } from './machine.ts';

const DAY_MS = 86_400_000;

it('signs again where the clock of the machine is put right while a request is under way', async () => {
  const now = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3 * DAY_MS);
  onTestFinished(() => clock.mockRestore());
  const signedAt: number[] = [];
  const server = createServer((asked, answer) => {
    clock.mockRestore();
    signedAt.push(issuedAt(asked.headers.authorization));
    answer.writeHead(Math.abs((signedAt.at(-1) ?? 0) - now()) < DAY_MS ? 200 : 401).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const alarms: string[] = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = await createClient(machineAt(url), (text) => alarms.push(text));
  onTestFinished(client.close);
  expect(await client.send({ method: 'GET', path: '/v1/streams/1/head' })).toMatchObject({ status: 200 });
  expect(signedAt).toHaveLength(2);
  expect(alarms).toEqual([]); // it is right now
});

const issuedAt = (authorization = ''): number => {
  const said = JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString()) as { iat: number };
  return said.iat * 1000;
};

function machineAt(url: string): Machine {
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { v: 1, url, machine: 'm', ca: null, key, org: 'default', name: 'm', ship: 'full' } as unknown as Machine;
}
