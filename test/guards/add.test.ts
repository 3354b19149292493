import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { DIALECTS, type EventName, powersOf } from '@hookline/core/internal';
import { eventually, makePlace, type Place } from '../../packages/cli/src/testing/place.ts';
import { inTurn } from '../support/dialect-ids.ts';

vi.setConfig({ testTimeout: 300_000 });

interface Fired {
  readonly decision: string;
  readonly block: { readonly effect: string; readonly reason: string } | null;
  readonly updatedInput: unknown;
  readonly updatedPrompt: string | null;
  readonly additionalContext: readonly string[];
  readonly hooks: readonly { readonly status: string; readonly fault: unknown }[];
}

/** The dialect's name for an event; undefined where it has none. */
const nativeOf = (id: string, event: EventName): string | undefined =>
  Object.entries(tableOf(id).events).find(([, { means }]) => means.includes(event))?.[0];

const knows = (id: string, event: EventName): boolean => nativeOf(id, event) !== undefined;

/** Whether a hook of the dialect can give such an answer on an event. */
const can = (id: string, event: EventName, part: string): boolean =>
  powersOf(tableOf(id), nativeOf(id, event) ?? '').some((power) => power.part === part);

function tableOf(id: string): (typeof DIALECTS)[number] {
  const found = DIALECTS.find((dialect) => dialect.id === id);
  if (found === undefined) throw new Error(`there is no dialect ${id}`);
  return found;
}

const TOKEN = ['ghp', 'Zx81kQv03mNb7Lp2Rt5Wy9Uc4Df6Hg8Jk1Ls'].join('_');

async function install(place: Place, guard: string, dialect: string, ...words: string[]): Promise<void> {
  const added = await place.run(['add', guard, '--dialect', dialect, '--no-input', ...words]);
  expect(added, added.stderr).toMatchObject({ status: 0, stderr: '' });
  const checked = await place.run(['validate']);
  expect(checked, checked.stdout).toMatchObject({ status: 0 });
}

async function fire(place: Place, dialect: string, event: object, env: Record<string, string> = {}): Promise<Fired> {
  const fields = { session_id: 's', cwd: place.project, ...event };
  const words = ['fire', '-', '--json', '--wait', '--trust-hooks', '--dialect', dialect];
  const { stdout, stderr } = await place.run(words, { input: JSON.stringify(fields), env });
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout) as Fired;
}

const command = (text: string): object => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: text },
});
const write = (file: string, content: string): object => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Write',
  tool_input: { file_path: file, content },
});

