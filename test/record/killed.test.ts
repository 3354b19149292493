import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { noteEntry } from '../../packages/core/src/record/entry.ts';
import { verifyRecord } from '../../packages/core/src/record/verify.ts';
import { openRecord } from '../../packages/core/src/record/writer.ts';
import { openTrustStore } from '../../packages/core/src/trust/store.ts';
import type { Job, Writers } from './writers.ts';
import { createWriters, forgottenOf, lostOf, ROUNDS } from './writers.ts';

const WRITERS = 8;
const ENDLESS = 1_000_000;

let writers: Writers;
beforeAll(() => {
  writers = createWriters();
});
afterEach(() => {
  // What a failed test leaves must not make the next one fail.
  for (const name of ['record', 'state']) rmSync(join(writers.root, name), { recursive: true, force: true });
});
afterAll(() => writers.remove());

/** Eight at once, each killed at a moment of its own. */
async function killEight(job: Omit<Job, 'writer'>, longestMs: number): Promise<readonly string[]> {
  const told = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) =>
      writers.run({ ...job, writer: `w${index}` }, { killAfterMs: Math.random() * longestMs }),
    ),
  );
  return told.flat();
}

test.each([
  ['short lines into one file', { maxBytes: 1e9, perWrite: 2, length: 300 }],
  ['long lines, many at once', { maxBytes: 1e9, perWrite: 24, length: 8_000 }],
  ['files that are put aside all the time', { maxBytes: 20_000, perWrite: 3, length: 2_000 }],
])(
  'eight writers of %s, killed at any moment, lose nothing of what they were told, and the record is whole',
  { timeout: ROUNDS * 30_000 },
  async (_, how) => {
    let torn = 0;
    let safe = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = join(writers.root, 'record');
      const told = await killEight({ kind: 'record', folder, count: ENDLESS, ...how }, 250);
      openRecord(folder).append(noteEntry(new Date(), 'after', 'after'));
      safe += told.length;
      expect(lostOf(folder, [...told, 'after'])).toEqual([]);
      const report = verifyRecord(folder);
      // A writer that was killed between announcing a line and writing it had been told nothing: the record says so.
      expect(report.findings.filter(({ kind }) => kind !== 'lost')).toEqual([]);
      expect(report.findings.length).toBeLessThanOrEqual(WRITERS);
      torn += report.notices.length;
      rmSync(folder, { recursive: true });
    }
    expect(safe).toBeGreaterThan(0);
    console.log(`${ROUNDS * WRITERS} writers killed, ${safe} entries safe, ${torn} torn lines`);
  },
);

test(
  'eight who give trust, killed at any moment, lose nothing of what they were told, and damage nothing',
  { timeout: ROUNDS * 30_000 },
  async () => {
    let safe = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = join(writers.root, 'state');
      mkdirSync(folder, { mode: 0o700 });
      const told = await killEight({ kind: 'trust', folder, count: ENDLESS, maxBytes: 0, perWrite: 0, length: 0 }, 60);
      safe += told.length;
      expect(forgottenOf(folder, told)).toEqual([]);
      const store = openTrustStore(folder);
      store.list();
      expect(store.problems()).toEqual([]);
      rmSync(folder, { recursive: true });
    }
    expect(safe).toBeGreaterThan(0);
  },
);
