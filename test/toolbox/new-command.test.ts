import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { makePlace, type Place, trustAsPerson } from '../../packages/cli/src/testing/place.ts';
import { openPane } from '../terminal/tmux.ts';
import { skipWithout } from '../support/skip-without.ts';
import { DIALECT_IDS } from '../support/dialect-ids.ts';
import { needs } from '../support/programs.ts';

vi.setConfig({ testTimeout: 60_000 });

const NEW = ['new', 'no-rm', '--dialect', 'kolega', '--event', 'PreToolUse'];
const text = (place: Place, name: string): string => readFileSync(join(place.project, name), 'utf8');
const isThere = (place: Place, name: string): boolean => existsSync(join(place.project, name));

describe('hookline new', () => {
  it('writes a hook that works: trusted, it passes its cases and blocks', async () => {
    skipWithout('jq');
    const place = makePlace();
    const { status, stdout, stderr } = await place.run(NEW);
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: [
        'no-rm refuses PreToolUse when tool_input.command contains "rm -rf".',
        '',
        '  create  .kolega/hooks/no-rm.sh',
        '  create  .kolega/hooks/no-rm.hooktest.yaml',
        '  create  .kolega/hooks.json',
        '',
        'Next:',
        '  hookline trust   let the hooks of this project run',
        '  hookline test    run its cases',
        '  hookline list    see it among the others',
        '',
        "A guard of another command: hookline new NAME --blocks 'git push --force'",
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(statSync(join(place.project, '.kolega/hooks/no-rm.sh')).mode & 0o777).toBe(0o755);
    expect((await place.run(['validate'])).status).toBe(0);
    expect((await place.run(['test', '--trust-hooks'])).status).toBe(0);
    await trustAsPerson(place);
    const event = ['--event', 'PreToolUse', '--tool', 'run_command', '--input', '{"command":"sudo rm -rf /"}'];
    expect(await place.run(['fire', ...event])).toMatchObject({ status: 2, stderr: 'rm -rf is not allowed here.\n' });
  });

  it('never overwrites: a name that exists is an error that says what to do', async () => {
    const place = makePlace();
    await place.run(NEW);
    const before = text(place, '.kolega/hooks.json');
    const again = await place.run([...NEW, '--yes']);
    expect([again.status, again.stdout]).toEqual([1, '']);
    expect(again.stderr).toBe(
      `hookline: there is a hook "no-rm" already: ${place.project}/.kolega/hooks/no-rm.sh exists; choose another name, or remove it first\n`,
    );
    expect(text(place, '.kolega/hooks.json')).toBe(before);
  });

  it('extends what is there, and leaves a file alone that it cannot read', async () => {
    const place = makePlace({ 'project/.kode/config.yaml': '# my settings\nmodel: fast # cheap\n' });
    const words = ['new', 'keep', '--dialect', 'kode', '--event', 'session_start', '--language', 'node'];
    expect((await place.run(words)).status).toBe(0);
    expect(text(place, '.kode/config.yaml')).toBe(
      '# my settings\nmodel: fast # cheap\nhooks:\n  session_start:\n    - exec: ./.kode/hooks/keep.mjs\n      timeout_ms: 10000\n',
    );
    writeFileSync(join(place.project, '.kode/config.yaml'), 'hooks: [');
    const { status, stderr } = await place.run(['new', 'other', ...words.slice(2)]);
    expect([status, stderr]).toEqual([
      1,
      `hookline: ${place.project}/.kode/config.yaml: it is not valid YAML: run "hookline validate"\n`,
    ]);
    expect(isThere(place, '.kode/hooks/other.mjs')).toBe(false);
  });

  it('--dry-run shows all and writes nothing', async () => {
    skipWithout('python3');
    const place = makePlace();
    const { status, stdout, stderr } = await place.run([...NEW, '--dry-run', '--language', 'python']);
    expect([status, stderr]).toEqual([0, 'Nothing was written (--dry-run).\n']);
    expect(stdout).toContain('create .kolega/hooks/no-rm.py\n  #!/usr/bin/env python3\n  # no-rm: refuses PreToolUse');
    expect(stdout).toContain('"schema_version": 1');
    expect(isThere(place, '.kolega')).toBe(false);
  });

  it('--user writes for all projects, which needs no trust', async () => {
    const place = makePlace();
    const { status, stdout } = await place.run([
      'new',
      'mine',
      '--dialect',
      'agent-hooks',
      '--event',
      'before_stop',
      '--user',
      '--language',
      'node',
      '--json',
    ]);
    expect(status).toBe(0);
    const folder = join(place.home, '.config/agents/hooks');
    expect(JSON.parse(stdout)).toEqual({
      dialect: 'agent-hooks',
      event: 'before_stop',
      language: 'node',
      name: 'mine',
      scope: 'user',
      does: 'refuses before_stop when final_message.content contains "TODO".',
      written: true,
      missing: [],
      hooks: [
        {
          dialect: 'agent-hooks',
          event: 'before_stop',
          does: 'refuses before_stop when final_message.content contains "TODO".',
        },
      ],
      leftOut: [],
      files: [
        { path: join(folder, 'mine/scripts/run.mjs'), action: 'create', executable: true },
        { path: join(folder, 'mine/scripts/run'), action: 'create', executable: true },
        { path: join(folder, 'mine.hooktest.yaml'), action: 'create', executable: false },
        { path: join(folder, 'mine/HOOK.md'), action: 'create', executable: false },
      ],
    });
    const tested = await place.run(['test']);
    expect([tested.status, tested.stderr]).toEqual([0, '']);
  });

  it.each([
    [['new', '--no-input'], `hookline: the system is not known: give --dialect ID, one of ${DIALECT_IDS.join(', ')}\n`],
    [['new', '--dialect', 'kod'], 'hookline: unknown dialect "kod"; did you mean kode?\n'],
    [
      ['new', '--dialect', 'kode'],
      'hookline: a new hook needs --event NAME: kode has session_start, user_prompt_submit, tool_call_pre, tool_call_post, session_end; or --blocks COMMAND\n',
    ],
    [
      ['new', '--dialect', 'kode', '--event', 'session_strat', '--name', 'x'],
      'hookline: kode has no event "session_strat"; did you mean "session_start"?\n',
    ],
    [
      ['new', '--dialect', 'kode', '--event', 'session_start'],
      'hookline: a new hook needs a name: such as hookline new no-rm\n',
    ],
    [
      ['new', '../x', '--dialect', 'kode', '--event', 'session_start'],
      'hookline: "../x" cannot be the name of a hook: use letters, digits, dots, dashes and underscores, at most 64\n',
    ],
    [[...NEW, '--language', 'pyton'], 'hookline: unknown language "pyton"; did you mean python?\n'],
  ])('%j says in one line what is missing or wrong', async (words, said) => {
    expect(await makePlace().run(words)).toEqual({ status: 1, stdout: '', stderr: said });
  });

  it('asks on a terminal for what is not said', needs('tmux'), async () => {
    const place = makePlace();
    const pane = openPane(place, ['new'], { columns: 120, rows: 60 });
    await pane.until(/For which system\?/);
    pane.type('qoder');
    pane.press('Enter');
    await pane.until(/default PreToolUse\):/);
    pane.press('Enter');
    await pane.until(/In which language\?/);
    pane.type('7');
    pane.press('Enter');
    await pane.until((lines) => lines.filter((line) => line.includes('In which language')).length === 2);
    pane.type('2');
    pane.press('Enter');
    await pane.until(/What is it called\?/);
    pane.type('asked');
    pane.press('Enter');
    await pane.until(/Which command shall it refuse\?/);
    pane.press('Enter');
    await pane.until(/Write these files\? \[Y\/n\]/);
    pane.press('Enter');
    await pane.until(/\[exit 0\]/);
    expect(isThere(place, '.qoder/hooks/asked.py')).toBe(true);
  });

  it('writes nothing when the answer is no, or the input ends', needs('tmux'), async () => {
    const place = makePlace();
    const pane = openPane(place, [...NEW, '--language', 'bash', '--blocks', 'rm -rf']);
    await pane.until(/Write these files/);
    pane.type('n');
    pane.press('Enter');
    await pane.until(/Nothing was written\.[\s\S]*\[exit 1\]/);
    const other = openPane(place, ['new']);
    await other.until(/For which system/);
    other.press('C-d');
    await other.until(/the input ended before the question was answered[\s\S]*\[exit 1\]/);
    expect(isThere(place, '.kolega')).toBe(false);
  });
});