function lay(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

describe('a guard that was added', () => {
  it.each(inTurn(0))(
    'dangerous-commands blocks what destroys, however it is wrapped, and lets ordinary commands pass, in %s',
    async (dialect) => {
      const place = makePlace();
      await install(place, 'dangerous-commands', dialect);
      const bad = await fire(place, dialect, command(`sudo bash -c 'x=/; rm -rf "$x"'`));
      expect(bad.block).toMatchObject({ effect: 'deny_tool', reason: expect.stringContaining('remove-everything') });
      const good = await fire(place, dialect, command('rm -rf node_modules && echo "rm -rf /"'));
      expect(good).toMatchObject({ decision: 'none', block: null, hooks: [{ status: 'passed', fault: null }] });
    },
  );

  it.each(inTurn(1))(
    'dangerous-commands asks about doubtful commands where the system can ask, and blocks them elsewhere, in %s',
    async (dialect) => {
      const place = makePlace();
      await install(place, 'dangerous-commands', dialect);
      const { decision } = await fire(place, dialect, command('git reset --hard'));
      expect(decision).toBe(can(dialect, 'PreToolUse', 'ask') ? 'ask' : 'block');
    },
  );

  it.each(inTurn(2))(
    'secrets takes a token out of a written file where the system can rewrite, and blocks elsewhere, in %s',
    async (dialect) => {
      const place = makePlace();
      await install(place, 'secrets', dialect);
      const bad = await fire(place, dialect, write('a.ts', `const t = '${TOKEN}';`));
      if (!can(dialect, 'PreToolUse', 'updatedInput')) expect(bad.block).toMatchObject({ effect: 'deny_tool' });
      else expect(bad.updatedInput).toEqual({ file_path: 'a.ts', content: "const t = '[redacted: github-token]';" });
      const good = await fire(place, dialect, write('a.ts', 'const t = process.env.TOKEN;'));
      expect(good).toMatchObject({ decision: 'none', updatedInput: null });
    },
  );

  it.each(inTurn(3))('secrets keeps a token out of a prompt, in %s', async (dialect) => {
    const place = makePlace();
    await install(place, 'secrets', dialect);
    const hook_event_name = knows(dialect, 'UserPromptSubmit') ? 'UserPromptSubmit' : 'TurnStart';
    const bad = await fire(place, dialect, { hook_event_name, prompt: `use ${TOKEN}` });
    if (can(dialect, hook_event_name, 'updatedPrompt')) expect(bad.updatedPrompt).toBe('use [redacted: github-token]');
    else expect(bad.block).toMatchObject({ effect: 'reject_prompt' });
    const good = await fire(place, dialect, { hook_event_name, prompt: 'use my token from the environment' });
    expect(good).toMatchObject({ decision: 'none', updatedPrompt: null });
  });

  it.each(inTurn(4))('protected-files blocks a change by a tool and by a command, in %s', async (dialect) => {
    const place = makePlace();
    await install(place, 'protected-files', dialect);
    const byTool = await fire(place, dialect, write('src/../.env', 'A=1'));
    expect(byTool.block).toMatchObject({ effect: 'deny_tool', reason: expect.stringContaining('.env') });
    const byCommand = await fire(place, dialect, command('echo A=1 | tee -a .env'));
    expect(byCommand.block).toMatchObject({ effect: 'deny_tool' });
    expect(await fire(place, dialect, command('cat .env > /dev/null'))).toMatchObject({ decision: 'none' });
  });
});

const withStop = (ids: readonly string[]): readonly string[] => ids.filter((id) => knows(id, 'Stop'));

describe('a guard of work that was added', () => {
  it.each(withStop(inTurn(5)))('format-after-edit formats the file that was changed, in %s', async (dialect) => {
    const place = makePlace({ 'project/a.txt': 'raw' });
    await install(place, 'format-after-edit', dialect, '--option', 'command=printf formatted > {file}');
    const event = {
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_input: { file_path: 'a.txt' },
      tool_response: '',
    };
    expect(await fire(place, dialect, event)).toMatchObject({ decision: 'none' });
    await eventually(() => (readFileSync(join(place.project, 'a.txt'), 'utf8') === 'formatted' ? true : null));
  });

  it.each(withStop(inTurn(6)))(
    'format-after-edit tells the model when the formatter fails, where it can be told, in %s',
    async (dialect) => {
      const place = makePlace({ 'project/a.txt': 'raw' });
      await install(place, 'format-after-edit', dialect, '--option', 'command=echo bad syntax; exit 3');
      const event = {
        hook_event_name: 'PostToolUse',
        tool_name: 'Write',
        tool_input: { file_path: 'a.txt' },
        tool_response: '',
      };
      const { additionalContext } = await fire(place, dialect, event);
      if (!can(dialect, 'PostToolUse', 'context')) expect(additionalContext).toEqual([]);
      else expect(additionalContext.join()).toMatch(/exit 3\nbad syntax/);
    },
  );

  it.each(withStop(inTurn(7)))(
    'tests-before-stop keeps the agent working while the tests fail, in %s',
    async (dialect) => {
      const place = makePlace();
      await install(place, 'tests-before-stop', dialect, '--option', 'command=echo 1 failed; test -f fixed');
      const failing = await fire(place, dialect, { hook_event_name: 'Stop' });
      expect(failing.block).toMatchObject({ effect: 'keep_working', reason: expect.stringContaining('1 failed') });
      writeFileSync(join(place.project, 'fixed'), '');
      expect(await fire(place, dialect, { hook_event_name: 'Stop' })).toMatchObject({ decision: 'none' });
    },
  );

  it.each(withStop(inTurn(8)))('desktop-notification shows that the agent has finished, in %s', async (dialect) => {
    const place = makePlace();
    const shown = join(place.root, 'shown');
    lay(join(place.root, 'bin/notify-send'), `#!/bin/sh\necho "$@" > '${shown}'\n`, 0o755);
    await install(place, 'desktop-notification', dialect);
    const env = { PATH: `${join(place.root, 'bin')}:${process.env['PATH'] ?? ''}`, DISPLAY: ':0' };
    expect(await fire(place, dialect, { hook_event_name: 'Stop' }, env)).toMatchObject({ decision: 'none' });
    expect(readFileSync(shown, 'utf8')).toContain('has finished');
  });
});

describe('hookline add', () => {
  it.each(['format-after-edit', 'tests-before-stop', 'desktop-notification'])(
    'says plainly that %s cannot work in Kode',
    async (guard) => {
      const place = makePlace();
      const { status, stdout, stderr } = await place.run(['add', guard, '--dialect', 'kode']);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/cannot work in kode: Kode \(Koder\) (?:has no|does not give hooks)/);
      expect(existsSync(join(place.project, '.kode'))).toBe(false);
    },
  );

  it('keeps what a configuration file holds, comments too, and adds itself once', async () => {
    const yaml = '# mine\nprovider: x # keep\nhooks:\n  tool_call_pre:\n    - exec: ./own.sh # first\n';
    const place = makePlace({
      'project/.kode/config.yaml': yaml,
      'project/.qoder/settings.json': '{\n    "theme": "dark"\n}\n',
      'project/own.sh': '#!/bin/sh\n',
    });
    await install(place, 'dangerous-commands', 'kode');
    await install(place, 'dangerous-commands', 'kode');
    const text = readFileSync(join(place.project, '.kode/config.yaml'), 'utf8');
    expect(
      text.startsWith('# mine\nprovider: x # keep\nhooks:\n  tool_call_pre:\n    - exec: ./own.sh # first\n'),
    ).toBe(true);
    expect(text.match(/\.hookline\/dangerous-commands\.sh/g)).toHaveLength(1);
    await install(place, 'secrets', 'qoder');
    await install(place, 'secrets', 'qoder');
    const settings = readFileSync(join(place.project, '.qoder/settings.json'), 'utf8');
    expect(settings).toContain('    "theme": "dark"');
    expect(settings.match(/\.hookline\/secrets\.sh/g)).toHaveLength(2);
  });

  it('does not add a guard a second time with other options', async () => {
    const place = makePlace();
    await install(place, 'secrets', 'kolega');
    const { status, stderr } = await place.run(['add', 'secrets', '--dialect', 'kolega', '--option', 'mode=block']);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/already, with other options/) });
  });

  it('does not replace a file of another content, and its own program only when told to', async () => {
    const place = makePlace({ 'project/.hookline/guards.mjs': '// an older hookline-guards\n' });
    const words = ['add', 'secrets', '--dialect', 'kolega', '--no-input'];
    expect(await place.run(words)).toMatchObject({ status: 1, stderr: expect.stringContaining('--update') });
    expect(await place.run([...words, '--update'])).toMatchObject({ status: 0 });
  });

  it('writes nothing with --dry-run, and tells a program what it would write', async () => {
    const place = makePlace();
    const { stdout } = await place.run(['add', 'secrets', '--dialect', 'polytoken', '--dry-run', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      guard: 'secrets',
      written: false,
      events: ['pre_user_prompt', 'pre_tool_use'],
    });
    expect(existsSync(join(place.project, '.polytoken'))).toBe(false);
  });

  it.each([
    [['add', 'secret', '--dialect', 'kolega'], /there is no guard "secret"; did you mean secrets\?/],
    [['add', 'secrets', '--dialect', 'kolga'], /did you mean kolega\?/],
    [['add', 'secrets', '--dialect', 'kolega', '--option', 'mod=block'], /has no option "mod"; did you mean mode\?/],
    [['add', 'secrets', '--dialect', 'kolega', '--option', 'mode=off'], /takes redact, block; got "off"/],
    [['add', 'secrets'], /--dialect is missing/],
    [['add'], /which guard\?/],
  ])('explains a wrong call: %j', async (words, message) => {
    const { status, stderr } = await makePlace().run(words);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(message) });
  });
});

