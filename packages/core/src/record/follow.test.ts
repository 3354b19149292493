import { appendFileSync, mkdtempSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lineOf } from './chain.ts';
import { noteEntry } from './entry.ts';
import type { RecordEntry } from './entry.ts';
import { followEntries, positionAfter } from './follow.ts';
import { currentFile, rotatedNames } from './reader.ts';
import type { RecordPosition } from './record-files.ts';
import { recordFiles } from './record-files.ts';
import { RecordTail } from './tail.ts';
import { openRecord } from './writer.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-follow-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const note = (text: number | string): RecordEntry => noteEntry(new Date(), String(text));

const textOf = (raw: Buffer): string => (JSON.parse(raw.toString()) as { readonly text: string }).text;
const textsOf = (tail: RecordTail): readonly string[] => [...tail.newLines()].map(({ raw }) => textOf(raw));

const fill = (count: number, maxBytes = 700): void => {
  const record = openRecord(folder, { maxBytes, retention: { keepFiles: 1_000 } });
  for (let index = 0; index < count; index += 1) record.append(note(index));
  record.close();
};

describe('a tail', () => {
  test('tells where each line stands, and goes on from there in a new process', () => {
    fill(40);
    const all = new RecordTail(folder, 'start');
    const lines = [...all.newLines()];
    expect(lines.map(({ raw }) => textOf(raw))).toEqual(Array.from({ length: 40 }, (_, index) => String(index)));
    expect(new Set(lines.map(({ inode }) => inode)).size).toBe(rotatedNames(folder).length + 1);
    expect(all.positions()).toEqual(
      recordFiles(folder).map(({ inode, first, size: offset }) => ({ inode, first, offset })),
    );
    all.close();
    for (const at of [0, 3, 17, 38]) {
      const line = lines[at];
      const tail = new RecordTail(folder, line === undefined ? [] : [positionAfter(line)]);
      expect(textsOf(tail)).toEqual(Array.from({ length: 39 - at }, (_, index) => String(at + 1 + index)));
      tail.close();
    }
  });

  test('finds a late line in a file that was put aside, until the file was still for a minute', () => {
    let now = Date.now();
    writeFileSync(currentFile(folder), lineOf(note(1)));
    const tail = new RecordTail(folder, 'start', { now: () => now });
    expect(textsOf(tail)).toEqual(['1']);
    const aside = join(folder, 'hookline-20200101T000000000Z-1.jsonl');
    renameSync(currentFile(folder), aside);
    writeFileSync(currentFile(folder), lineOf(note(3)));
    textsOf(tail);
    expect(textsOf(tail)).toEqual(['3']);
    now += 50_000;
    expect(textsOf(tail)).toEqual([]);
    appendFileSync(aside, lineOf(note(2)));
    expect(textsOf(tail)).toEqual(['2']);
    now += 70_000;
    expect(textsOf(tail)).toEqual([]);
    appendFileSync(aside, lineOf(note('too late')));
    expect(textsOf(tail)).toEqual([]);
    const positions = tail.positions();
    tail.close();
    // At the next start every file is looked at again.
    const again = new RecordTail(folder, positions, { now: () => now });
    expect(textsOf(again)).toEqual(['too late']);
    again.close();
  });

  test('gives the rest of a file without a line break once it is still', () => {
    let now = Date.now();
    writeFileSync(currentFile(folder), `${lineOf(note(1))}{"v":1,"ki`);
    const tail = new RecordTail(folder, 'start', { now: () => now });
    textsOf(tail);
    renameSync(currentFile(folder), join(folder, 'hookline-20200101T000000000Z-1.jsonl'));
    writeFileSync(currentFile(folder), lineOf(note(2)));
    textsOf(tail);
    textsOf(tail);
    now += 100_000;
    expect([...tail.newLines()].map(({ raw, isEnded }) => [raw.toString(), isEnded])).toEqual([['{"v":1,"ki', false]]);
    tail.close();
  });

  test('follows a new file that has got the inode of a removed one', () => {
    const record = openRecord(folder, { maxBytes: 700, retention: { keepFiles: 1 } });
    const tail = new RecordTail(folder, 'start', { stillMs: -1 });
    const seen: string[] = [];
    for (let index = 0; index < 200; index += 1) {
      record.append(note(index));
      seen.push(...textsOf(tail), ...textsOf(tail));
    }
    tail.close();
    expect(seen).toEqual(Array.from({ length: 200 }, (_, index) => String(index)));
  });

  test('of a position whose file is gone reads everything that is there', () => {
    fill(10);
    const gone: RecordPosition = { inode: 1, first: 'f'.repeat(32), offset: 7 };
    const tail = new RecordTail(folder, [gone]);
    expect(textsOf(tail)).toHaveLength(10);
    tail.close();
  });
});

test(
  'following while the record is put aside a hundred times loses no line, whatever the pace',
  { timeout: 60_000 },
  async () => {
    const stop = new AbortController();
    const texts: string[] = [];
    let end: RecordPosition | null = null;
    const following = (async () => {
      for await (const { entry, line } of followEntries(folder, stop.signal, { from: 'start' })) {
        texts.push(entry.kind === 'note' ? entry.text : entry.kind);
        end = positionAfter(line);
        if (texts.length === 400) stop.abort();
      }
    })();
    const writers = [1, 2].map(() => openRecord(folder, { maxBytes: 400, retention: { keepFiles: 1_000 } }));
    for (let index = 0; index < 400; index += 1) {
      writers[index % 2]?.append(note(index));
      if (index % 37 === 0) await new Promise((done) => setTimeout(done, index % 5));
    }
    await following;
    expect(rotatedNames(folder).length).toBeGreaterThan(99);
    expect(texts.toSorted((left, right) => Number(left) - Number(right))).toEqual(
      Array.from({ length: 400 }, (_, index) => String(index)),
    );
    expect(end).toMatchObject({ inode: statSync(currentFile(folder)).ino });
  },
);
