// What an open page is told beside an agent that works: rows together, and of the rest only what is new.
import { newDecisionId, openRecord } from '@hookline/core/internal';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DecisionRow, LiveMessage, Meta } from '../../packages/studio/src/api/index.ts';
import { sendLive } from '../../packages/studio/src/serve/live.ts';
import type { DecisionSource, News } from '../../packages/studio/src/source/decision-source.ts';
import { endOf, startOf } from './entries.ts';
import { type Loose, openTestStudio, readStream, testPlace, until } from './support.ts';

describe('rows', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const row = (id: string, state: DecisionRow['state']): DecisionRow => ({ id, state }) as DecisionRow;

  /** A page at the end of a stream: what it is told, and how to let something come. */
  function followed(): { readonly told: LiveMessage[]; readonly come: (...rows: readonly DecisionRow[]) => void } {
    const told: LiveMessage[] = [];
    let listener: (news: News) => void = () => undefined;
    const source = {
      place: () => '0',
      whenRead: () => Promise.resolve(),
      follow: (hear: typeof listener) => ((listener = hear), () => undefined),
    } as Partial<DecisionSource> as DecisionSource;
    const stream = { send: (message: object) => told.push(message as LiveMessage) > 0, end: () => undefined };
    sendLive({ ...stream, gone: new AbortController().signal }, source, () => new Promise<Meta>(() => undefined), null);
    return { told, come: (...rows) => listener({ rows, place: '1' }) };
  }

  const rowsIn = (told: readonly LiveMessage[]): readonly (readonly string[])[] =>
    told.flatMap((message) => (message.kind === 'rows' ? [message.rows.map(({ id, state }) => `${id} ${state}`)] : []));

  test('a decision that ends soon is told once, when it has ended', async () => {
    const { told, come } = followed();
    come(row('a', 'running'));
    await vi.advanceTimersByTimeAsync(80);
    expect(rowsIn(told)).toEqual([]);
    come(row('a', 'block'));
    await vi.advanceTimersByTimeAsync(20);
    expect(rowsIn(told)).toEqual([['a block']]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rowsIn(told)).toHaveLength(1);
  });

  test('one that takes long is told while it runs, and again at its end', async () => {
    const { told, come } = followed();
    come(row('a', 'running'));
    await vi.advanceTimersByTimeAsync(100);
    expect(rowsIn(told)).toEqual([['a running']]);
    come(row('a', 'pass'));
    await vi.advanceTimersByTimeAsync(20);
    expect(rowsIn(told)).toEqual([['a running'], ['a pass']]);
  });

  test('one that runs goes with another that has ended', async () => {
    const { told, come } = followed();
    come(row('a', 'running'));
    come(row('b', 'pass'));
    await vi.advanceTimersByTimeAsync(20);
    expect(rowsIn(told)).toEqual([['a running', 'b pass']]);
  });
});

test('what has not changed is not told again', async () => {
  const place = await testPlace();
  const { port, bearer } = await openTestStudio(place);
  const stream = readStream(port, '/api/live', bearer);
  const told = (): readonly Loose[] => stream.messages.filter(({ kind }) => kind === 'meta');
  await until(() => told().some(({ changed }) => changed.index?.done));
  const first = told().length;
  const writer = openRecord(place.record);
  const id = newDecisionId();
  writer.append(startOf(id, place), endOf(id));
  writer.close();
  const later = (): readonly Loose[] => told().slice(first);
  await until(() => later().some(({ changed }) => changed.index?.decisions === 1));
  for (const { changed } of later()) expect(Object.keys(changed)).not.toContain('folders');
});
