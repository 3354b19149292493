import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type GatewayAnswer, Unreachable } from '../identity/client.ts';
import type { Machine } from '../identity/machine.ts';
import { writePosition } from './cursor.ts';
import { lookAtCheckpoints } from './look-at-checkpoints.ts';

let stateFolder = '';
beforeEach(() => {
  stateFolder = mkdtempSync(join(tmpdir(), 'hookline-look-'));
});
afterEach(() => rmSync(stateFolder, { recursive: true, force: true }));

const answered = (status: number, body: unknown = {}): GatewayAnswer => ({
  status,
  body,
  at: Date.now(),
  retryAfterMs: null,
});
const NONE_YET = answered(200, { key: 'k', newest: null, checkpoints: [], end: null });

/** What a look tells after a round in which so many lines were sent. */
async function looked(answer: GatewayAnswer | null, shipped = 1): Promise<readonly string[]> {
  const told: string[] = [];
  const machine = { machine: 'm', org: 'acme' } as unknown as Machine;
  const head = { head: 'ab'.repeat(16), lines: 10 };
  writePosition(stateFolder, { v: 1, machine: 'm', stream: '7', epoch: 1, sending: null, files: {}, ...head });
  const place = { stateFolder, machine, onAlarm: (text: string) => void told.push(text) };
  const send = () => (answer === null ? Promise.reject(new Unreachable('it is away')) : Promise.resolve(answer));
  await lookAtCheckpoints(place, { send }, { shipped, everyMs: 0 });
  return told;
}

it('tells of a gateway that takes lines and does not say what is signed about them, once', async () => {
  const alarm = [
    'checkpoint_refused: the gateway takes lines, and has not said what is signed about them for 24 hours of sending',
  ];
  const told: string[] = [];
  for (let hour = 0; hour < 30; hour += 1)
    told.push(...(await looked([answered(503), answered(401), null][hour % 3] ?? null)));
  expect(told).toEqual(alarm);
  expect(await looked(NONE_YET)).toEqual([]);
  for (let hour = 0; hour < 23; hour += 1) expect(await looked(answered(500))).toEqual([]);
  expect(await looked(answered(500))).toEqual(alarm);
});

it('tells nothing of one that is away as a whole, however long', async () => {
  for (let hour = 0; hour < 100; hour += 1) expect(await looked(answered(503), 0)).toEqual([]);
});
