import { isJsonObject, type Json, type JsonObject, parseTomlDocument } from '@hookline/core/internal';
import { describe, expect, it } from 'vitest';
import { randomToml } from '../../../../test/support/random-toml.ts';
import { withoutTables, withTables } from './toml-text.ts';
import { tries } from '../../../../test/support/tier.ts';

const WORD = '3f9c1d7a';
const EVENTS = ['PreToolUse', 'UserPromptSubmit', 'Stop'];
const commandOf = (event: string): string => `exec /bin/sh -c '"$@"' x "a\\b" hook ${event} --entry ${WORD}`;
const tables: readonly JsonObject[] = EVENTS.map((event) => ({ event, command: commandOf(event), timeout: 60 }));

const isOurs = ({ command }: JsonObject): boolean => typeof command === 'string' && command.includes(WORD);

async function valueOf(text: string): Promise<JsonObject> {
  const parsed = await parseTomlDocument(text.replace('\uFEFF', ''));
  if (!parsed.ok) throw new Error(`${parsed.finding.message}:\n${text}`);
  return parsed.document.value as JsonObject;
}

const listIn = (value: JsonObject): readonly Json[] => (value['hooks'] ?? []) as readonly Json[];

describe('tables that are put into a TOML file', () => {
  it('stand at its end, a blank line between them', async () => {
    const { text } = await withTables('model = "a" # why\n', tables.slice(0, 1));
    expect(text).toBe(
      `model = "a" # why\n\n[[hooks]]\nevent = "PreToolUse"\ncommand = ${JSON.stringify(commandOf('PreToolUse'))}\ntimeout = 60\n`,
    );
  });

  it('stand in a list that is one value', async () => {
    const { text } = await withTables('hooks = [\n  { event = "Stop", command = "x" }, # mine\n]\n', [
      { event: 'Stop' },
    ]);
    expect(text).toBe('hooks = [\n  { event = "Stop", command = "x" },\n  { event = "Stop" }, # mine\n]\n');
  });
});

describe('over 1,000 random files of users', () => {
  const seeds = Array.from({ length: tries(1000) }, (_, seed) => seed);

  it('what is put in comes last, all else stays, and taking it out gives the very bytes back', async () => {
    for (const seed of seeds) {
      const before = randomToml(seed, EVENTS);
      const { text, made } = await withTables(before, tables);
      const [value, old] = [await valueOf(text), await valueOf(before)];
      expect(value, before).toEqual({ ...old, hooks: [...listIn(old), ...tables] });
      const { text: left, removed } = await withoutTables(text, isOurs, made);
      expect([left, removed]).toEqual([before, EVENTS.length]);
    }
  });

  it('an edit of the user in between stays, and nothing else does', async () => {
    for (const seed of seeds.slice(0, 300)) {
      const before = randomToml(seed, EVENTS);
      const edit = (text: string): string => text.replace(/^\uFEFF?/, (mark) => `${mark}edited = "ä" # [[hooks]]\n`);
      const { text, made } = await withTables(before, tables);
      const { text: left } = await withoutTables(edit(text), isOurs, made);
      const expected = edit(before);
      // Where nothing stood, the first of ours has no blank line before it that could go with it.
      expect(left.trimEnd()).toBe(expected.trimEnd());
      if (before.replace('\uFEFF', '').trim() !== '') expect(left).toBe(expected);
    }
  });

  it('tables that another program has written anew are found as well', async () => {
    const text = `[[hooks]]\ntimeout = 60\nevent = "Stop"\ncommand = '''${commandOf('Stop')}'''\n\n[other]\nx = 1\n`;
    const { text: left, removed } = await withoutTables(text, isOurs, { root: false, hooks: false, lists: [] });
    expect(removed).toBe(1);
    expect(isJsonObject((await valueOf(left))['other'])).toBe(true);
    expect(listIn(await valueOf(left))).toEqual([]);
  });
});
