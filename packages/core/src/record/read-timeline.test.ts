import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyOutcome } from '../engine/outcome.ts';
import { findDecision, readTimeline } from './read-timeline.ts';
import { endEntry, noteEntry, type RecordEntry, startEntry } from './entry.ts';
import { newDecisionId } from './decision-id.ts';
import { rotate } from './rotate.ts';
import { openRecord } from './writer.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-timeline-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = new Date('2026-11-15T12:00:00.000Z');

function put(...entries: readonly RecordEntry[]): void {
  const record = openRecord(folder);
  record.append(...entries);
  record.close();
}

const start = (id: string, name: 'PreToolUse' | 'Stop' = 'PreToolUse'): RecordEntry =>
  startEntry({ id, at }, '/project', { hook_event_name: name, session_id: 's', cwd: '/project' }, []);
const end = (id: string): RecordEntry => endEntry({ id, at }, emptyOutcome('PreToolUse'), 1);
const putAside = (): void => void rotate(folder, { maxBytes: 1, retention: { keepFiles: 100 }, shippedFrom: null });
const ids = (limit?: number, event?: string): readonly string[] =>
  readTimeline(folder, { ...(limit === undefined ? {} : { limit }), ...(event === undefined ? {} : { event }) }).map(
    ({ id }) => id,
  );

/** Five files with two decisions each; one spans two files, and ends in a newer one than decisions that began after it. */
function putFiveFiles(): readonly string[] {
  for (const file of [0, 1, 2, 3, 4]) {
    if (file > 0) putAside();
    put(start(`${file}a`, file === 1 ? 'Stop' : 'PreToolUse'), end(`${file}a`));
    if (file === 3) put(end('2b'));
    put(start(`${file}b`), ...(file === 2 ? [] : [end(`${file}b`)]));
  }
  return [0, 1, 2, 3, 4].flatMap((file) => [`${file}a`, `${file}b`]);
}

test('the newest decisions are the same whether few files or all are read', () => {
  const all = putFiveFiles();
  expect(ids()).toEqual(all);
  for (let limit = 1; limit <= 12; limit += 1) expect(ids(limit)).toEqual(all.slice(-limit));
  expect(readTimeline(folder, { limit: 5 }).map(({ status }) => status)).toEqual(Array(5).fill('done'));
});

test('with a filter they are looked for as far back as it takes', () => {
  putFiveFiles();
  expect(ids(1, 'Stop')).toEqual(['1a']);
  expect(ids(3, 'Stop')).toEqual(['1a']);
});

test('files that are older than what is asked for are not read', () => {
  put(noteEntry(at, 'from the oldest file', '4b'));
  putFiveFiles();
  const notes = (limit: number): readonly string[] =>
    readTimeline(folder, { limit }).find(({ id }) => id === '4b')?.notes ?? [];
  expect([notes(1), notes(2), notes(10)]).toEqual([[], [], ['from the oldest file']]);
});

test('the last decision is the one that began last, and a record without any tells so', () => {
  expect(findDecision(folder, 'last')).toEqual({ newest: [], near: null });
  putFiveFiles();
  expect(findDecision(folder, 'last')).toMatchObject({ id: '4b', status: 'done' });
  expect(findDecision(folder, '2b')).toMatchObject({ id: '2b', status: 'done' });
});

test('a decision is found by the time in its id, in whichever file it is', () => {
  const made: string[] = [];
  const record = openRecord(folder, { maxBytes: 1_000, retention: { keepFiles: 1_000 } });
  for (let index = 0; index < 30; index += 1) {
    const now = new Date();
    const id = newDecisionId(now.getTime());
    made.push(id);
    record.append(startEntry({ id, at: now }, '/p', { hook_event_name: 'Stop', session_id: 's' }, []));
    record.append(endEntry({ id, at: now }, emptyOutcome('Stop'), index));
    record.append(noteEntry(now, `of ${index}`, id));
  }
  record.close();
  for (const [index, id] of made.entries())
    expect(findDecision(folder, id)).toMatchObject({ id, event: 'Stop', durationMs: index, notes: [`of ${index}`] });
  // An id without a time in it, or of another time, is looked for everywhere.
  expect(findDecision(folder, newDecisionId(0))).toMatchObject({ newest: made.slice(-5).toReversed() });
});
