import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { fetchedFile, fetchedState } from './fetched-state.ts';

/** Brings one state after the other into force, as a fetch does: both are noted, then it changes, then one is noted. */
const WRITER = `
const { createHash } = require('node:crypto');
const { writeFileSync, renameSync } = require('node:fs');
const { parentPort, workerData: { current, fetched, forMs } } = require('node:worker_threads');
const put = (file, text) => { writeFileSync(file + '.new', text, { mode: 0o600 }); renameSync(file + '.new', file); };
const digest = (text) => createHash('sha256').update(text).digest('hex');
const note = (...states) => put(fetched, JSON.stringify({ states: states.map(digest) }));
put(current, '0');
note('0');
parentPort.postMessage('ready');
const until = Date.now() + forMs;
for (let n = 1; Date.now() < until; n += 1) {
  note(String(n - 1), String(n));
  put(current, String(n));
  note(String(n));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); // others look meanwhile
}
parentPort.postMessage('done');
`;

it('is that of what was fetched also while the next one comes into force', async () => {
  const root = mkdtempSync(join(tmpdir(), 'hookline-fetched-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'tuf'));
  const workerData = { current: join(root, 'current.json'), fetched: fetchedFile(root), forMs: 3_000 };
  const writer = new Worker(WRITER, { eval: true, workerData });
  onTestFinished(() => void writer.terminate());
  await new Promise((resolve) => writer.once('message', resolve));
  let isOver = false;
  writer.once('message', () => (isOver = true));
  const seen = new Map<string, number>();
  while (!isOver) {
    for (let n = 0; n < 200; n += 1) {
      const state = fetchedState(root);
      seen.set(state, (seen.get(state) ?? 0) + 1);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect([...seen.keys()]).toEqual(['as fetched']);
}, 60_000);
