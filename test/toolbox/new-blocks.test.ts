import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { makePlace, type Place } from '../../packages/cli/src/testing/place.ts';
import { PROJECT_IDS } from '../support/dialect-ids.ts';
import { needs } from '../support/programs.ts';
import { openPane } from '../terminal/tmux.ts';

vi.setConfig({ testTimeout: 120_000 });

const SCRIPTS = { bash: 'guard.sh', python: 'guard.py', node: 'guard.mjs' } as const;

const blocking = (language: string, ...commands: readonly string[]): readonly string[] => [
  'new',
  'guard',
  '--dialect',
  'qoder',
  '--language',
  language,
  ...commands.flatMap((command) => ['--blocks', command]),
];

/** Command lines, and what a guard of `git push --force` and `rm -rf` refuses them for. */
const LINES: readonly (readonly [string, string | null])[] = [
  ['git push --force', 'git push --force'],
  ['git push origin main --force', 'git push --force'],
  ['cd a && sudo -u me /usr/bin/git -C b push --force=yes # now', 'git push --force'],
  ['A=1 git push --force 2>&1 | tail', 'git push --force'],
  ['git push &> log --force', 'git push --force'],
  ['if git push --force; then echo done; fi', 'git push --force'],
  ['echo $(git push --force)', 'git push --force'],
  ['echo "done: $(git push --force)"', 'git push --force'],
  ["bash -c 'cd a; git push --force'", 'git push --force'],
  ['eval "git push --force"', 'git push --force'],
  ['git pu"sh" \\--force', 'git push --force'],
  ['git push \\\n  --force', 'git push --force'],
  ['ls\nrm -r -f build', 'rm -rf'],
  ['rm -fr build', 'rm -rf'],
  ['find . -name x -exec rm -rfv {} +', 'rm -rf'],
  ['ls | xargs rm -rf', 'rm -rf'],
  ['git push', null],
  ['git push --force-with-lease', null],
  ['echo "git push --force"', null],
  ["git commit -m 'never git push --force'", null],
  ['ls # rm -rf build', null],
  ['rm -r build', null],
  ['grep -rf patterns rm', null],
  ['echo rm -rf', null],
  ['', null],
];

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

/** What a script of the language needs beside bash and Node. */
const NEEDS: Readonly<Record<string, string>> = { bash: 'jq', python: 'python3', node: 'node' };
const missing = (language: string): string | null => {
  const program = NEEDS[language] ?? '';
  return isThere(program) ? null : `${program} is not installed`;
};

describe.each(Object.entries(SCRIPTS).map(([language, script]) => ({ language, script, without: missing(language) })))(
  'a guard of commands in $language',
  ({ language, script, without }) => {
    it.skipIf(without !== null)('refuses by the words of a command, not by its letters', async () => {
      const place = makePlace();
      expect((await place.run(blocking(language, 'git push --force', 'rm -rf'))).status).toBe(0);
      const verdicts = LINES.map(([line]) => {
        const { status, stderr } = spawnSync(join(place.project, '.qoder/hooks', script), {
          input: JSON.stringify({ tool_input: { command: line } }),
          encoding: 'utf8',
        });
        return [line, status === 2 ? stderr.replace(/ is not allowed here\.\n$/, '') : status === 0 ? null : stderr];
      });
      expect(verdicts).toEqual(LINES);
    });

    it.skipIf(without !== null)(
      'refuses what it cannot read, and says in its comment what it does not see',
      async () => {
        const place = makePlace();
        await place.run(blocking(language, 'git push --force'));
        const path = join(place.project, '.qoder/hooks', script);
        expect(spawnSync(path, { input: '{"tool_input":', encoding: 'utf8' })).toMatchObject({
          status: 2,
          stderr: expect.stringContaining('guard could not read the event.') as unknown,
        });
        const text = readFileSync(path, 'utf8');
        expect(text).toContain('It refuses a command line that runs one of these:');
        expect(text).toContain('It does not see other spellings');
      },
    );

    it('is covered by trust with its entry, and nothing about it is unknown', async () => {
      const place = makePlace();
      await place.run(blocking(language, 'git push --force'));
      const { stdout } = await place.run(['trust', '--show']);
      const covered = stdout.split('\n').filter((line) => line.startsWith('  '));
      expect(covered.map((line) => line.trim().split(/\s+/))).toEqual([
        ['.qoder/settings.json', expect.any(String)],
        [`.qoder/hooks/${script}`, expect.any(String)],
      ]);
    });
  },
);

