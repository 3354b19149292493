// The index behind the studio: what a plain list of finished decisions does not show.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newDecisionId, openRecord, type RecordEntry } from '@hookline/core/internal';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endOf, startOf } from './entries.ts';
import { fireCommands, openTestStudio, readStream, type TestPlace, testPlace, until } from './support.ts';

function write(place: TestPlace, ...entries: readonly RecordEntry[]): void {
  const writer = openRecord(place.record);
  writer.append(...entries);
  writer.close();
}

test('a page is told to read its rows again when the record was read again', async () => {
  const place = await testPlace();
  await fireCommands(place, 'echo first', 'echo second');
  const { port, bearer, get } = await openTestStudio(place);
  const reader = readStream(port, '/api/live', bearer);
  const told = (kind: string) => reader.messages.filter((message) => message['kind'] === kind);
  await until(() => told('meta').some((message) => message['changed'].index?.done));
  await fireCommands(place, 'echo third');
  await until(() => reader.ids.length > 0);
  const lastId = reader.ids.at(-1) ?? '';
  expect(told('again')).toHaveLength(1);
  const file = join(place.record, 'hookline.jsonl');
  const [first = ''] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, `${first}\n`);
  await until(() => told('again').length === 2);
  expect((await get('/api/decisions')).body['rows']).toMatchObject([{ about: 'echo first' }]);
  const back = readStream(port, '/api/live', { ...bearer, 'Last-Event-ID': lastId });
  await until(() => back.messages.some((message) => message['kind'] === 'again'));
});

describe('a decision without an end', () => {
  test('is running as long as its process is there, and interrupted when that is gone', async () => {
    const place = await testPlace();
    const [running, interrupted] = [newDecisionId(), newDecisionId()];
    write(place, startOf(running, place), startOf(interrupted, place, { pid: 2 ** 22 + 9 }));
    const { get } = await openTestStudio(place);
    const { rows } = (await get('/api/decisions')).body;
    expect(rows).toMatchObject([
      { id: interrupted, state: 'interrupted', durationMs: null },
      { id: running, state: 'running', about: 'git status' },
    ]);
    expect((await get('/api/decisions?q=is:running')).body['rows']).toMatchObject([{ id: running }]);
  });

  test('comes to an open page at its start, and again at its end', async () => {
    const place = await testPlace();
    const { port, bearer } = await openTestStudio(place);
    const stream = readStream(port, '/api/live', bearer);
    await until(() => stream.messages.some(({ kind, changed }) => kind === 'meta' && changed.index?.done));
    const id = newDecisionId();
    const states = (): readonly string[] => stream.messages.flatMap(({ rows }) => rows ?? []).map(({ state }) => state);
    write(place, startOf(id, place));
    await until(() => states().includes('running'));
    write(place, endOf(id));
    await until(() => states().includes('pass'));
    expect(states()).toEqual(['running', 'pass']);
  });
});

test('a stretch that is no entry is a row with its place and its text', async () => {
  const place = await testPlace();
  await fireCommands(place, 'ls');
  const file = join(place.record, 'hookline.jsonl');
  appendFileSync(file, '{"v":1,"kind":"start","id":"cut <script>\n');
  const { get } = await openTestStudio(place);
  const { rows } = (await get('/api/decisions?q=is:torn')).body;
  expect(rows).toMatchObject([{ state: 'torn', about: '{"v":1,"kind":"start","id":"cut <script>', event: null }]);
  const { body, status } = await get(`/api/decisions/${rows[0].id}`);
  expect([status, body['row'].state]).toEqual([200, 'torn']);
  expect(body['raw']).toMatchObject([{ line: '{"v":1,"kind":"start","id":"cut <script>' }]);
});

test('a decision is shown with its lines as they stand in the record, and their places', async () => {
  const place = await testPlace();
  const [id = ''] = await fireCommands(place, 'rm -rf build/');
  const { get } = await openTestStudio(place);
  const { raw } = (await get(`/api/decisions/${id}`)).body;
  const lines = readFileSync(join(place.record, 'hookline.jsonl'), 'utf8').trim().split('\n');
  expect(raw).toEqual([
    { place: 'hookline.jsonl, byte 0', line: lines[0] },
    { place: `hookline.jsonl, byte ${Buffer.byteLength(lines[0] ?? '') + 1}`, line: lines[1] },
  ]);
});

test('aggregates count every decision, also of files that were put aside', { timeout: 120_000 }, async () => {
  const place = await testPlace();
  const writer = openRecord(place.record, { maxBytes: 400_000, retention: { keepFiles: 1_000 } });
  for (let count = 0; count < 21_000; count += 1) {
    const id = newDecisionId();
    writer.append(startOf(id, place), endOf(id, count));
  }
  writer.close();
  const { get } = await openTestStudio(place);
  const { decisions, looked, p50 } = (await get('/api/latency')).body;
  expect([decisions, looked, p50]).toEqual([21_000, { decisions: 21_000, more: false }, 10_500]);
  const { rows, total } = (await get('/api/decisions?limit=1&q=slow:%3E20990ms')).body;
  expect([rows.length, total]).toEqual([1, 10]);
  const later = (await get('/api/decisions?limit=1&total=later&q=slow:%3E20990ms')).body;
  expect([later.rows, later.total, later.next]).toEqual([rows, null, rows[0].id]);
  const counted = (await get('/api/decisions?limit=0&q=slow:%3E20990ms')).body;
  expect([counted.rows, counted.total]).toEqual([[], 10]);
  const { index } = (await get('/api/meta')).body;
  expect(index).toMatchObject({ decisions: 21_000, lines: 42_000, done: true, cacheProblem: null });
  expect(index.filesRead).toBe(index.files);
});

