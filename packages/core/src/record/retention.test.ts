import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noteEntry } from './entry.ts';
import type { RecordEntry } from './entry.ts';
import { readRecord, rotatedNames } from './reader.ts';
import { recordFiles } from './record-files.ts';
import { surplusOf } from './retain.ts';
import { DEFAULT_SPOOL, readShippedMark, shippedMarkFile, writeShippedMark } from './shipped-mark.ts';
import type { SpoolLimits } from './shipped-mark.ts';
import type { RecordOptions, RecordWriter } from './writer.ts';
import { openRecord } from './writer.ts';
import { verifyRecord } from './verify.ts';

let state = '';
let folder = '';
beforeEach(() => {
  state = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-retention-')));
  folder = join(state, 'record');
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const note = (number: number): RecordEntry => noteEntry(new Date(), `${number} ${'x'.repeat(300)}`);

/** Four notes fill a file. */
const FILE_BYTES = 1_600;

const open = (options: RecordOptions = {}): RecordWriter =>
  openRecord(folder, { maxBytes: FILE_BYTES, retention: { keepFiles: 2 }, shippedFrom: state, ...options });

const write = (record: RecordWriter, from: number, to: number): void => {
  for (let number = from; number < to; number += 1) record.append(note(number));
};

const numbers = (): readonly number[] =>
  [...readRecord(folder)].flatMap((entry) =>
    entry.kind === 'note' && /^\d+ x/.test(entry.text) ? [Number.parseInt(entry.text, 10)] : [],
  );

const upTo = (end: number, from = 0): readonly number[] => Array.from({ length: end - from }, (_, at) => from + at);

const DAY_MS = 86_400_000;

describe('what the user keeps', () => {
  const files = [5, 4, 3, 2, 1].map((days) => ({ size: 100, asideAt: 100 * DAY_MS - days * DAY_MS, waiting: 0 }));
  test.each([
    [{ keepFiles: 3 }, 2],
    [{ keepFiles: 9 }, 0],
    [{ keepDays: 3 }, 2],
    [{ keepDays: 9 }, 0],
    [{ maxTotalBytes: 350 }, 2],
    [{ maxTotalBytes: 500 }, 0],
    [{ keepFiles: 4, keepDays: 3, maxTotalBytes: 100 }, 4],
    [{ maxTotalBytes: 1 }, 4],
  ])('of five files of 100 bytes, a day apart, %j lets the oldest %i go', (retention, surplus) => {
    expect(surplusOf(files, retention, 100 * DAY_MS)).toBe(surplus);
  });

  test('holds at rotation, and the rest is whole', () => {
    const record = open({ shippedFrom: null });
    write(record, 0, 60);
    record.close();
    expect(rotatedNames(folder)).toHaveLength(2);
    expect(numbers().length).toBeLessThan(20);
    expect(verifyRecord(folder).findings).toEqual([]);
  });
});

const shipAll = (spool: SpoolLimits = DEFAULT_SPOOL): void =>
  writeShippedMark(state, { spool, files: recordFiles(folder).map((file) => ({ ...file, offset: file.size })) });

describe('where a shipper ships the record', () => {
  test('lines that wait are kept beyond what the user keeps, and go once they were shipped', () => {
    writeShippedMark(state, { spool: DEFAULT_SPOOL, files: [] });
    const record = open();
    write(record, 0, 60);
    expect(numbers()).toEqual(upTo(60));
    shipAll();
    write(record, 60, 80);
    expect(numbers().at(0)).toBeGreaterThan(40);
    expect(numbers().at(-1)).toBe(79);
    record.close();
    expect(verifyRecord(folder).findings).toEqual([]);
  });

  test('a file of which only a part was shipped waits', () => {
    const record = open();
    write(record, 0, 10);
    const [oldest] = recordFiles(folder);
    writeShippedMark(state, {
      spool: DEFAULT_SPOOL,
      files: oldest === undefined ? [] : [{ ...oldest, offset: oldest.size - 1 }],
    });
    write(record, 10, 60);
    expect(numbers()).toEqual(upTo(60));
  });

  test('a mark about a file with the same inode and another first line counts for nothing', () => {
    const record = open();
    write(record, 0, 10);
    const files = recordFiles(folder).map((file) => ({ ...file, first: 'f'.repeat(32), offset: file.size }));
    writeShippedMark(state, { spool: DEFAULT_SPOOL, files });
    write(record, 10, 60);
    expect(numbers()).toEqual(upTo(60));
  });

  test('a full spool drops the oldest file, and the record tells how many lines', () => {
    writeShippedMark(state, { spool: { maxBytes: 8_000, whenFull: 'oldest' }, files: [] });
    const record = open();
    write(record, 0, 60);
    record.close();
    const told = [...readRecord(folder)].flatMap((entry) => (entry.kind === 'note' ? (entry.dropped ?? []) : []));
    const dropped = told.reduce((sum, count) => sum + count, 0);
    expect(numbers()).toEqual(upTo(60, numbers()[0]));
    expect(told.length).toBeGreaterThan(0);
    // Notes that were dropped with their files told of lines that had gone before.
    expect(dropped).toBeGreaterThan(0);
    expect(verifyRecord(folder).findings).toEqual([]);
  });

  test('the note counts only lines that were not shipped', () => {
    const record = open({ retention: { keepFiles: 1 } });
    write(record, 0, 8);
    const [oldest, ...others] = recordFiles(folder);
    const first = Math.floor((oldest?.size ?? 0) * 0.4); // within the second of its four lines
    writeShippedMark(state, {
      spool: { maxBytes: 1, whenFull: 'oldest' },
      files: [
        ...(oldest === undefined ? [] : [{ ...oldest, offset: first }]),
        ...others.map((file) => ({ ...file, offset: file.size })),
      ],
    });
    write(record, 8, 9);
    expect([...readRecord(folder)].filter((entry) => entry.kind === 'note' && entry.dropped === 2)).toHaveLength(1);
  });

  test('a full strict spool records nothing more, says so, and goes on when there is room', () => {
    const spool = { maxBytes: 8_000, whenFull: 'strict' } as const;
    writeShippedMark(state, { spool, files: [] });
    const failures: string[] = [];
    const record = open({ onFailure: (why) => failures.push(why) });
    write(record, 0, 60);
    expect(record.append(note(60))).toBe(false);
    expect(record.refusal()).toContain('8000 bytes wait to be shipped');
    expect(failures).toEqual([expect.stringContaining('8000 bytes wait to be shipped')]);
    const kept = numbers();
    expect(kept).toEqual(upTo(kept.length));
    expect(kept.length).toBeLessThan(60);
    shipAll(spool);
    expect(record.append(note(61))).toBe(true);
    expect(record.refusal()).toBeNull();
    record.close();
    const lost = [...readRecord(folder)].flatMap((entry) => (entry.kind === 'note' ? (entry.lost ?? []) : []));
    expect(lost).toEqual([61 - kept.length]);
  });

  test('without a mark nothing changes', () => {
    const record = open();
    write(record, 0, 60);
    expect(rotatedNames(folder)).toHaveLength(2);
    expect(record.isStrict()).toBe(false);
    expect(readdirSync(state)).toEqual(['record']);
  });

  test('a mark that cannot be read means that nothing was shipped', () => {
    mkdirSync(join(state, 'fleet'));
    for (const text of ['', '{}', '{"v":1,"spool":{"maxBytes":-1,"whenFull":"oldest"},"files":[]}']) {
      writeFileSync(shippedMarkFile(state), text);
      expect(readShippedMark(state)).toEqual({ spool: DEFAULT_SPOOL, files: [] });
    }
    expect(readShippedMark(join(state, 'none'))).toBeNull();
  });

  test('a mark is private, and read as it was written', () => {
    const mark = { spool: { maxBytes: 5, whenFull: 'strict' }, files: [{ inode: 1, first: 'a', offset: 2 }] } as const;
    writeShippedMark(state, mark);
    expect(readShippedMark(state)).toEqual(mark);
    expect(statSync(shippedMarkFile(state)).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(state, 'fleet'))).toEqual(['shipped.json']);
  });
});

test('the files of a record come in order, and are known again under another name', () => {
  const record = open({ shippedFrom: null, retention: { keepFiles: 50 } });
  write(record, 0, 10);
  const before = recordFiles(folder);
  expect(before.map(({ isCurrent }) => isCurrent)).toEqual([...before.slice(1).map(() => false), true]);
  expect(new Set(before.map(({ first }) => first)).size).toBe(before.length);
  const last = before.at(-1);
  renameSync(last?.path ?? '', join(folder, 'hookline-20990101T000000000Z-1.jsonl'));
  const after = recordFiles(folder).at(-1);
  expect([after?.inode, after?.first, after?.isCurrent]).toEqual([last?.inode, last?.first, false]);
});