describe('a guard of the user that cannot run', () => {
  const event = command('ls');
  /** Some systems take a refusal from an exit code, and no reason. */
  const toldAtExit = (dialect: string, text: string): string =>
    tableOf(dialect).answer.exitReasons.length === 0 ? 'hook exited' : text;

  it.each(inTurn(9))('refuses when its program is broken, in %s', async (dialect) => {
    const place = makePlace();
    await install(place, 'dangerous-commands', dialect, '--user');
    expect(await fire(place, dialect, event)).toMatchObject({ decision: 'none' });
    const { stdout } = await place.run(['add', 'dangerous-commands', '--dialect', dialect, '--user', '--json']);
    const { files } = JSON.parse(stdout) as { files: readonly { path: string }[] };
    const program = files.find(({ path }) => path.endsWith('.mjs'))?.path ?? '';
    writeFileSync(program, 'throw new Error("broken");\n');
    const { block } = await fire(place, dialect, event);
    expect(block).toMatchObject({
      effect: 'deny_tool',
      reason: expect.stringContaining(toldAtExit(dialect, 'could not run')),
    });
  });

  it.each(inTurn(10))('refuses when there is no node, in %s', async (dialect) => {
    const place = makePlace();
    await install(place, 'dangerous-commands', dialect, '--user');
    mkdirSync(join(place.root, 'few'));
    symlinkSync('/bin/bash', join(place.root, 'few/bash'));
    const { block } = await fire(place, dialect, event, { PATH: join(place.root, 'few') });
    expect(block).toMatchObject({ effect: 'deny_tool' });
  });
});
