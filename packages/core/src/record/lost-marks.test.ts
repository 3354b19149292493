import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anchoredLast, writeMark } from './anchor.ts';
import { noteEntry } from './entry.ts';
import { createLostMarks, lostMarks } from './lost-marks.ts';
import { readRecord } from './reader.ts';
import { rotate } from './rotate.ts';
import { verifyRecord } from './verify.ts';
import { openRecord } from './writer.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-lost-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (...texts: readonly string[]): void => {
  const record = openRecord(folder);
  for (const text of texts) record.append(noteEntry(new Date(), text, 'a'));
  record.close();
};
const texts = (): readonly string[] =>
  [...readRecord(folder)].flatMap((entry) => (entry.kind === 'note' ? [entry.text] : []));
const findings = (): readonly string[] =>
  verifyRecord(folder).findings.map(({ kind, message }) => `${kind}: ${message}`);

/** The number of a process that has ended. */
const deadPid = (): number => spawnSync('true').pid;

/** As a process that lost entries and ended leaves the anchor. */
const leaveLost = (mark: 'lost0' | 'lost3', count: number): void => {
  const digest = deadPid().toString(16).padStart(12, '0') + Date.now().toString(16).padStart(20, '0');
  writeMark(folder, null, mark, { seen: count, digest });
};

describe('entries that could not be written', () => {
  test('are told by verify at once, and by a note of whoever writes next', () => {
    write('one');
    leaveLost('lost0', 2);
    leaveLost('lost3', 1);
    expect(findings()).toEqual(['lost: 3 entries are missing at the end: they could not be written']);
    write('two');
    expect(texts()).toEqual(['one', 'two', '3 entries of earlier processes were lost here: they could not be written']);
    expect(findings()).toEqual(['lost: 3 entries are missing here']);
    write('three');
    expect(findings()).toEqual(['lost: 3 entries are missing here']);
  });

  test('of a process that lives are left to itself', () => {
    write('one');
    const digest = process.ppid.toString(16).padStart(12, '0') + Date.now().toString(16).padStart(20, '0');
    writeMark(folder, null, 'lost1', { seen: 4, digest });
    write('two');
    expect(texts()).toEqual(['one', 'two']);
    expect(findings()).toEqual(['lost: 4 entries are missing at the end: they could not be written']);
  });

  test('are added to what was taken over, in one place of the anchor, until the record tells of all', () => {
    write('one');
    leaveLost('lost0', 2);
    const marks = createLostMarks(folder, null);
    expect(marks.inherit(anchoredLast(folder, null)?.lost ?? [])).toBe(2);
    marks.add(1);
    marks.add(3);
    const lost = anchoredLast(folder, null)?.lost ?? [];
    expect(lost.filter((mark) => mark !== null).map((mark) => mark.seen)).toEqual([5]);
    marks.settle();
    expect(anchoredLast(folder, null)?.lost.every((mark) => mark === null)).toBe(true);
  });

  test('are taken over by one of several that begin to write at the same moment', () => {
    write('one');
    leaveLost('lost0', 2);
    leaveLost('lost3', 1);
    const lost = anchoredLast(folder, null)?.lost ?? [];
    const [first, second, third] = [1, 2, 3].map(() => createLostMarks(folder, null));
    expect([first?.inherit(lost), second?.inherit(lost)]).toEqual([3, 0]);
    first?.settle();
    second?.settle();
    expect(third?.inherit(lost)).toBe(0); // it has read the anchor before the first one told of them
    expect(findings()).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.claim'))).toEqual([]);
  });

  test('are taken over from a process that ended before it told of them', () => {
    write('one');
    leaveLost('lost0', 2);
    const [mark] = lostMarks(folder, null);
    symlinkSync(String(deadPid()), join(folder, `lost-${mark?.pid}-${mark?.at.getTime()}.claim`));
    write('two');
    expect(findings()).toEqual(['lost: 2 entries are missing here']);
    expect(readdirSync(folder).filter((name) => name.endsWith('.claim'))).toEqual([]);
  });

  test('are marked over bytes that stand there: the anchor does not grow', () => {
    write('one');
    const { size } = statSync(join(folder, 'hookline.anchor'));
    createLostMarks(folder, null).add(7);
    expect(statSync(join(folder, 'hookline.anchor')).size).toBe(size);
  });

  test('cost no exception where there is no anchor', () => {
    mkdirSync(join(folder, 'hookline.anchor'));
    createLostMarks(folder, null).add(7);
    expect(statSync(join(folder, 'hookline.anchor')).isDirectory()).toBe(true);
  });
});

describe('a line that was announced', () => {
  const announce = (pid: number, digest: string): void =>
    writeMark(folder, null, 'begun', { seen: pid * 1_000 + 2, digest });
  const lastDigest = (): string =>
    /"digest":"(\w+)"\}\}\n$/.exec(readFileSync(join(folder, 'hookline.jsonl'), 'utf8'))?.[1] ?? '';

  test('and is not there, although its process has ended, is told as missing by the next writer', () => {
    write('one');
    announce(deadPid(), 'a'.repeat(32));
    write('two');
    expect(texts()).toEqual(['one', 'two', '2 entries were lost here: their process ended while it wrote them']);
    expect(findings()).toEqual(['lost: 2 entries are missing here']);
  });

  test('and stands there is not missed, also when its process was killed before it moved the anchor', () => {
    write('one', 'two');
    const digest = lastDigest();
    write('three');
    announce(deadPid(), digest);
    write('four');
    expect(findings()).toEqual([]);
  });

  test('and stands in a file that was put aside since is not missed', () => {
    write('one', 'two');
    const digest = lastDigest();
    write('between');
    rotate(folder, { maxBytes: 1, retention: { keepFiles: 9 }, shippedFrom: null });
    write('three');
    announce(deadPid(), digest);
    write('four');
    expect(texts()).toEqual(['one', 'two', 'between', 'three', 'four']);
    expect(findings()).toEqual([]);
  });

  test.each([1, 2])('and is written while the next writer begins (%i. look at the clock) is not missed', (moment) => {
    write('one');
    const [file, anchor] = [join(folder, 'hookline.jsonl'), join(folder, 'hookline.anchor')];
    const [before, marks] = [readFileSync(file, 'utf8'), readFileSync(anchor)];
    write('two');
    const [digest, line] = [lastDigest(), readFileSync(file, 'utf8').slice(before.length)];
    writeFileSync(file, before);
    writeFileSync(anchor, marks);
    announce(deadPid(), digest);
    let looks = 0;
    const now = (): number => {
      looks += 1;
      if (looks === moment) appendFileSync(file, line);
      return Date.now();
    };
    const record = openRecord(folder, { now });
    record.append(noteEntry(new Date(), 'three', 'a'));
    record.close();
    expect(looks).toBeGreaterThanOrEqual(moment);
    expect(texts()).toEqual(['one', 'two', 'three']);
    expect(findings()).toEqual([]);
  });

  test('by a process that lives may still be written', () => {
    write('one');
    announce(process.ppid, 'a'.repeat(32));
    write('two');
    expect(findings()).toEqual([]);
  });
});

test('an anchor of the first versions, which has no place for marks, gets one with the next line', () => {
  write('one');
  truncateSync(join(folder, 'hookline.anchor'), 3 * 96);
  expect(findings()).toEqual([]);
  write('two');
  leaveLost('lost0', 1);
  expect(findings()).toEqual(['lost: 1 entry is missing at the end: they could not be written']);
});
