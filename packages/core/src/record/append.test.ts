import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digestOf } from './chain.ts';
import { noteEntry } from './entry.ts';
import type { RecordEntry } from './entry.ts';
import { readRecord } from './reader.ts';
import { rotate } from './rotate.ts';
import { verifyRecord } from './verify.ts';
import { openRecord } from './writer.ts';

let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-append-'));
  file = join(folder, 'hookline.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const note = (text: string): RecordEntry => noteEntry(new Date(1_000), text);
const texts = (): readonly string[] =>
  [...readRecord(folder)].map((entry) => (entry.kind === 'note' ? entry.text : entry.kind));

/** An entry in whose text something else happens: after its writer has looked at the file, before it writes. */
function noteDuring(text: string, happens: () => void): RecordEntry {
  let isPast = false;
  return {
    ...note(''),
    get text() {
      if (!isPast) happens();
      isPast = true;
      return text;
    },
  };
}

describe('what happens between a look at the file and a write costs nothing:', () => {
  test('half a line of a process that died', () => {
    const record = openRecord(folder);
    record.append(note('one'));
    expect(record.append(noteDuring('two', () => appendFileSync(file, '{"v":1,"kind":"no')))).toBe(true);
    record.append(note('three'));
    expect(texts()).toEqual(['one', 'two', 'three']);
    expect(verifyRecord(folder)).toMatchObject({ whole: true, notices: [{ kind: 'torn', line: 2 }] });
  });

  test('lines of others, which the next line covers', () => {
    const [record, other] = [openRecord(folder), openRecord(folder)];
    record.append(note('one'));
    record.append(noteDuring('three', () => void other.append(note('two'), note('two and a half'))));
    record.append(note('four'));
    record.close();
    expect(texts()).toEqual(['one', 'two', 'two and a half', 'three', 'four']);
    expect(verifyRecord(folder)).toMatchObject({ whole: true, last: { seen: 5 } });
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(/"prev":\[(.*)\]/.exec(lines[4] ?? '')?.[1]?.split(',')).toHaveLength(2);
  });

  test('the file is deleted', () => {
    const record = openRecord(folder);
    record.append(note('gone'));
    expect(record.append(noteDuring('one', () => rmSync(file)))).toBe(true);
    expect(texts()).toEqual(['one']);
  });

  test('the file is emptied', () => {
    const record = openRecord(folder);
    for (const text of ['gone', 'gone too']) record.append(note(text));
    expect(record.append(noteDuring('one', () => truncateSync(file)))).toBe(true);
    expect(texts()).toEqual(['one']);
    expect(verifyRecord(folder).findings).toMatchObject([{ kind: 'missing', line: 1 }]);
  });

  test('the file is put aside and a new one begun', () => {
    let now = 1_000;
    const [record, other] = [openRecord(folder, { now: () => now }), openRecord(folder)];
    record.append(note('one'));
    const turn = (): void => {
      now += 1_000;
      rotate(folder, { maxBytes: 1, retention: { keepFiles: 10 }, shippedFrom: null });
      other.append(note('three'));
    };
    expect(record.append(noteDuring('two', turn))).toBe(true);
    for (const writer of [other, record, other]) writer.append(note('later'));
    expect(texts()).toEqual(['one', 'two', 'three', 'later', 'later', 'later']);
    expect(verifyRecord(folder)).toMatchObject({ whole: true, files: 2, last: { seen: 6 } });
  });
});

test('half a line at the end of a file that was put aside is seen by whoever opens the next one', () => {
  openRecord(folder).append(note('one'));
  appendFileSync(file, '{"v":1,"kind":"no');
  rotate(folder, { maxBytes: 1, retention: { keepFiles: 10 }, shippedFrom: null });
  openRecord(folder).append(note('two'));
  expect(texts()).toEqual(['one', 'two']);
  expect(verifyRecord(folder)).toMatchObject({ whole: true, files: 2, notices: [{ kind: 'torn', line: 2 }] });
});

test('who still has an old file open sees nothing of the newer ones', () => {
  const late = openRecord(folder, { now: () => 1_000 });
  const other = openRecord(folder);
  late.append(note('one'));
  const turn = (): void => {
    rotate(folder, { maxBytes: 1, retention: { keepFiles: 10 }, shippedFrom: null });
    other.append(note('newer'));
  };
  turn();
  turn();
  late.append(note('two'));
  other.append(note('three'));
  expect(texts()).toEqual(['one', 'two', 'newer', 'newer', 'three']);
  expect(verifyRecord(folder)).toMatchObject({ whole: true, findings: [] });
});

test.each<[string, (path: string) => void]>([
  ['a folder', (path) => mkdirSync(path)],
  ['a link to nowhere', (path) => symlinkSync('/nowhere', path)],
])('%s in place of the anchor does not stop writing, and is reported', (_, lay) => {
  lay(join(folder, 'hookline.anchor'));
  const record = openRecord(folder);
  expect([record.append(note('one')), record.append(note('two'))]).toEqual([true, true]);
  record.close();
  expect(texts()).toEqual(['one', 'two']);
  expect(verifyRecord(folder).findings.map(({ kind }) => kind)).toEqual(['anchor']);
});

test('a line is told to be lost when it cannot be written, and the record tells how many were', () => {
  const told: string[] = [];
  const record = openRecord(folder, { onFailure: (why) => told.push(why) });
  record.append(note('one'));
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  const broken: RecordEntry = Object.assign(note('x'), { circle });
  expect([record.append(broken), record.append(broken, broken), record.append(note('two'))]).toEqual([
    false,
    false,
    true,
  ]);
  expect(told).toHaveLength(1);
  expect(texts()).toEqual(['one', 'two', expect.stringMatching(/^3 entries of process \d+ were lost here: /)]);
});

test('with sync, lines are on the disk before the writer goes on', () => {
  const record = openRecord(folder, { sync: true });
  record.append(note('one'));
  const open = readdirSync('/proc/self/fd').filter((name) => isOpenOn(name, file));
  const flags = open.map((name) => /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, 'utf8'))?.[1]);
  expect(flags.map((text) => Number.parseInt(text ?? '', 8) & O_DSYNC)).toEqual([O_DSYNC]);
  record.close();
});

const O_DSYNC = 0o10000;

function isOpenOn(descriptor: string, path: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`) === path;
  } catch {
    return false; // closed since
  }
}

test('digests are the beginnings of SHA-256', () => {
  const sha = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
  for (let length = 0; length < 300; length += 1) {
    const data = Buffer.alloc(length, `é${length}`);
    expect(digestOf(data, null)).toBe(sha(data).slice(0, 32));
    expect(digestOf(data.toString(), null)).toBe(sha(Buffer.from(data.toString())).slice(0, 32));
  }
});

test('a file with megabytes without a line break delays no writer', () => {
  openRecord(folder).append(note('before'));
  appendFileSync(file, Buffer.alloc(24 * 1024 * 1024, 'x'));
  const start = process.cpuUsage();
  openRecord(folder).append(note('after'));
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(3000);
  expect(texts()).toContain('after');
  expect(verifyRecord(folder).whole).toBe(false);
});
