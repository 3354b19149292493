import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { outcomeWith, runWith } from '../../../../test/support/outcomes.ts';
import type { EventName } from '../model/index.ts';
import { isAlive } from '../process/alive.ts';
import { backgroundEntry, endEntry, noteEntry, startEntry } from './entry.ts';
import type { RecordEntry } from './entry.ts';
import { followRecord } from './follow.ts';
import { lineOf } from './chain.ts';
import { readRecord } from './reader.ts';
import { createLineSplitter } from './split-lines.ts';
import { RecordTail } from './tail.ts';
import { timeline } from './timeline.ts';
import { openRecord } from './writer.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-read-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (seconds: number): Date => new Date(seconds * 1_000);
const start = (id: string, seconds: number, event: EventName, session: string): RecordEntry =>
  startEntry({ id, at: at(seconds) }, '/p', { hook_event_name: event, session_id: session }, ['h1']);
const outcome = outcomeWith({ event: 'Stop' });
const end = (id: string, seconds: number): RecordEntry => endEntry({ id, at: at(seconds) }, outcome, 7);
const run = runWith({ id: 'h1', status: 'background' });

const ENTRIES: readonly RecordEntry[] = [
  start('a', 1, 'Stop', 's1'),
  start('b', 2, 'PreToolUse', 's2'),
  noteEntry(at(3), 'of no session'),
  end('a', 4),
  backgroundEntry({ id: 'b', at: at(5) }, run),
  noteEntry(at(6), 'of b', 'b'),
];

test.each([
  [{}, ['a', 'b', null, 'a', 'b', 'b']],
  [{ since: at(3) }, [null, 'a', 'b', 'b']],
  [{ session: 's1' }, ['a', 'a']],
  [{ event: 'PreToolUse', since: at(3) }, ['b', 'b']],
  [{ session: 's1', event: 'PreToolUse' }, []],
])('entries can be chosen by %j', (filter, ids) => {
  const record = openRecord(folder, { maxBytes: 300 });
  for (const entry of ENTRIES) record.append(entry);
  expect([...readRecord(folder, filter)].map(({ id }) => id)).toEqual(ids);
});

test('the timeline groups entries into decisions', () => {
  const decisions = timeline(ENTRIES, () => false);
  const [first, second] = decisions;
  expect(first).toEqual({
    id: 'a',
    agent: null,
    at: at(1).toISOString(),
    event: 'Stop',
    session: 's1',
    project: '/p',
    payload: { hook_event_name: 'Stop', session_id: 's1' },
    status: 'done',
    outcome: (ENTRIES[3] as { outcome?: unknown }).outcome,
    durationMs: 7,
    planned: ['h1'],
    hooks: [],
    background: [],
    notes: [],
  });
  expect(second).toMatchObject({ id: 'b', status: 'interrupted', outcome: null, background: [run], notes: ['of b'] });
  expect(timeline(ENTRIES, () => true)[1]?.status).toBe('running');
  expect(timeline([end('x', 1)])).toMatchObject([{ id: 'x', event: null, status: 'done' }]);
});

test('a process counts as alive only if it is the one that wrote', () => {
  expect(isAlive(process.pid, new Date())).toBe(true);
  expect(isAlive(process.pid, at(1))).toBe(process.platform !== 'linux');
  expect(isAlive(2 ** 22 + 1, new Date())).toBe(false);
});

test('a folder without a record is an empty record', () => {
  expect([...readRecord(join(folder, 'none'))]).toEqual([]);
});

test('lines are found whatever the chunks are, and a line may be longer than a chunk', () => {
  const text = `one\n\n${'x'.repeat(200_000)}\nlast`;
  for (const size of [1, 7, 65_536]) {
    const splitter = createLineSplitter();
    const lines = [];
    for (let from = 0; from < text.length; from += size)
      lines.push(...splitter.push(Buffer.from(text.slice(from, from + size))));
    expect(lines.map(({ offset, bytes }) => [offset, bytes])).toEqual([
      [0, 3],
      [5, 200_000],
    ]);
    expect(splitter.rest()).toEqual({ raw: Buffer.from('last'), number: 4, offset: 200_006, bytes: 4 });
  }
});

async function collect(
  wanted: number,
  act: () => Promise<void> | void,
  from: 'start' | 'end' = 'end',
): Promise<readonly string[]> {
  const stop = new AbortController();
  const texts: string[] = [];
  const following = (async () => {
    for await (const entry of followRecord(folder, stop.signal, { from })) {
      texts.push(entry.kind === 'note' ? entry.text : entry.kind);
      if (texts.length === wanted) stop.abort();
    }
  })();
  await new Promise((done) => setTimeout(done, 50));
  await act();
  await following;
  return texts;
}

const note = (text: number): RecordEntry => noteEntry(at(1), String(text));

test('following gives what is new, at once, and ends with its signal', async () => {
  const record = openRecord(folder);
  record.append(note(0));
  const began = performance.now();
  const texts = await collect(3, () => [1, 2, 3].forEach((index) => record.append(note(index))));
  expect(texts).toEqual(['1', '2', '3']);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test('following survives rotation and loses nothing', { timeout: 60_000 }, async () => {
  const record = openRecord(folder, { maxBytes: 500, retention: { keepFiles: 1_000 } });
  const numbers = Array.from({ length: 300 }, (_, index) => index);
  const texts = await collect(300, async () => {
    for (const index of numbers) {
      record.append(note(index));
      if (index % 20 === 0) await new Promise((done) => setTimeout(done, 20));
    }
  });
  expect(texts).toEqual(numbers.map(String));
});

test('a line that comes into a file while it is put aside is not missed', () => {
  const current = join(folder, 'hookline.jsonl');
  const aside = join(folder, 'hookline-20200101T000000000Z-1.jsonl');
  const tail = new RecordTail(folder, 'start');
  const texts = (): readonly string[] =>
    [...tail.newLines()].map(({ raw }) => (JSON.parse(raw.toString()) as { readonly text: string }).text);
  writeFileSync(current, lineOf(note(1)));
  expect(texts()).toEqual(['1']);
  renameSync(current, aside);
  writeFileSync(current, lineOf(note(3)));
  expect(texts()).toEqual([]);
  appendFileSync(aside, lineOf(note(2)));
  expect(texts()).toEqual(['2', '3']);
  tail.close();
});

test('following from the start gives all that is there first, also a line that is completed later', async () => {
  const record = openRecord(folder, { maxBytes: 500 });
  for (let index = 0; index < 20; index++) record.append(note(index));
  const texts = await collect(
    21,
    async () => {
      const line = JSON.stringify(note(20));
      appendFileSync(join(folder, 'hookline.jsonl'), line.slice(0, 30));
      await new Promise((done) => setTimeout(done, 300));
      appendFileSync(join(folder, 'hookline.jsonl'), `${line.slice(30)}\n`);
    },
    'start',
  );
  expect(texts).toEqual(Array.from({ length: 21 }, (_, index) => String(index)));
});

test('following waits for a folder that is not there yet', async () => {
  rmSync(folder, { recursive: true });
  expect(await collect(1, () => void openRecord(folder).append(note(1)))).toEqual(['1']);
  mkdirSync(join(folder, 'x'));
  writeFileSync(join(folder, 'other.txt'), '');
  expect([...readRecord(folder)]).toHaveLength(1);
});
