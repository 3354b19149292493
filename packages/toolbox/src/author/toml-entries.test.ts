import { describe, expect, it } from 'vitest';
import { addEntry, type NewEntry } from './add-entry.ts';
import { removeFromToml } from './remove-from-toml.ts';

const ENTRY: NewEntry = {
  dialect: 'kimi',
  event: 'PreToolUse',
  name: 'guard',
  description: 'd',
  matcher: '^Bash$',
  timeoutMs: 10_000,
  command: "'/home/ana/a b/guard.sh'",
};
const TABLE = `[[hooks]]
event = "PreToolUse"
matcher = "^Bash$"
command = "'/home/ana/a b/guard.sh'"
timeout = 10
`;
const SETTINGS = '# mine\ndefault_model = "m"\n\n[providers.x]\ntype = "y" # why\n';
const isGuard = ({ command }: { readonly command?: unknown }): boolean => command === ENTRY.command;

describe('a list of tables in TOML', () => {
  it.each([
    ['a new file', null, TABLE],
    ['settings', SETTINGS, `${SETTINGS}\n${TABLE}`],
    ['a file without a last line break', 'x = 1', `x = 1\n\n${TABLE}`],
  ])('gets one more in %s', async (_title, before, after) => {
    expect(await addEntry(before, ENTRY)).toEqual({ ok: true, text: after });
  });

  it.each([
    ['the same hook', TABLE, /already/],
    ['a list in one line', 'hooks = []\n', /write "hooks" as tables/],
    ['hooks that are no list', '[hooks]\nx = 1\n', /hooks must be a list/],
    ['no TOML', 'x = \n', /not valid TOML/],
  ])('is left alone where there is %s', async (_title, text, problem) => {
    expect(await addEntry(text, ENTRY)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });

  it.each([
    ['at the end', `${SETTINGS}\n${TABLE}`, SETTINGS, false],
    ['before another table', `${SETTINGS}\n${TABLE}\n[other]\nx = 1\n`, `${SETTINGS}\n[other]\nx = 1\n`, false],
    ['as the only content', TABLE, '', true],
    ['not at all', SETTINGS, SETTINGS, false],
  ])('loses one that stands %s', async (_title, before, text, isEmpty) => {
    expect(await removeFromToml(before, isGuard, 'hooks')).toEqual({ ok: true, text, isEmpty });
  });

  it('loses none that cannot be cut out', async () => {
    const inline = `hooks = [{ event = "Stop", command = ${JSON.stringify(ENTRY.command)} }]\n`;
    expect(await removeFromToml(inline, isGuard, 'hooks')).toMatchObject({ ok: false });
  });
});
