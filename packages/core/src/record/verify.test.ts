import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RecordKey } from './chain.ts';
import { noteEntry } from './entry.ts';
import type { RecordEntry } from './entry.ts';
import { lineOf } from './chain.ts';
import { readRecord } from './reader.ts';
import { verifyRecord } from './verify.ts';
import { openRecord } from './writer.ts';

let folder = '';
let file = '';

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'hookline-verify-')), 'record');
  file = join(folder, 'hookline.jsonl');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const note = (text: string): RecordEntry => noteEntry(new Date(1_000), text);

/** Twelve lines in three files, some of them written two at once. */
function writeRecord(key: RecordKey = null): void {
  const record = openRecord(folder, { maxBytes: 900, key });
  for (let count = 0; count < 8; count += 1)
    record.append(...[note(`${count} one \ufffd`), note(`${count} two`)].slice(count % 2));
  record.close();
}

const names = (): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort((left, right) => left.length - right.length || (left < right ? -1 : 1))
    .sort((left, right) => Number(left === 'hookline.jsonl') - Number(right === 'hookline.jsonl'));

/** The record as lines with the files that they stand in, oldest first. */
type Lines = readonly { readonly name: string; readonly text: string }[];

const linesOf = (): Lines =>
  names().flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((text) => ({ name, text })),
  );

function write(lines: Lines): void {
  for (const name of names()) {
    const own = lines.filter((line) => line.name === name);
    writeFileSync(join(folder, name), own.map(({ text }) => `${text}\n`).join(''));
  }
}

const kinds = (key: RecordKey = null): readonly string[] => verifyRecord(folder, key).findings.map(({ kind }) => kind);

test('a cut end is found also while its writer is still there', { timeout: 20_000 }, async () => {
  const record = openRecord(folder);
  for (const text of ['one', 'two', 'three']) record.append(note(text));
  await new Promise((done) => setTimeout(done, 1_500));
  write(linesOf().slice(0, 2));
  expect(kinds()).toEqual(['cut']);
  record.close();
});

test('a folder without a record is whole', () => {
  expect(verifyRecord(folder)).toEqual({ whole: true, files: 0, lines: 0, last: null, findings: [], notices: [] });
});

test('a record is whole, over several files, and tells its last line', () => {
  writeRecord();
  const digest = /"digest":"(\w+)"}}$/.exec(linesOf().at(-1)?.text ?? '')?.[1];
  expect(names().length).toBeGreaterThan(2);
  expect(verifyRecord(folder)).toEqual({
    whole: true,
    files: names().length,
    lines: 12,
    last: { seen: 12, digest },
    findings: [],
    notices: [],
  });
});

test('a writer goes on in the chain of another one', () => {
  writeRecord();
  writeRecord();
  openRecord(folder).append(note('not closed'));
  expect(verifyRecord(folder)).toMatchObject({ whole: true, lines: 25, last: { seen: 25 } });
});

