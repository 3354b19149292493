import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteEntry } from '../../packages/core/src/record/entry.ts';
import { verifyRecord } from '../../packages/core/src/record/verify.ts';
import { openRecord } from '../../packages/core/src/record/writer.ts';
import type { Writers } from './writers.ts';
import { createWriters, lostOf, ROUNDS } from './writers.ts';

const TRIES = 400 * ROUNDS;

let writers: Writers;
let folder = '';
let file = '';
let lines: readonly string[] = [];

// Eight processes at once, so that many lines have the same line before them.
beforeAll(async () => {
  writers = createWriters();
  folder = join(writers.root, 'record');
  file = join(folder, 'hookline.jsonl');
  const job = { kind: 'record', folder, count: 8, maxBytes: 1e9, perWrite: 2, length: 60 } as const;
  const told = await Promise.all(Array.from({ length: 8 }, (_, index) => writers.run({ ...job, writer: `w${index}` })));
  const last = openRecord(folder);
  last.append(noteEntry(new Date(), 'last'));
  last.close();
  lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  expect(lostOf(folder, told.flat())).toEqual([]);
  expect(lines).toHaveLength(8 * 12 + 1);
}, 60_000);
afterAll(() => writers.remove());

const isFound = (changed: readonly string[] | Buffer): boolean => {
  writeFileSync(file, Buffer.isBuffer(changed) ? changed : changed.map((line) => `${line}\n`).join(''));
  return !verifyRecord(folder).whole;
};
const any = (below: number): number => Math.floor(Math.random() * below);

test('a record that eight processes wrote at once is whole', () => {
  expect(isFound(lines)).toBe(false);
});

test('every deleted line of it is found', () => {
  expect(lines.map((_, index) => index).filter((index) => !isFound(lines.toSpliced(index, 1)))).toEqual([]);
});

test('lines that were swapped are found, thousands of times', { timeout: 120_000 }, () => {
  const missed: unknown[] = [];
  for (let count = 0; count < TRIES; count += 1) {
    const left = any(lines.length);
    const right = count % 2 === 0 ? Math.min(left + 1, lines.length - 1) : any(lines.length);
    if (left === right) continue;
    const swapped = lines.with(left, lines[right] ?? '').with(right, lines[left] ?? '');
    if (!isFound(swapped)) missed.push([left, right]);
  }
  expect(missed).toEqual([]);
});

test('edited, inserted and deleted bytes are found, thousands of times', { timeout: 120_000 }, () => {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const missed: unknown[] = [];
  for (let count = 0; count < TRIES; count += 1) {
    const at = any(bytes.length);
    const byte = any(256);
    const changes = [
      Buffer.concat([bytes.subarray(0, at), Buffer.of(byte), bytes.subarray(at + 1)]),
      Buffer.concat([bytes.subarray(0, at), Buffer.of(byte), bytes.subarray(at)]),
      Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
    ];
    const changed = changes[count % 3] ?? bytes;
    // An empty line more says nothing and changes nothing.
    const isSame = changed.toString('latin1').replace(/\n+/g, '\n') === bytes.toString('latin1');
    if (!isSame && !isFound(changed)) missed.push([count % 3, at, byte]);
  }
  expect(missed).toEqual([]);
});