describe('hookline new --blocks', () => {
  it.skipIf(missing('bash') !== null)(
    'writes the guard for every system at once, and each passes its cases',
    async () => {
      const place = makePlace();
      const words = ['new', 'no-force-push', '--blocks', 'git push --force', '--dialect', 'all', '--json'];
      const { status, stdout } = await place.run(words);
      expect(status).toBe(0);
      const { hooks, files } = JSON.parse(stdout) as {
        hooks: readonly { dialect: string; does: string }[];
        files: readonly { path: string }[];
      };
      expect(hooks.map(({ dialect }) => dialect)).toEqual(PROJECT_IDS);
      expect(hooks[0]?.does).toBe('refuses PreToolUse when tool_input.command runs "git push --force".');
      expect(files).toHaveLength(3 * PROJECT_IDS.length);
      expect(JSON.parse((await place.run(['validate', '--json'])).stdout)).toMatchObject({ diagnostics: [] });
      const tested = await place.run(['test', '--trust-hooks', '--json']);
      expect(JSON.parse(tested.stdout)).toMatchObject({ passed: 4 * PROJECT_IDS.length, failed: 0 });
    },
  );

  it('takes several systems, and leaves out those without the event only when all are meant', async () => {
    const place = makePlace();
    const stop = ['new', 'ender', '--event', 'Stop'];
    const some = await place.run([...stop, '--dialect', 'qoder', '--dialect', 'kode']);
    expect([some.status, some.stderr]).toEqual([1, expect.stringMatching(/^hookline: kode has no event "Stop"/)]);
    expect(existsSync(join(place.project, '.qoder'))).toBe(false);
    const all = await place.run([...stop, '--dialect', 'all']);
    expect(all.status).toBe(0);
    expect(all.stdout).toContain('Left out: kode has no event "Stop"');
    expect(existsSync(join(place.project, '.polytoken/hooks/ender.sh'))).toBe(true);
  });

  it.each([
    ['', 'a command was expected, such as "git push --force"; found nothing'],
    [
      'git push; ls',
      'a program and plain words were expected, such as "git push --force"; found "push;" in "git push; ls"',
    ],
    ['--force', 'the name of a program was expected first, such as git; found "--force"'],
  ])('says what is wrong with %j', async (command, said) => {
    expect(await makePlace().run(blocking('bash', command))).toEqual({
      status: 1,
      stdout: '',
      stderr: `hookline: ${said}\n`,
    });
  });

  it('is about commands before they run, on no other event', async () => {
    const { status, stderr } = await makePlace().run([...blocking('bash', 'rm -rf'), '--event', 'Stop']);
    expect([status, stderr]).toEqual([
      1,
      'hookline: commands are refused before a tool is used (PreToolUse), not on Stop\n',
    ]);
  });

  it('is asked for on a terminal', needs('tmux'), async () => {
    const place: Place = makePlace();
    const words = ['new', 'asked', '--dialect', 'kode', '--event', 'tool_call_pre', '--language', 'bash', '--yes'];
    const pane = openPane(place, words, { columns: 120 });
    await pane.until(/Which command shall it refuse\? \(default rm -rf\):/);
    pane.type('npm publish');
    pane.press('Enter');
    await pane.until(/\[exit 0\]/);
    expect(readFileSync(join(place.project, '.kode/hooks/asked.sh'), 'utf8')).toContain('runs npm publish && refuse');
  });
});

describe('a file that is new names its schema', () => {
  const SCHEMA = /https:\/\/unpkg\.com\/hookline@\d+\.\d+\/schemas\/([\w-]+)\.json/g;
  const schemasIn = (place: Place, name: string): readonly string[] =>
    [...readFileSync(join(place.project, name), 'utf8').matchAll(SCHEMA)].map(([, schema = '']) => schema);

  it('by a key in JSON, by a comment in YAML, and where there is no place for it, not', async () => {
    const place = makePlace();
    await place.run(['init', '--dialect', 'all']);
    const named = Object.fromEntries(
      [
        '.kolega/hooks.json',
        '.agents/hooks/no-rm-rf/HOOK.md',
        '.qoder/settings.json',
        '.kode/config.yaml',
        '.polytoken/hooks.json',
        '.kode/hooks/no-rm-rf.hooktest.yaml',
      ].map((file) => [file, schemasIn(place, file)]),
    );
    expect(named).toEqual({
      '.kolega/hooks.json': ['kolega'],
      '.agents/hooks/no-rm-rf/HOOK.md': ['agent-hooks'],
      '.qoder/settings.json': ['qoder'],
      '.kode/config.yaml': ['kode'],
      '.polytoken/hooks.json': [],
      '.kode/hooks/no-rm-rf.hooktest.yaml': ['hooktest'],
    });
    for (const [schema] of Object.values(named).filter((names) => names.length > 0))
      expect(existsSync(join(import.meta.dirname, `../../schemas/${schema}.json`))).toBe(true);
    expect(JSON.parse((await place.run(['validate', '--json'])).stdout)).toMatchObject({ diagnostics: [] });
  });

  it('also what convert and add write; a file that was there before is only extended', async () => {
    const place = makePlace({
      'project/.qoder/settings.json': '{ "theme": "dark" }\n',
      'project/.kode/config.yaml': 'model: x\n',
    });
    for (const dialect of ['qoder', 'kode', 'kolega'])
      await place.run(['add', 'secrets', '--dialect', dialect, '--no-input']);
    expect(schemasIn(place, '.kolega/hooks.json')).toEqual(['kolega']);
    expect(schemasIn(place, '.qoder/settings.json')).toEqual([]);
    expect(schemasIn(place, '.kode/config.yaml')).toEqual([]);
    const output = join(place.root, 'other');
    await place.run(['convert', '--from', 'kolega', '--to', 'qoder', '--output', output, '--yes']);
    await place.run(['convert', '--from', 'kolega', '--to', 'kode', '--output', output, '--yes']);
    const other: Place = { ...place, project: output };
    expect(schemasIn(other, '.qoder/settings.json')).toEqual(['qoder']);
    expect(schemasIn(other, '.kode/config.yaml')).toEqual(['kode']);
    expect((await place.run(['validate', '--project', output])).status).toBe(0);
  });
});
