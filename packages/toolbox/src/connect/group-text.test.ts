import { type Json, type JsonObject } from '@hookline/core/internal';
import { stripComments } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { randomSettings, seeded } from '../../../../test/support/random-settings.ts';
import { type AddedGroup, withGroups, withoutHandlers } from './group-text.ts';
import { tries } from '../../../../test/support/tier.ts';

const WORD = '3f9c1d7a';
const EVENTS = ['PreToolUse', 'Stop', 'SessionStart', 'Notification'];

const groups: readonly AddedGroup[] = EVENTS.map((event) => ({
  event,
  group: { hooks: [{ type: 'command', command: '/bin/node', args: ['hook', event, '--entry', WORD], timeout: 60 }] },
}));

const isOurs = ({ args }: JsonObject): boolean => Array.isArray(args) && args.includes(WORD);
const valueOf = (text: string): Json => JSON.parse(text.replace('\uFEFF', '')) as Json;

describe('groups that are put into a settings file', () => {
  it('stand one to a line in a new file', async () => {
    const { text } = await withGroups('', groups.slice(0, 2));
    expect(text).toBe(`{
  "hooks": {
    "PreToolUse": [{"hooks": [{"type": "command", "command": "/bin/node", "args": ["hook", "PreToolUse", "--entry", "3f9c1d7a"], "timeout": 60}]}],
    "Stop": [{"hooks": [{"type": "command", "command": "/bin/node", "args": ["hook", "Stop", "--entry", "3f9c1d7a"], "timeout": 60}]}]
  }
}
`);
  });

  it('come last in the list of their event, in the style of the file', async () => {
    const before = '{\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t{ "hooks": [] }\r\n\t\t]\r\n\t}\r\n}';
    const { text } = await withGroups(before, [{ event: 'Stop', group: { hooks: [] } }]);
    expect(text).toBe(before.replace('{ "hooks": [] }', '{ "hooks": [] },\r\n\t\t\t{"hooks": []}'));
  });

  it('leave a file of one line on one line', async () => {
    const { text } = await withGroups('{"model":"x"}', [{ event: 'Stop', group: { hooks: [] } }]);
    expect(text).toBe('{"model":"x","hooks":{"Stop":[{"hooks":[]}]}}');
  });
});

describe('over 1,000 random settings of users', () => {
  const seeds = Array.from({ length: tries(1000) }, (_, seed) => seed);

  it('what is put in is there, and what was there stays in its place', async () => {
    for (const seed of seeds) {
      const before = randomSettings(seed, EVENTS);
      const { text } = await withGroups(before, groups);
      const found = valueOf(text) as { readonly hooks: Readonly<Record<string, readonly Json[]>> };
      for (const { event, group } of groups) expect(found.hooks[event]?.at(-1), before).toEqual(group);
      expect((await withoutHandlers(text, isOurs, ALL)).removed, before).toBe(EVENTS.length);
    }
  });

  it('taking out gives the very bytes back', async () => {
    for (const seed of seeds) {
      const before = randomSettings(seed, EVENTS);
      const { text, made } = await withGroups(before, groups);
      expect((await withoutHandlers(text, isOurs, made)).text).toBe(before);
    }
  });

  it('an edit of the user in between stays, and nothing else does', async () => {
    for (const seed of seeds) {
      const before = randomSettings(seed, EVENTS);
      const edit = anEdit(seed);
      const { text, made } = await withGroups(before, groups);
      const edited = edit(text);
      expect(edited).not.toBe(text);
      const { text: left } = await withoutHandlers(edited, isOurs, made);
      // In an object that was empty, the edit stands where ours began: whose line ends are whose cannot be told.
      if (hasMembers(before)) expect(left).toBe(edit(before));
      else expect(valueOf(left)).toEqual(valueOf(edit(before)));
    }
  });
});

describe('over 1,000 random settings with comments', () => {
  const seeds = Array.from({ length: tries(1000) }, (_, seed) => seed + 20_000);

  it('what is put in is there, and taking it out gives the very bytes back, comments too', async () => {
    let commented = 0;
    for (const seed of seeds) {
      const before = randomSettings(seed, EVENTS, true);
      if (stripComments(before) !== before) commented += 1;
      const { text, made } = await withGroups(before, groups);
      const found = valueOf(stripComments(text, ' ')) as {
        readonly hooks: Readonly<Record<string, readonly Json[]>>;
      };
      for (const { event, group } of groups) expect(found.hooks[event]?.at(-1), before).toEqual(group);
      expect((await withoutHandlers(text, isOurs, made)).text).toBe(before);
    }
    expect(commented).toBeGreaterThan(tries(500));
  });
});

const ALL = { root: false, hooks: true, lists: EVENTS };

/** What a person may do to a settings file, whatever stands in it. */
function anEdit(seed: number): (text: string) => string {
  const edits: readonly ((text: string) => string)[] = [
    (text) => text.replace('{', (bracket) => `${bracket}"edited": [1, "ä"]${hasMembers(text) ? ', ' : ''}`),
    (text) => `${text}\n \n`,
    (text) => text.replace('{', (bracket) => `${bracket}\n    \t`),
  ];
  return edits[seeded(seed)(edits.length)] ?? ((text) => text);
}

const hasMembers = (text: string): boolean => Object.keys(valueOf(text) as JsonObject).length > 0;
