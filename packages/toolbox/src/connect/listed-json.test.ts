import { describe, expect, it } from 'vitest';
import { randomSettings } from '../../../../test/support/random-settings.ts';
import { LISTED_JSON } from './grouped-json.ts';
import { tries } from '../../../../test/support/tier.ts';

const MARK = 'our entry';
const entries = ['preToolUse', 'stop'].map((event) => ({ event, handler: { command: MARK, failClosed: true } }));

describe('entries in lists without groups', () => {
  it('are taken out of random files again, byte for byte', { timeout: 60_000 }, async () => {
    for (let seed = 0; seed < tries(1000); seed += 1) {
      const before = randomSettings(seed + 9000, ['preToolUse', 'stop', 'sessionStart']);
      if (before.replace('\uFEFF', '').trim() === '') continue;
      const { text, made } = await LISTED_JSON.withEntries(before, entries);
      const { text: after, removed } = await LISTED_JSON.withoutEntries(text, ({ command }) => command === MARK, made);
      expect([after, removed], before).toEqual([before, 2]);
    }
  });

  it('stand in a new file below its version', async () => {
    const { text } = await LISTED_JSON.withEntries('', entries);
    expect(JSON.parse(text)).toEqual({
      version: 1,
      hooks: { preToolUse: [entries[0]?.handler], stop: [entries[1]?.handler] },
    });
  });
});