test('who has an answer from all files is not told that they are still being read', async () => {
  const place = await testPlace();
  const writer = openRecord(place.record, { maxBytes: 20_000, retention: { keepFiles: 1_000 } });
  for (let count = 0; count < 500; count += 1) {
    const id = newDecisionId();
    writer.append(startOf(id, place), endOf(id, count));
  }
  writer.close();
  // Each start is a new chance to ask between two of the times at which the thread tells how far it is.
  for (let round = 0; round < 5; round += 1) {
    const { get } = await openTestStudio(place);
    expect((await get('/api/latency')).body['looked']).toEqual({ decisions: 500, more: false });
    expect((await get('/api/meta')).body['index']).toMatchObject({ decisions: 500, lines: 1_000, done: true });
  }
});

test('other requests are answered while the chain is checked', async () => {
  const place = await testPlace();
  const writer = openRecord(place.record);
  for (let count = 0; count < 4_000; count += 1) {
    const id = newDecisionId();
    writer.append(startOf(id, place), endOf(id));
  }
  writer.close();
  const { get, send } = await openTestStudio(place);
  // The first question waits for the index, and on a busy machine that takes as long as the check.
  await until(async () => (await get('/api/meta')).body['index'].done);
  let isChecked = false;
  const checking = send('POST', '/api/verify').then((answer) => {
    isChecked = true;
    return answer;
  });
  expect((await get('/api/decisions?limit=1')).status).toBe(200);
  expect(isChecked).toBe(false);
  expect((await checking).body).toMatchObject({ whole: true, lines: 8_000 });
});

test('a page that comes back is told what it has missed, each row once', async () => {
  const place = await testPlace();
  const { port, bearer } = await openTestStudio(place);
  const first = readStream(port, '/api/live', bearer);
  await until(() => first.messages.some(({ kind, changed }) => kind === 'meta' && changed.index?.done));
  await fireCommands(place, 'first');
  const rowsIn = (stream: typeof first): readonly string[] =>
    stream.messages.flatMap(({ rows }) => rows ?? []).map(({ about, state }) => `${about} ${state}`);
  await until(() => rowsIn(first).includes('first pass'));
  const seen = first.ids.at(-1) ?? '';
  first.close();
  await fireCommands(place, 'second', 'third');
  const again = readStream(port, '/api/live', { ...bearer, 'Last-Event-ID': seen });
  await until(() => rowsIn(again).includes('third pass'));
  expect(rowsIn(again).filter((row) => row.endsWith('pass'))).toEqual(['second pass', 'third pass']);
});

test('the end of a writer that was interrupted becomes a torn row', async () => {
  const place = await testPlace();
  mkdirSync(place.record, { recursive: true });
  const file = join(place.record, 'hookline.jsonl');
  writeFileSync(file, '{"v":1,"kind":"st');
  const old = new Date(Date.now() - 60_000);
  utimesSync(file, old, old);
  const { get } = await openTestStudio(place);
  await until(async () => (await get('/api/decisions?q=is:torn')).body['rows'].length === 1);
});

const isSmallDisk = (folder: string): boolean => {
  mkdirSync(folder, { recursive: true });
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k,mode=700', 'tmpfs', folder]).status === 0;
  if (isMounted) onTestFinished(() => void spawnSync('umount', [folder]));
  return isMounted;
};

test('a disk that is full costs the kept index only, and that is said', async (context) => {
  const place = await testPlace();
  const writer = openRecord(place.record, { maxBytes: 20_000, retention: { keepFiles: 100 } });
  for (let count = 0; count < 400; count += 1) {
    const id = newDecisionId();
    writer.append(startOf(id, place), endOf(id));
  }
  writer.close();
  const folder = join(place.state, 'index');
  if (!isSmallDisk(folder)) context.skip('no small disk can be made here: that needs the rights of root');
  const { get } = await openTestStudio(place);
  await until(async () => (await get('/api/meta')).body['index'].done);
  expect((await get('/api/meta')).body['index']).toMatchObject({
    decisions: 400,
    problem: null,
    cacheProblem: expect.stringContaining('ENOSPC'),
  });
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('where the index cannot be kept, that is said and nothing else is missing', async () => {
  const place = await testPlace();
  const writer = openRecord(place.record, { maxBytes: 2_000, retention: { keepFiles: 100 } });
  for (let count = 0; count < 20; count += 1) {
    const id = newDecisionId();
    writer.append(startOf(id, place), endOf(id));
  }
  writer.close();
  writeFileSync(join(place.state, 'index'), 'a file stands in the way');
  const { get } = await openTestStudio(place);
  expect((await get('/api/decisions')).body['rows']).toHaveLength(20);
  await until(async () => (await get('/api/meta')).body['index'].done);
  expect((await get('/api/meta')).body['index'].cacheProblem).toContain('the index cannot be kept');
});
