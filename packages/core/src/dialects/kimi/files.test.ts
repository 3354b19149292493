import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kimi } from './table.ts';
import type { LoadPlace } from '../../load/discover.ts';
import { loadSources } from '../../load/load.ts';
import type { Source } from '../../model/index.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookline-kimi-files-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: unknown): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o644 });
}

const USER = 'home/.kimi-code/config.toml';
const GUARD = '[[hooks]]\nevent = "PreToolUse"\ncommand = "guard"\n';

const load = (over: Partial<LoadPlace> = {}): Promise<readonly Source[]> =>
  loadSources([kimi], {
    project: join(root, 'project'),
    home: join(root, 'home'),
    env: {},
    platform: 'linux',
    stateDir: null,
    plugins: [],
    ...over,
  });
const namesOf = (sources: readonly Source[]): readonly string[] =>
  sources.flatMap(({ hooks }) => hooks.map(({ name }) => name));
const errorsOf = (sources: readonly Source[]): readonly string[] =>
  sources.flatMap(({ diagnostics }) =>
    diagnostics.filter(({ severity }) => severity === 'error').map((each) => each.message),
  );

describe("the user's file", () => {
  it('holds hooks beside all other settings, in their order', async () => {
    write(
      USER,
      `default_model = "m"\n\n[providers.x]\ntype = "y"\n\n${GUARD}[[hooks]]\nevent = "Stop"\ncommand = "  "\ntimeout = 600\n`,
    );
    const [source] = await load();
    expect(source?.hooks).toMatchObject([
      { event: 'PreToolUse', timeoutMs: 30_000, scope: 'user', id: 'kimi:user:PreToolUse[0]' },
      { event: 'Stop', timeoutMs: 600_000 },
    ]);
    expect(source?.diagnostics).toEqual([]);
  });

  it.each([
    ['a fifth key', 'command = "x"\nname = "n"'],
    ['timeout 0', 'command = "x"\ntimeout = 0'],
    ['timeout 601', 'command = "x"\ntimeout = 601'],
    ['timeout 1.5', 'command = "x"\ntimeout = 1.5'],
    ['a text as timeout', 'command = "x"\ntimeout = "5"'],
    ['an empty command', 'command = ""'],
    ['no command', ''],
    ['a matcher that is no text', 'command = "x"\nmatcher = 5'],
  ])('loses all its hooks by one entry with %s, and says so at the entry', async (_title, keys) => {
    write(USER, `${GUARD}[[hooks]]\nevent = "Stop"\n${keys}\n`);
    const sources = await load();
    expect(namesOf(sources)).toEqual([]);
    expect(errorsOf(sources).at(-1)).toMatch(/^a hole: nothing of this file applies/);
    expect(sources[0]?.diagnostics.at(-1)?.line).toBe(4);
  });

  it.each([
    ['an unknown event', `${GUARD}[[hooks]]\nevent = "PreToolUses"\ncommand = "x"\n`, /unknown event "PreToolUses"/],
    ['hooks that are no list', '[hooks]\nevent = "Stop"\n', /hooks must be a list of entries/],
    ['no TOML', 'x = \n', /not valid TOML/],
  ])('has no hooks where it has %s', async (_title, text, says) => {
    write(USER, text);
    const sources = await load();
    expect(namesOf(sources)).toEqual([]);
    expect(errorsOf(sources).join('\n')).toMatch(says);
  });

  it('keeps its hooks beside a broken matcher, whose hook never runs', async () => {
    write(USER, `${GUARD}[[hooks]]\nevent = "PreToolUse"\nmatcher = "*"\ncommand = "star"\n`);
    expect(namesOf(await load())).toEqual(['guard', 'star']);
  });

  it('is the only one: a project has none, and a variable moves it', async () => {
    write('project/.kimi-code/config.toml', GUARD);
    expect(namesOf(await load())).toEqual([]);
    write('elsewhere/config.toml', GUARD);
    expect(namesOf(await load({ env: { KIMI_CODE_HOME: join(root, 'elsewhere') } }))).toEqual(['guard']);
  });
});

describe('a plugin', () => {
  const entry = (command: string, more = {}) => ({ event: 'PreToolUse', command, ...more });

  it('loses a bad entry alone, and stays when the user’s file is void', async () => {
    write(USER, `${GUARD}name = "n"\n`);
    write('plug/kimi.plugin.json', { name: 'plug', hooks: [entry('good'), entry('bad', { extra: 1 })] });
    const sources = await load({ plugins: [join(root, 'plug')] });
    expect(namesOf(sources)).toEqual(['good']);
    expect(sources.at(-1)?.hooks).toMatchObject([
      { scope: 'plugin', folder: join(root, 'plug'), dataFolder: join(root, 'home/.kimi-code') },
    ]);
  });

  it('has its manifest at the top, else in a folder', async () => {
    write('plug/.kimi-plugin/plugin.json', { hooks: [entry('inner')] });
    expect(namesOf(await load({ plugins: [join(root, 'plug')] }))).toEqual(['inner']);
    write('plug/kimi.plugin.json', { hooks: [entry('outer')] });
    expect(namesOf(await load({ plugins: [join(root, 'plug')] }))).toEqual(['outer']);
  });
});