describe('whatever is done to a record is found:', () => {
  test('every edited byte', { timeout: 120_000 }, () => {
    writeRecord();
    for (const name of names()) {
      const path = join(folder, name);
      const bytes = readFileSync(path);
      for (let at = 0; at < bytes.length; at += 1) {
        const edited = Buffer.from(bytes);
        edited[at] = (edited[at] ?? 0) ^ (1 << (at % 8));
        writeFileSync(path, edited);
        expect([name, at, kinds().length > 0]).toEqual([name, at, true]);
      }
      writeFileSync(path, bytes);
    }
    expect(kinds()).toEqual([]);
  });

  test('every byte of the anchor', () => {
    writeRecord();
    const path = join(folder, 'hookline.anchor');
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += 1) {
      const edited = Buffer.from(bytes);
      edited[at] = (edited[at] ?? 0) ^ 1;
      writeFileSync(path, edited);
      expect([at, kinds()]).toEqual([at, ['anchor']]);
    }
    rmSync(path);
    expect(kinds()).toEqual(['anchor']);
  });

  test('every deleted line, at its place', () => {
    writeRecord();
    const lines = linesOf();
    for (const index of lines.keys()) {
      write(lines.filter((_, at) => at !== index));
      const [finding, ...others] = verifyRecord(folder).findings;
      const next = lines[index + 1];
      expect(others).toEqual([]);
      expect(finding?.kind).toBe(next === undefined ? 'cut' : 'missing');
      expect(finding?.message).toMatch(/1 line is missing/);
      const isSameFile = next === undefined || next.name === lines[index]?.name;
      const line = isSameFile
        ? lines.slice(0, index + 1).filter(({ name }) => name === (next ?? lines[index])?.name).length
        : 1;
      expect(finding).toMatchObject({ file: join(folder, (next ?? lines[index])?.name ?? ''), line });
    }
  });

  test('every run of deleted lines, with their number', () => {
    writeRecord();
    const lines = linesOf();
    for (let from = 0; from < lines.length; from += 1)
      for (let to = from + 1; to <= lines.length; to += 1) {
        write(lines.filter((_, at) => at < from || at >= to));
        const { findings } = verifyRecord(folder);
        expect(findings.map(({ kind }) => kind)).toEqual([to === lines.length ? 'cut' : 'missing']);
        expect(findings[0]?.message).toContain(to - from === 1 ? '1 line is' : `${to - from} lines are`);
      }
  });

  test('every pair of lines that changed places', () => {
    writeRecord();
    const lines = linesOf();
    for (let left = 0; left < lines.length; left += 1)
      for (let right = left + 1; right < lines.length; right += 1) {
        const [one, other] = [lines[left]?.text ?? '', lines[right]?.text ?? ''];
        const texts = lines.map(({ text }, at) => (at === left ? other : at === right ? one : text));
        write(lines.map(({ name }, at) => ({ name, text: texts[at] ?? '' })));
        expect([left, right, kinds().includes('moved')]).toEqual([left, right, true]);
      }
  });

  test('every copy of a line, wherever it is put', () => {
    writeRecord();
    const lines = linesOf();
    for (const [index, line] of lines.entries())
      for (const at of lines.keys()) {
        write(lines.toSpliced(at, 0, { ...line, name: lines[at]?.name ?? '' }));
        expect([index, at, kinds().length > 0]).toEqual([index, at, true]);
      }
  });

  test('every place at which the end is cut off', () => {
    writeRecord();
    const bytes = readFileSync(file);
    for (let length = 0; length < bytes.length; length += 1) {
      writeFileSync(file, bytes.subarray(0, length));
      expect([length, kinds().includes('cut')]).toEqual([length, true]);
    }
  });

  test('every missing file', () => {
    writeRecord();
    const copy = `${folder}-copy`;
    cpSync(folder, copy, { recursive: true });
    for (const name of names()) {
      rmSync(join(folder, name));
      expect([name, kinds()]).toEqual([name, [name === 'hookline.jsonl' ? 'cut' : 'missing']]);
      cpSync(copy, folder, { recursive: true });
    }
  });

  test('an entry that is not in the chain', () => {
    writeRecord();
    appendFileSync(file, lineOf(note('forged')));
    expect(verifyRecord(folder).findings).toMatchObject([{ kind: 'added', file }]);
    openRecord(folder).append(note('after'));
    expect(kinds()).toEqual(['added']);
  });
});

describe('writers that come later do not hide it:', () => {
  const later = (): void => {
    for (let count = 0; count < 3; count += 1) {
      const record = openRecord(folder);
      for (let line = 0; line < 3; line += 1) record.append(note('later'));
      record.close();
    }
  };

  test('a cut end stays missing', () => {
    writeRecord();
    const lines = linesOf();
    write(lines.slice(0, -2));
    later();
    expect(verifyRecord(folder).findings).toMatchObject([
      { kind: 'missing', message: '2 lines are missing before it' },
    ]);
  });

  test('an emptied or removed file stays missing', () => {
    writeRecord();
    rmSync(file);
    later();
    expect(kinds()).toEqual(['missing']);
  });

  test('what is cut off under a running writer stays missing', () => {
    const record = openRecord(folder);
    for (let count = 0; count < 5; count += 1) record.append(note(String(count)));
    write(linesOf().slice(0, 2));
    for (let count = 0; count < 5; count += 1) record.append(note(String(count)));
    record.close();
    expect(verifyRecord(folder).findings).toMatchObject([
      { kind: 'missing', line: 3, message: '3 lines are missing before it' },
    ]);
  });

  test('an anchor that was removed is made anew, and says so', () => {
    writeRecord();
    rmSync(join(folder, 'hookline.anchor'));
    later();
    expect(verifyRecord(folder).findings).toMatchObject([
      { kind: 'missing' },
      {
        kind: 'anchor',
        message: 'was made anew when there were 12 lines, so it cannot be checked whether entries were cut off before',
      },
    ]);
  });

  test('a damaged anchor is left as it is', () => {
    writeRecord();
    writeFileSync(join(folder, 'hookline.anchor'), 'x');
    later();
    expect(kinds()).toEqual(['anchor']);
  });
});

test('files that were removed because the record was full are not missed, all others are', () => {
  const record = openRecord(folder, { maxBytes: 500, retention: { keepFiles: 3 } });
  for (let count = 0; count < 40; count += 1) record.append(note(String(count)));
  record.close();
  expect(verifyRecord(folder)).toMatchObject({ whole: true, files: 4, last: { seen: 40 } });
  rmSync(join(folder, names()[0] ?? ''));
  expect(verifyRecord(folder).findings).toMatchObject([{ kind: 'missing', line: 1 }]);
});