describe('hookline init', () => {
  it('makes a project ready, and a second time changes nothing', async () => {
    skipWithout('jq');
    const place = makePlace();
    const first = await place.run(['init', '--dialect', 'qoder', '--dialect', 'polytoken']);
    expect([first.status, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toContain('  create  .qoder/settings.json');
    expect(first.stdout).toContain('  npx hookline test --trust-hooks --reporter github');
    const before = text(place, '.qoder/settings.json');
    const second = await place.run(['init', '--dialect', 'qoder', '--dialect', 'polytoken']);
    expect([second.status, second.stdout]).toEqual([
      0,
      expect.stringContaining('qoder\n  ready already: there is a hook no-rm-rf') as unknown,
    ]);
    expect(text(place, '.qoder/settings.json')).toBe(before);
    const tested = await place.run(['test', '--trust-hooks', '--json']);
    expect(JSON.parse(tested.stdout)).toMatchObject({ passed: 4, failed: 0 });
  });

  it('takes up the systems that the project uses', async () => {
    const place = makePlace({ 'project/.kode/config.yaml': 'model: x\n' });
    const { status, stdout } = await place.run(['init', '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ dialects: ['kode'], written: true });
    expect(text(place, '.kode/config.yaml')).toMatch(/^model: x\nhooks:/);
  });

  it('--dry-run writes nothing', async () => {
    const place = makePlace();
    const { status, stdout } = await place.run(['init', '--dialect', 'kolega', '--dry-run']);
    expect([status, isThere(place, '.kolega')]).toEqual([0, false]);
    expect(stdout).toContain('create .kolega/hooks.json');
  });

  it('leaves nothing behind where a file cannot be written', async () => {
    const place = makePlace({ 'project/.kolega/hooks': 'a file in the way' });
    mkdirSync(join(place.project, 'x'));
    const { status, stderr } = await place.run(['init', '--dialect', 'kolega']);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/cannot be written \(\w+\); nothing was changed\n$/) as unknown,
    ]);
    expect(isThere(place, '.kolega/hooks.json')).toBe(false);
  });
});
