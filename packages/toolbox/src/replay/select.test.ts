import { describe, expect, it } from 'vitest';
import type { ReplayItem, ReplaySource } from './replay-item.ts';
import { chanceOf, select, type Wanted } from './select.ts';

const item = (number: number): ReplayItem => ({
  kind: 'event',
  id: `id-${number}`,
  at: new Date(number * 1000).toISOString(),
  event: { hook_event_name: number % 2 === 0 ? 'PreToolUse' : 'Stop', session_id: `s-${number % 3}` },
  project: null,
  recorded: null,
  isCut: false,
});

const source = (count: number): ReplaySource => ({
  name: 'test',
  *read() {
    for (let number = 0; number < count; number += 1) yield item(number);
  },
});

async function ids(count: number, wanted: Wanted, isCounted = false): Promise<{ total: number | null; ids: string[] }> {
  const { total, parts } = await select(source(count), wanted, isCounted);
  const found: string[] = [];
  for await (const { id } of parts()) found.push(id);
  return { total, ids: found };
}

describe('select', () => {
  it('takes all, and counts only when asked', async () => {
    expect(await ids(3, {})).toEqual({ total: null, ids: ['id-0', 'id-1', 'id-2'] });
    expect((await ids(3, {}, true)).total).toBe(3);
  });

  it('chooses by time, session and event', async () => {
    expect((await ids(12, { since: new Date(5000), session: 's-0', event: 'PreToolUse' })).ids).toEqual(['id-6']);
  });

  it('takes the newest N', async () => {
    expect(await ids(9, { limit: 2, event: 'PreToolUse' })).toEqual({ total: 2, ids: ['id-6', 'id-8'] });
  });

  it('takes exactly N by chance, the same ones for a seed and others for another', async () => {
    const one = await ids(1_000, { sample: { count: 100 } });
    expect([one.total, one.ids.length]).toEqual([100, 100]);
    expect(await ids(1_000, { sample: { count: 100 } })).toEqual(one);
    expect((await ids(1_000, { sample: { count: 100 }, seed: 2 })).ids).not.toEqual(one.ids);
    expect((await ids(50, { sample: { count: 100 } })).ids).toHaveLength(50);
  });

  it('takes about P % by chance', async () => {
    const { ids: found } = await ids(10_000, { sample: { share: 0.1 } });
    expect(found.length).toBeGreaterThan(850);
    expect(found.length).toBeLessThan(1_150);
  });

  it('gives chances that are spread evenly', () => {
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let number = 0; number < 20_000; number += 1) {
      const tenth = Math.floor(chanceOf({ id: `01m7fyfvyxea7narj8gq${number}` }, 1) * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    expect(tenths.every((count) => count > 1_700 && count < 2_300)).toBe(true);
  });
});
