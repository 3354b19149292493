import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLE, makePlace, type Place } from '../../testing/place.ts';

const SETTINGS = 'home/.claude/settings.json';
const USER =
  '{\n  "model": "a",\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }]\n  }\n}\n';

const textOf = (place: Place, file = SETTINGS): string => readFileSync(join(place.root, file), 'utf8');

interface Handler {
  readonly command: string;
  readonly args: readonly string[];
  readonly timeout: number;
  readonly onFailure?: string;
}

function handlerOf(place: Place, event: string, file = SETTINGS): Handler {
  const { hooks } = JSON.parse(textOf(place, file)) as {
    readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly Handler[] }[]>>;
  };
  const handler = hooks[event]?.at(-1)?.hooks[0];
  if (handler === undefined) throw new Error(`there is no entry of ${event}`);
  return handler;
}

/** A program of that name that says its version. */
function install(place: Place, name: string, version: string): string {
  const folder = join(place.root, 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\necho '${version} (an agent)'\n`);
  chmodSync(join(folder, name), 0o755);
  return `${folder}:${process.env['PATH'] ?? ''}`;
}

describe('connect', () => {
  it('writes entries, once, and disconnect gives the file back', async () => {
    const place = makePlace({ [SETTINGS]: USER });
    const first = await place.run(['connect', 'claude', '--yes', '--via', 'command']);
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(first.stdout).toContain('Connected Claude Code');
    const { args, onFailure, timeout } = handlerOf(place, 'PreToolUse');
    expect(args.slice(1, 5)).toEqual(['hook', 'claude', 'PreToolUse', '--entry']);
    expect({ onFailure, timeout }).toEqual({ onFailure: 'block', timeout: 60 });
    expect(handlerOf(place, 'Stop').onFailure).toBeUndefined();
    const after = textOf(place);
    const second = await place.run(['connect', 'claude', '--yes', '--via', 'command']);
    expect(second.stdout).toContain('is connected already');
    expect(textOf(place)).toBe(after);
    const back = await place.run(['disconnect', 'claude', '--yes']);
    expect(back.stdout).toContain('byte for byte');
    expect(textOf(place)).toBe(USER);
  });

  it('shows the change and what is lost, and writes nothing in a dry run', async () => {
    const place = makePlace({ [SETTINGS]: USER });
    const { status, stdout } = await place.run(['connect', 'claude', '--dry-run']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ {2}\+ .*"--entry"/m);
    expect(stdout).toContain('What is lost in Claude Code');
    expect(stdout).toMatch(/a permission +is not told a permission of a hook .*PreToolUse/);
    expect(stdout).toContain('It cannot be made to on SubagentStop');
    expect(textOf(place)).toBe(USER);
    expect(existsSync(join(place.home, '.local'))).toBe(false);
  });

  it('goes the quickest way that each event has, and the same way again', async () => {
    const place = makePlace();
    await place.run(['connect', 'claude', '--yes']);
    expect(textOf(place)).toMatch(/"url": "http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{64}\/hook\/claude\/PreToolUse"/);
    expect(handlerOf(place, 'SessionStart').command).toBe(
      join(place.home, '.local/state/hookline/resident/hookline-client'),
    );
    const after = textOf(place);
    expect((await place.run(['connect', 'claude', '--yes'])).stdout).toContain('is connected already');
    await place.run(['disconnect', 'claude', '--yes']);
    expect(existsSync(join(place.root, SETTINGS))).toBe(false);
    await place.run(['connect', 'claude', '--yes']);
    // The word is another one; the address stays.
    expect(textOf(place).replaceAll(/"[0-9a-f]{32}"/g, '')).toBe(after.replaceAll(/"[0-9a-f]{32}"/g, ''));
  });

  it('prints what an administrator places, and writes nothing', async () => {
    const place = makePlace();
    const { status, stdout } = await place.run(['connect', 'claude', '--scope', 'managed', '--json']);
    expect(status).toBe(0);
    const [{ files, text }] = (
      JSON.parse(stdout) as { readonly agents: readonly [{ readonly files: object; readonly text: string }] }
    ).agents;
    expect(files).toMatchObject({ linux: '/etc/claude-code/managed-settings.d/50-hookline.json' });
    expect(JSON.parse(text)).toHaveProperty('hooks.PreToolUse.0.hooks.0.onFailure', 'block');
    expect(text).not.toContain('http');
    const shown = await place.run(['connect', 'claude', '--scope', 'managed']);
    expect(shown.stdout).toContain('For an administrator');
    expect(existsSync(join(place.home, '.claude'))).toBe(false);
  });

  it('asks nothing where there is no terminal', async () => {
    const place = makePlace({ [SETTINGS]: USER });
    expect(await place.run(['connect', 'claude'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('there is no terminal to ask on') as string,
    });
    expect(textOf(place)).toBe(USER);
  });

  it('connects all that are installed where none is named and --yes is given', async () => {
    const place = makePlace();
    const env = { PATH: install(place, 'claude', '2.1.325') };
    const { status, stdout } = await place.run(['connect', '--yes', '--via', 'command'], { env });
    expect([status, stdout]).toEqual([0, expect.stringContaining('Connected Claude Code') as string]);
    expect(handlerOf(place, 'PreToolUse').args).toContain('--entry');
  });

  it('shows what is installed, and what to do, where none is named and there is no terminal', async () => {
    const place = makePlace();
    const env = { PATH: install(place, 'claude', '2.1.325') };
    const { status, stdout, stderr } = await place.run(['connect'], { env });
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^claude +2\.1\.325 .*not connected/m) as string]);
    expect(stderr).toContain('"hookline connect --yes" connects all that are installed');
    expect(existsSync(join(place.root, SETTINGS))).toBe(false);
  });

  it('takes the events, the way to fail and permissions as they are asked for', async () => {
    const place = makePlace();
    await place.run([
      'connect',
      'claude',
      '--yes',
      '--via',
      'command',
      '--events',
      'PreToolUse,Stop',
      '--fail',
      'open',
      '--may-allow',
    ]);
    const { hooks } = JSON.parse(textOf(place)) as { readonly hooks: object };
    expect(Object.keys(hooks)).toEqual(['PreToolUse', 'Stop']);
    const { args, onFailure } = handlerOf(place, 'PreToolUse');
    expect(args.slice(-3)).toEqual(['--fail', 'open', '--may-allow']);
    expect(onFailure).toBeUndefined();
  });

  it.each([
    [['connect', 'clade'], 'unknown agent "clade"; did you mean claude?'],
    [['connect', 'claude', '--events', 'PreTooluse', '--yes'], 'has no event "PreTooluse"; did you mean PreToolUse?'],
    [['connect', 'claude', '--scope', 'users'], '--scope: unknown word "users"; did you mean user?'],
    [['connect', 'claude', '--via', 'pigeon'], '--via: unknown word "pigeon"'],
    [['connect', 'claude', '--fail', 'half'], '--fail: unknown word "half"'],
    [['disconnect', 'claude', '--scope', 'x'], '--scope: unknown word "x"'],
  ])('names what it does not know: %j', async (words, message) => {
    const { status, stderr } = await makePlace().run(words);
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });

  it('refuses a file in which its entries would be dead, with the place', async () => {
    const bad = '{\n  "hooks": {\n    "PreToolUse": [{ "hooks": [{ "type": "command" }] }]\n  }\n}\n';
    const place = makePlace({ [SETTINGS]: bad });
    const { status, stderr } = await place.run(['connect', 'claude', '--yes']);
    expect(status).toBe(1);
    expect(stderr).toContain(`${join(place.root, SETTINGS)}:3:32: `);
    expect(stderr).toContain('command is missing');
    expect(textOf(place)).toBe(bad);
  });

  it('is refused to a hook and to a tool call of an agent', async () => {
    const place = makePlace({ [SETTINGS]: USER });
    for (const [name, value] of [
      ['HOOKLINE_RUN', '1'],
      ['HOOKLINE_AGENT', '1'],
    ] as const) {
      const { status, stderr } = await place.run(['connect', 'claude', '--yes'], { env: { [name]: value } });
      expect([status, stderr]).toEqual([1, expect.stringContaining('connect is refused') as string]);
    }
    expect(textOf(place)).toBe(USER);
  });

  it('cannot be undone by a tool of the agent that is connected, nor can trust be given there', async () => {
    const place = makePlace({ [SETTINGS]: USER });
    const inAgent = { env: { CLAUDECODE: '1' } };
    expect((await place.run(['trust'], inAgent)).status).toBe(0); // nothing is guarded yet
    expect((await place.run(['connect', 'claude', '--yes'], inAgent)).status).toBe(0);
    const connected = textOf(place);
    for (const words of [['disconnect', 'claude', '--yes', '--unattended'], ['trust'], ['untrust']]) {
      const { status, stderr } = await place.run(words, inAgent);
      expect([status, stderr]).toEqual([1, expect.stringContaining('is refused in a tool call of an agent') as string]);
    }
    const shed = ['-c', `unset CLAUDECODE; "${process.execPath}" "${BUNDLE}" disconnect claude --yes; exit $?`];
    expect(await place.run(shed, { ...inAgent, program: '/bin/sh' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is refused in a tool call of an agent') as string,
    });
    expect(textOf(place)).toBe(connected);
    expect((await place.run(['disconnect', 'claude', '--yes'])).status).toBe(0);
    expect(textOf(place)).toBe(USER);
  });

  it('writes to the project only on request, and says what that means', async () => {
    const place = makePlace();
    const { stdout } = await place.run(['connect', 'claude', '--scope', 'project', '--yes']);
    expect(stdout).toContain('This file is part of the project');
    expect(stdout).toContain('GitHub Copilot CLI reads this file too');
    expect(existsSync(join(place.root, SETTINGS))).toBe(false);
    expect(handlerOf(place, 'PreToolUse', 'project/.claude/settings.json').args).toContain('--entry');
    await place.run(['disconnect', 'claude', '--yes']);
    expect(existsSync(join(place.project, '.claude'))).toBe(false);
  });

  it('finds the folder that the agent’s own variable names', async () => {
    const place = makePlace();
    const folder = join(place.root, 'elsewhere');
    await place.run(['connect', 'claude', '--yes'], { env: { CLAUDE_CONFIG_DIR: folder } });
    expect(existsSync(join(folder, 'settings.json'))).toBe(true);
  });
});

describe('connect without an agent', () => {
  it('names the agents that are installed', async () => {
    const place = makePlace();
    const none = await place.run(['connect'], { env: { PATH: '/nowhere' } });
    expect([none.status, none.stderr]).toEqual([
      1,
      expect.stringContaining('None is on PATH; name one of claude') as string,
    ]);
    const PATH = install(place, 'claude', '2.1.325');
    const one = await place.run(['disconnect'], { env: { PATH } });
    expect([one.status, one.stderr]).toEqual([1, expect.stringContaining('Installed: claude') as string]);
  });
});

describe('connect --list', () => {
  it('tells of every agent whether it is installed and connected, and what is lost', async () => {
    const place = makePlace();
    const PATH = install(place, 'claude', '2.1.325');
    const listed = async (): Promise<unknown> => {
      const { stdout } = await place.run(['connect', '--list', '--json'], { env: { PATH } });
      return (JSON.parse(stdout) as { readonly agents: readonly unknown[] }).agents[0];
    };
    const file = join(place.root, SETTINGS);
    expect(await listed()).toMatchObject({
      id: 'claude',
      version: '2.1.325',
      installed: true,
      connected: false,
      scope: null,
      file,
      events: [],
    });
    await place.run(['connect', 'claude', '--yes', '--events', 'PreToolUse']);
    expect(await listed()).toMatchObject({
      connected: true,
      scope: 'user',
      events: ['PreToolUse'],
      lost: expect.arrayContaining([{ event: 'Stop', part: null, instead: 'it is not registered' }]) as unknown,
    });
    const { agents } = JSON.parse((await place.run(['list', '--json'])).stdout) as { readonly agents: unknown };
    expect(agents).toEqual([{ id: 'claude', scope: 'user', events: ['PreToolUse'] }]);
    expect((await place.run(['list'])).stdout).toContain('connected: claude (user, 1 event)');
    const { stdout } = await place.run(['connect', '--list'], { env: { PATH } });
    expect(stdout).toMatch(/^claude +2\.1\.325 +[\d.]+ +connected \(user, 1 event\) +a permission /m);
  });
});

describe('adopt', () => {
  const HOOKS = `{
  "model": "a",
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "grep -q force && { echo no >&2; exit 2; }; exit 0" }] }
    ]
  }
}
`;

  it('moves hooks into the project, where they decide, and moves them back', async () => {
    const place = makePlace({ [SETTINGS]: HOOKS });
    await place.run(['connect', 'claude', '--yes', '--via', 'command', '--events', 'PreToolUse']);
    const connected = textOf(place);
    const moved = await place.run(['adopt', 'claude', '--to', 'qoder', '--yes']);
    expect(moved).toMatchObject({ status: 0, stderr: '' });
    expect(moved.stdout).toContain('1 of 1 hooks converted');
    expect(textOf(place)).not.toContain('force');
    expect(handlerOf(place, 'PreToolUse').args).toContain('--entry');
    const fired = await place.run([
      'fire',
      '--dialect',
      'qoder',
      '--trust-hooks',
      '--event',
      'PreToolUse',
      '--tool',
      'Bash',
      '--input',
      '{"command":"git push --force"}',
    ]);
    expect(fired).toMatchObject({ status: 2, stderr: expect.stringContaining('no') as string });
    const back = await place.run(['adopt', '--undo', '--yes']);
    expect(back.stdout).toContain('The hooks are back');
    expect(textOf(place)).toBe(connected);
    expect(existsSync(join(place.project, '.qoder'))).toBe(false);
    await place.run(['disconnect', 'claude', '--yes']);
    expect(textOf(place)).toBe(HOOKS);
  });

  it('moves nothing out of an agent that is not connected: the hooks would not run there', async () => {
    const place = makePlace({ [SETTINGS]: HOOKS });
    const { status, stderr } = await place.run(['adopt', 'claude', '--yes']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('Claude Code is not connected') as string]);
    const dry = await place.run(['adopt', 'claude', '--dry-run']);
    expect(dry).toMatchObject({ status: 0, stdout: expect.stringContaining('would be made') as string });
    expect(textOf(place)).toBe(HOOKS);
  });

  it('undoes nothing when a file has changed since, and names it', async () => {
    const place = makePlace({ [SETTINGS]: HOOKS });
    expect(await place.run(['adopt', '--undo', '--yes'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('nothing was adopted') as string,
    });
    await place.run(['connect', 'claude', '--yes', '--events', 'PreToolUse']);
    await place.run(['adopt', 'claude', '--to', 'qoder', '--yes']);
    writeFileSync(join(place.project, '.qoder/settings.json'), '{}');
    const { status, stderr } = await place.run(['adopt', '--undo', '--yes']);
    expect(status).toBe(1);
    expect(stderr).toContain('.qoder/settings.json changed since');
  });

  it('has nothing to do with entries of connect', async () => {
    const place = makePlace();
    await place.run(['connect', 'claude', '--yes']);
    const { status, stdout } = await place.run(['adopt', 'claude', '--yes']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('has no hooks') as string]);
  });
});
