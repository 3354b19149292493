import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noteEntry, startEntry } from './entry.ts';
import type { RecordEntry } from './entry.ts';
import { readRecord } from './reader.ts';
import type { TornLine } from './reader.ts';
import { lineOf } from './chain.ts';
import { rotate } from './rotate.ts';
import { verifyRecord } from './verify.ts';
import { openRecord } from './writer.ts';
import { needs } from '../../../../test/support/programs.ts';

let root = '';
let folder = '';
let file = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookline-record-'));
  folder = join(root, 'state', 'record');
  file = join(folder, 'hookline.jsonl');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const note = (text: string): RecordEntry => noteEntry(new Date(1_000), text);
const textsIn = (where = folder): readonly string[] =>
  [...readRecord(where)].map((entry) => (entry.kind === 'note' ? entry.text : entry.kind));
const filesOfRecord = (): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
function tornIn(where = folder): readonly TornLine[] {
  const torn: TornLine[] = [];
  for (const _ of readRecord(where, { onTorn: (line) => torn.push(line) }));
  return torn;
}

test('nothing is touched before the first entry; then folder and file are the owner’s alone', () => {
  const record = openRecord(folder);
  expect(readdirSync(root)).toEqual([]);
  record.append(note('one'));
  record.append(note('two'));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const begin = '{"v":1,"kind":"note","id":null,"at":"1970-01-01T00:00:01.000Z","text":';
  expect(readFileSync(file, 'utf8').replace(/[0-9a-f]{32}/g, 'DIGEST')).toBe(
    `${begin}"one","chain":{"seen":0,"prev":["DIGEST"],"opens":true,"digest":"DIGEST"}}\n` +
      `${begin}"two","chain":{"seen":1,"prev":["DIGEST"],"digest":"DIGEST"}}\n`,
  );
  record.close();
  record.append(note('three'));
  expect(textsIn()).toEqual(['one', 'two', 'three']);
});

test('a torn tail of an earlier crash costs no later entry and is reported', () => {
  openRecord(folder).append(note('one'));
  const end = statSync(file).size;
  appendFileSync(file, '{"v":1,"kind":"no');
  openRecord(folder).append(note('two'));
  expect(textsIn()).toEqual(['one', 'two']);
  expect(tornIn()).toEqual([{ file, offset: end, bytes: 17 }]);
});

test('a torn tail that another process leaves while we write is noticed as well', () => {
  const record = openRecord(folder);
  record.append(note('one'));
  appendFileSync(file, '{"torn');
  record.append(note('two'));
  appendFileSync(file, '{"v":1,"kind":"note","id":null,"at":"1970-01-01T00:00:01.000Z","text":"theirs"}\n');
  record.append(note('three'));
  expect(textsIn()).toEqual(['one', 'two', 'theirs', 'three']);
  expect(tornIn()).toHaveLength(1);
});

test('a full file is put aside, and only the newest are kept', () => {
  const record = openRecord(folder, { maxBytes: 1_000, retention: { keepFiles: 3 } });
  for (let index = 0; index < 100; index++) record.append(note(String(index)));
  const names = filesOfRecord();
  expect(names).toHaveLength(4);
  expect(names.slice(0, 3).every((name) => /^hookline-\d{8}T\d{9}Z-\d+\.jsonl$/.test(name))).toBe(true);
  const texts = textsIn().map(Number);
  expect(texts).toEqual(Array.from({ length: texts.length }, (_, index) => 100 - texts.length + index));
  expect(texts.length).toBeGreaterThan(12);
  expect(names.every((name) => statSync(join(folder, name)).size < 1_200)).toBe(true);
});

test('names of files that are put aside sort by their order, even when the clock was set back', () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'hookline-29990101T000000000Z-1.jsonl'), lineOf(note('old')));
  const record = openRecord(folder, { maxBytes: 100 });
  for (let index = 0; index < 5; index++) record.append(note(String(index)));
  expect(textsIn()).toEqual(['old', '0', '1', '2', '3', '4']);
});

test('a file that another process has just put aside and begun anew is not put aside again', () => {
  openRecord(folder).append(note('one'));
  rotate(folder, { maxBytes: 1_000, retention: { keepFiles: 10 }, shippedFrom: null });
  expect(filesOfRecord()).toEqual(['hookline.jsonl']);
  rotate(folder, { maxBytes: 10, retention: { keepFiles: 10 }, shippedFrom: null });
  expect(filesOfRecord()).toEqual([expect.stringMatching(/^hookline-/)]);
});

test('a full file that another process has put aside is left at once', () => {
  const record = openRecord(folder, { maxBytes: 300 });
  record.append(note('one'));
  record.append(note('two'));
  const aside = join(folder, 'hookline-20200101T000000000Z-1.jsonl');
  renameSync(file, aside);
  openRecord(folder).append(note('three'));
  record.append(note('four'));
  expect(readFileSync(aside, 'utf8')).not.toContain('four');
  expect(textsIn()).toEqual(['one', 'two', 'three', 'four']);
});

