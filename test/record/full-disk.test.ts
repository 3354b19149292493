import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteEntry } from '../../packages/core/src/record/entry.ts';
import { readRecord } from '../../packages/core/src/record/reader.ts';
import type { RecordReport } from '../../packages/core/src/record/finding.ts';
import { verifyRecord } from '../../packages/core/src/record/verify.ts';
import { openRecord } from '../../packages/core/src/record/writer.ts';
import { openTrustStore } from '../../packages/core/src/trust/store.ts';
import type { Job, Writers } from './writers.ts';
import { createWriters, forgottenOf, lostOf } from './writers.ts';
import { needs } from '../support/programs.ts';

const WRITERS = 8;

let writers: Writers;
beforeAll(() => {
  writers = createWriters();
});
afterAll(() => writers.remove());

const mount = (folder: string, options: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
const isRoot = process.getuid?.() === 0;

/** Whether this machine lets us make a small disk; tests that need one are skipped elsewhere. */
function canMount(): boolean {
  const folder = join(writers.root, 'trial');
  mkdirSync(folder, { recursive: true });
  if (!mount(folder, 'size=16k')) return false;
  return spawnSync('umount', [folder]).status === 0;
}

/** Eight write while the disk is full, has a little room, and is full again. */
async function fillDisk(folder: string, job: Omit<Job, 'writer' | 'folder'>): Promise<readonly string[]> {
  mkdirSync(folder, { mode: 0o700 });
  if (!mount(folder, 'size=128k,mode=700')) throw new Error('no small disk could be made');
  let size = 128;
  const room = setInterval(() => spawnSync('mount', ['-o', `remount,size=${(size += 8)}k`, folder]), 20);
  const told = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => writers.run({ ...job, folder, writer: `w${index}` })),
  );
  clearInterval(room);
  return told.flat();
}

/** How many entries are missing, by all findings together. */
const missingIn = ({ findings }: RecordReport): number =>
  findings.reduce((sum, { message }) => sum + Number(/^\d+(?= entr)/.exec(message)?.[0] ?? 0), 0);

const free = (folder: string): void => {
  spawnSync('umount', ['-l', folder]);
};

describe.runIf(isRoot)('on a full disk', needs('mount'), () => {
  test(
    'eight writers lose nothing of what they were told, and the record tells exactly how much is missing',
    { timeout: 120_000 },
    async (context) => {
      if (!canMount()) return context.skip('needs the right to mount');
      const folder = join(writers.root, 'record');
      try {
        const told = await fillDisk(folder, { kind: 'record', count: 120, maxBytes: 1e9, perWrite: 3, length: 3_000 });
        spawnSync('mount', ['-o', 'remount,size=64m', folder]);
        openRecord(folder).append(noteEntry(new Date(), 'after', 'after'));
        expect(told.length).toBeGreaterThan(0);
        expect(told.length).toBeLessThan(WRITERS * 240);
        expect(lostOf(folder, [...told, 'after'])).toEqual([]);
        const notes = [...readRecord(folder)].flatMap((entry) => (entry.kind === 'note' ? [entry.text] : []));
        expect(notes.some((text) => /^\d+ entries of process \d+ were lost here: ENOSPC/.test(text))).toBe(true);
        const report = verifyRecord(folder);
        expect(report.findings.every(({ kind }) => kind === 'lost')).toBe(true);
        expect(missingIn(report)).toBe(WRITERS * 240 - told.length);
        expect(report.notices.every(({ kind }) => kind === 'torn')).toBe(true);
      } finally {
        free(folder);
      }
    },
  );

  test(
    'eight who give trust lose nothing of what they were told, and damage nothing',
    { timeout: 120_000 },
    async (context) => {
      if (!canMount()) return context.skip('needs the right to mount');
      const folder = join(writers.root, 'state');
      try {
        const told = await fillDisk(folder, { kind: 'trust', count: 60, maxBytes: 0, perWrite: 0, length: 0 });
        expect(told.length).toBeGreaterThan(0);
        expect(told.length).toBeLessThan(WRITERS * 60);
        expect(forgottenOf(folder, told)).toEqual([]);
        const store = openTrustStore(folder);
        store.list();
        expect(store.problems()).toEqual([]);
        expect(readdirSync(join(folder, 'trust')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      } finally {
        free(folder);
      }
    },
  );
});

describe('where files may not get larger', () => {
  const BLOCKS = 40; // of 1024 bytes each

  test('a writer is told of what is not written, keeps the rest, and the next one goes on', async () => {
    const folder = join(writers.root, 'limited');
    const job: Job = { kind: 'record', folder, writer: 'w', count: 100, maxBytes: 1e9, perWrite: 2, length: 2_000 };
    const told = await writers.run(job, { maxBlocks: BLOCKS });
    expect(told.length).toBeGreaterThan(5);
    expect(told.length).toBeLessThan(150);
    expect(lostOf(folder, told)).toEqual([]);
    const later = await writers.run({ ...job, writer: 'later' });
    expect(later).toHaveLength(150);
    expect(lostOf(folder, [...told, ...later])).toEqual([]);
    const report = verifyRecord(folder);
    expect(report).toMatchObject({ whole: false, findings: [{ kind: 'lost' }], notices: [{ kind: 'torn' }] });
    expect(missingIn(report)).toBe(150 - told.length);
  });

  test('trust that does not fit is refused, and leaves nothing behind', async () => {
    const folder = join(writers.root, 'limited-state');
    const job: Job = { kind: 'trust', folder, writer: 'w', count: 5, maxBytes: 0, perWrite: 0, length: 0 };
    expect(await writers.run(job, { maxBlocks: 0 })).toEqual([]);
    expect(readdirSync(join(folder, 'trust'))).toEqual([]);
    expect(await writers.run(job)).toHaveLength(5);
  });
});