test('entries from before there was a chain can be read, but it cannot be shown that they were not inserted', () => {
  mkdirSync(folder);
  writeFileSync(file, `${lineOf(note('old'))}${lineOf(note('older'))}{"torn`);
  for (const text of ['new', 'newer']) openRecord(folder).append(note(text));
  expect([...readRecord(folder)].map((entry) => (entry.kind === 'note' ? entry.text : ''))).toEqual([
    'old',
    'older',
    'new',
    'newer',
  ]);
  expect(verifyRecord(folder)).toMatchObject({
    whole: false,
    lines: 5,
    last: { seen: 2 },
    findings: [
      { kind: 'added', file, line: 1 },
      { kind: 'added', file, line: 2 },
    ],
    notices: [{ kind: 'torn', file, line: 3 }],
  });
});

test('a history that is put before the record is found, in the same file and in one before it', () => {
  writeRecord();
  const [first = ''] = names();
  writeFileSync(join(folder, first), `${lineOf(note('forged'))}${readFileSync(join(folder, first), 'utf8')}`);
  expect(verifyRecord(folder).findings).toMatchObject([{ kind: 'added', line: 1 }]);
  writeFileSync(join(folder, 'hookline-20200101T000000000Z-1.jsonl'), lineOf(note('forged')));
  expect(kinds()).toEqual(['added', 'added']);
});

test('an edited line that looks like thousands of lines is judged in no time', () => {
  writeRecord();
  const [first = ''] = names();
  const [line = '', ...rest] = readFileSync(join(folder, first), 'utf8').split('\n');
  writeFileSync(
    join(folder, first),
    [`${'{"v":1,"kind":"'.repeat(50_000)}${line}x`.slice(0, -1).replace('note', 'nope'), ...rest].join('\n'),
  );
  const start = process.cpuUsage();
  expect(kinds()).toContain('edited');
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(3000);
});

test('a line that a crash tore is told once the next writer has seen it, and is no longer a finding', () => {
  writeRecord();
  appendFileSync(file, '{"v":1,"kind":"no');
  expect(kinds()).toEqual(['torn']);
  openRecord(folder).append(note('after'));
  expect(verifyRecord(folder)).toMatchObject({ whole: true, notices: [{ kind: 'torn' }] });
});

test('a line behind half a line counts, and the half is told once a writer has seen it', () => {
  writeRecord();
  const [name] = names().slice(-1);
  const [line = ''] = readFileSync(join(folder, name ?? ''), 'utf8')
    .split('\n')
    .slice(-2);
  writeFileSync(file, `${readFileSync(file, 'utf8').slice(0, -line.length - 1)}${line.slice(0, 80)}${line}\n`);
  expect(kinds()).toEqual(['torn']);
  openRecord(folder).append(note('after'));
  expect(verifyRecord(folder)).toMatchObject({ whole: true, notices: [{ kind: 'torn' }] });
});

describe('with a key', () => {
  const key = Buffer.from('a key that others do not have');

  test('the record is whole for whoever has it, and cannot be checked by others', () => {
    writeRecord(key);
    expect(verifyRecord(folder, key)).toMatchObject({ whole: true, lines: 12 });
    expect(verifyRecord(folder).findings).toMatchObject([
      { kind: 'unchecked', message: expect.stringContaining('12 lines are keyed') as string },
    ]);
    expect(kinds(Buffer.from('another')).filter((kind) => kind === 'edited')).toHaveLength(12);
  });

  test('a record that somebody chained anew without it is found', () => {
    writeRecord(key);
    const texts = [...readRecord(folder)];
    rmSync(folder, { recursive: true });
    const forger = openRecord(folder);
    for (const entry of texts.slice(2)) forger.append(entry);
    forger.close();
    expect(verifyRecord(folder)).toMatchObject({ whole: true });
    expect(kinds(key)).toEqual(['anchor']);
  });

  test('lines that somebody added without it are found', () => {
    writeRecord(key);
    openRecord(folder).append(note('forged'));
    expect(kinds(key)).toEqual(['unkeyed']);
  });

  test('an anchor that was removed is noticed, also when a writer with the key made it anew', () => {
    writeRecord(key);
    rmSync(join(folder, 'hookline.keyed-anchor'));
    expect(kinds(key)).toEqual(['anchor']);
    openRecord(folder, { key }).append(note('later'));
    expect(kinds(key)).toContain('anchor');
  });

  test('a record may get one later: what is older is checked without', () => {
    writeRecord();
    writeRecord(key);
    expect(verifyRecord(folder, key)).toMatchObject({ whole: true, lines: 24 });
    write(linesOf().toSpliced(3, 1));
    expect(kinds(key)).toEqual(['missing']);
  });
});