test('a file that was renamed by anything else is left within a moment', () => {
  let now = 1_000;
  const record = openRecord(folder, { now: () => now });
  record.append(note('one'));
  renameSync(file, join(folder, 'aside'));
  openRecord(folder).append(note('two'));
  now += 50;
  record.append(note('three'));
  expect(textsIn()).toEqual(['two', 'three']);
  renameSync(file, join(folder, 'aside too'));
  now -= 5_000; // the clock was set back
  record.append(note('four'));
  expect(textsIn()).toEqual(['four']);
});

test('what another process left unfinished is ended first, however short ago the file was looked at', () => {
  const record = openRecord(folder, { now: () => 1_000 });
  record.append(note('one'));
  appendFileSync(file, '{"v":1,"kind":"no');
  record.append(note('two'));
  expect(textsIn()).toEqual(['one', 'two']);
  expect(tornIn()).toHaveLength(1);
});

test('entries that are given together are all there, in their order', () => {
  const record = openRecord(folder);
  record.append(note('one'), note('two'), note('three'));
  record.append(note('four'));
  expect(textsIn()).toEqual(['one', 'two', 'three', 'four']);
});

test('a lock that its owner left behind does not stop rotation for ever', () => {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, 'rotate.lock');
  writeFileSync(lock, '');
  const record = openRecord(folder, { maxBytes: 100 });
  for (let index = 0; index < 5; index++) record.append(note(String(index)));
  expect(filesOfRecord()).toEqual(['hookline.jsonl']);
  utimesSync(lock, 1, 1);
  record.append(note('5'));
  expect(filesOfRecord()).toHaveLength(2);
  expect(existsSync(lock)).toBe(false);
  expect(textsIn()).toEqual(['0', '1', '2', '3', '4', '5']);
});

test('a file that was deleted or replaced is left at once', () => {
  const record = openRecord(folder);
  record.append(note('lost'));
  rmSync(file);
  record.append(note('one'));
  rmSync(folder, { recursive: true });
  record.append(note('two'));
  expect(textsIn()).toEqual(['two']);
});

test('a failure never throws and is told once', () => {
  const told: string[] = [];
  writeFileSync(join(root, 'file'), '');
  const record = openRecord(join(root, 'file', 'record'), { onFailure: (why) => told.push(why) });
  record.append(note('one'));
  record.append(note('two'));
  expect(told).toEqual([expect.stringContaining('could not be written: ENOTDIR')]);
});

test('a link in place of the file is not followed', () => {
  const told: string[] = [];
  mkdirSync(folder, { recursive: true });
  symlinkSync('/dev/full', file);
  openRecord(folder, { onFailure: (why) => told.push(why) }).append(note('one'));
  expect(told).toEqual([expect.stringContaining('ELOOP')]);
  expect(textsIn()).toEqual([]);
});

test.runIf(process.getuid?.() === 0)(
  'a full disk is told; what was acknowledged stays, and writing goes on when there is room',
  needs('mount'),
  (context) => {
    mkdirSync(folder, { recursive: true });
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder]).status !== 0)
      return context.skip('needs the right to mount');
    let failures = 0;
    const record = openRecord(folder, { onFailure: () => (failures += 1) });
    try {
      const told = Array.from({ length: 10 }, (_, index) => record.append(note(`${index}${'x'.repeat(3_000)}`)));
      const before = textsIn().map((text) => text.slice(0, 1));
      expect(failures).toBe(1);
      expect(before).toEqual(told.flatMap((isThere, index) => (isThere ? [String(index)] : [])));
      expect(tornIn().length).toBeGreaterThan(0);
      spawnSync('mount', ['-o', 'remount,size=1m', folder]);
      expect(record.append(note('last'))).toBe(true);
      const lost = `${told.filter((isThere) => !isThere).length} entries of process ${process.pid} were lost here: ENOSPC: no space left on device, write`;
      expect(textsIn().slice(before.length)).toEqual(['last', lost]);
      record.append(note('one more'));
      expect(verifyRecord(folder)).toMatchObject({ whole: false, findings: [{ kind: 'lost' }] });
    } finally {
      record.close();
      spawnSync('umount', ['-l', folder]);
    }
  },
);

test('no bytes in the files make the reader throw, and whole entries among them are found', () => {
  mkdirSync(folder, { recursive: true });
  const good = '{"v":1,"kind":"note","id":null,"at":"1970-01-01T00:00:01.000Z","text":"good"}';
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
    fc.constantFrom(good, good.slice(0, 40), '\n', '{"v":1,"kind":"start"}').map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      writeFileSync(join(folder, 'hookline-20200101T000000000Z-1.jsonl'), Buffer.concat(pieces));
      writeFileSync(file, Buffer.concat([...pieces, Buffer.from(`\n${good}`)]));
      expect(textsIn().at(-1)).toBe('good');
    }),
    { numRuns: 500 },
  );
});

test('an entry takes less than a quarter of a millisecond of processor time', () => {
  const record = openRecord(folder);
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: '/p',
    tool_name: 'Bash',
    tool_input: { command: 'ls -la' },
  } as const;
  const append = (): boolean =>
    record.append(startEntry({ id: 'x', at: new Date(0) }, '/p', event, ['kolega:project:PreToolUse[0].hooks[0]']));
  for (let count = 0; count < 1_000; count++) append();
  const before = process.cpuUsage(); // CPU time, since other work on the machine must not decide
  for (let count = 0; count < 5_000; count++) append();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 5_000).toBeLessThan(250);
});
