import { AGENTS, dialectOfAgent, isJsonObject, type JsonObject } from '@hookline/core/internal';
import { describe, expect, it } from 'vitest';
import { randomSettings } from '../../../../test/support/random-settings.ts';
import { entriesOf, wordIn } from './entries.ts';
import { formatOf } from './entry-format.ts';
import { usualEvents } from './plan-connection.ts';

const WORD = '5'.repeat(32);
const PROGRAMS = { command: ['/usr/bin/node', '/opt/it’s/hookline.js'], client: '/state/hookline-client', http: null };

const JSON_AGENTS = AGENTS.filter(({ registration }) => /^(?:grouped|listed)-json/.test(registration.format));

describe.each(JSON_AGENTS)('1,000 random settings of users of $id', (agent) => {
  const format = formatOf(agent);
  const isCommented = agent.registration.format === 'grouped-json-with-comments';
  // A few of them: each is put in by a look at the whole text.
  const events = usualEvents(agent).slice(0, 3);
  const choice = { via: 'auto', fail: 'closed', mayAllow: false, events } as const;
  const reach = { word: WORD, programs: { ...PROGRAMS, watch: '/usr/bin/timeout' } };
  const entries = entriesOf(agent, dialectOfAgent(agent), choice, reach);
  const isOurs = (handler: JsonObject): boolean => wordIn(handler, agent) === WORD;

  it('have every entry while connected, and are the same bytes afterwards', async () => {
    for (let seed = 0; seed < 1000; seed += 1) {
      const before = randomSettings(seed + 40_000, events, isCommented);
      const { text, made } = await format.withEntries(before, entries);
      const parsed = await format.parse(text.replace('\uFEFF', ' '));
      const value = parsed.ok ? parsed.document.value : null;
      if (!isJsonObject(value)) throw new Error(`no longer an object: ${text}`);
      const found = format.entriesIn(value).filter(({ handler }) => isOurs(handler));
      expect(found.map(({ event }) => event).toSorted(), before).toEqual(events.toSorted());
      expect((await format.withoutEntries(text, isOurs, made)).text).toBe(before);
    }
  });
});
