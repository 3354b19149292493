import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLE, eventually, makePlace, type Place } from '../testing/place.ts';
import { needs } from '../../../../test/support/programs.ts';

const guard = (bash: string, event = 'pre_tool_use') => ({
  'project/.polytoken/hooks.json': [{ name: 'guard', event, handler: { bash } }],
});
const TOOL = ['--event', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}'];
const fire = (place: Place, ...words: string[]) => place.run(['fire', ...TOOL, '--trust-hooks', ...words]);

describe('fire', () => {
  it('exits 2 with the reason alone on stderr when a hook blocks', async () => {
    const place = makePlace(guard('echo hands off; exit 2'));
    const result = await fire(place, '--json');
    expect(result).toMatchObject({ status: 2, stderr: 'hands off\n' });
    expect(JSON.parse(result.stdout)).toMatchObject({
      event: 'PreToolUse',
      decision: 'block',
      block: { effect: 'deny_tool', reason: 'hands off' },
      updatedInput: null,
      extra: {},
      diagnostics: [],
    });
    expect(result.stdout.trimEnd()).not.toContain('\n');
  });

  it('tells a person the decision, each hook and how to ask why, but nothing that the hook printed', async () => {
    const answer = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"seen"}}';
    const place = makePlace({
      'project/.qoder/settings.json': { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: './h.sh' }] }] } },
      'project/h.sh': `#!/bin/sh\necho NOISE >&2; echo '${answer}'\n`,
    });
    const result = await fire(place);
    expect(result.status).toBe(0);
    expect(result.stdout).toMatch(/^PreToolUse: nothing decided\n/);
    expect(result.stdout).toMatch(/^ {2}context {2}seen$/m);
    expect(result.stdout).toMatch(/^ {2}passed +[\d.]+ ms +qoder +command +\.qoder\/settings\.json +\S/m);
    expect(result.stdout).toMatch(/^Why: hookline explain last\n$/m);
    expect((await place.run(['explain', 'last'])).stdout).toMatch(/PreToolUse Bash[\s\S]*said: context "seen"/);
    expect(result.stdout + result.stderr).not.toContain('NOISE');
  });

  it('gives hooks the numbers of --set and --input as they were written', async () => {
    const settings = { hooks: { PostToolUse: [{ hooks: [{ type: 'command', command: 'cat >>"$HOME/got"' }] }] } };
    const place = makePlace({ 'home/.qoder/settings.json': settings });
    const flags = ['--tool', 'Bash', '--input', '{"n":1.50}', '--set', 'x=1.0', '--set', 'y=1'];
    await place.run(['fire', '--event', 'PostToolUse', ...flags]);
    const event = '{"hook_event_name":"PostToolUse","tool_name":"Bash","x":2.0,"tool_input":{"n":1e2}}';
    await place.run(['fire', '-', '--set', 'x=1.00'], { input: event });
    await place.run(['fire', '-', '--set', 'x=2', '--set', 'x=12345678901234567890'], {
      input: event,
    });
    await place.run(['fire', '-', '--set', 'x=2'], { input: event });
    const got = readFileSync(join(place.home, 'got'), 'utf8');
    expect([...got.matchAll(/"x": ?([\d.e+]+)/g)].map(([, number]) => number)).toEqual([
      '1.0',
      '1.00',
      '12345678901234567890',
      '2',
    ]);
    expect([...got.matchAll(/"n": ?([\d.e]+)/g)].map(([, number]) => number)).toEqual(['1.50', '1e2', '1e2', '1e2']);
  });

  it('shows what hooks printed only on request', async () => {
    const place = makePlace(guard('echo NOISE >&2'));
    expect((await fire(place, '--debug')).stderr).toContain('stderr: NOISE');
  });

  it('says that hooks of an untrusted project did not run, and how to trust them', async () => {
    const place = makePlace(guard('touch ran.txt'));
    const result = await place.run(['fire', ...TOOL]);
    expect(result.status).toBe(0);
    expect(result.stderr).toMatch(/trust/i);
    expect(existsSync(join(place.project, 'ran.txt'))).toBe(false);
  });

  it('runs nothing and says so when HOOKLINE_DISABLE is set', async () => {
    const place = makePlace(guard('touch ran.txt; exit 2'));
    const result = await place.run(['fire', ...TOOL, '--trust-hooks', '--json'], { env: { HOOKLINE_DISABLE: '1' } });
    expect(result).toMatchObject({ status: 0, stderr: 'hookline: no hook was run: HOOKLINE_DISABLE is set\n' });
    expect(JSON.parse(result.stdout)).toMatchObject({ event: 'PreToolUse', decision: 'none', block: null, hooks: [] });
    expect(existsSync(join(place.project, 'ran.txt'))).toBe(false);
  });

  it('lets flags win over the fields of a file', async () => {
    const place = makePlace(guard('cat > seen.json'));
    writeFileSync(
      join(place.project, 'event.json'),
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: 's',
        cwd: place.project,
        tool_name: 'Read',
        tool_input: { a: 1 },
      }),
    );
    const result = await place.run(['fire', 'event.json', '--tool', 'Write', '--trust-hooks', '--json']);
    expect(result.status).toBe(0);
    expect(JSON.parse(readFileSync(join(place.project, 'seen.json'), 'utf8'))).toMatchObject({
      tool_name: 'Write',
      input: { a: 1 },
    });
  });

  it('takes the project from the event, wherever it is called', async () => {
    const place = makePlace(guard('exit 2'));
    const input = JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: place.project,
      tool_name: 'x',
      tool_input: {},
    });
    expect((await place.run(['fire', '--trust-hooks', '--json'], { input, cwd: place.root })).status).toBe(2);
  });

  it('exits 1 with the outcome when a load was rejected whole, and 2 when something blocked nevertheless', async () => {
    const files = {
      ...guard('exit 0'),
      'project/.polytoken/hooks.json': [{ name: 'x', event: 'nope', handler: { bash: 'exit 0' } }],
    };
    const rejected = await fire(makePlace(files), '--json');
    expect(rejected.status).toBe(1);
    expect(JSON.parse(rejected.stdout)).toMatchObject({ decision: 'none', diagnostics: [{ severity: 'error' }] });
    const settings = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo no >&2; exit 2' }] }] } };
    expect((await fire(makePlace({ ...files, 'project/.qoder/settings.json': settings }), '--json')).status).toBe(2);
  });

  it('loses nothing of a large outcome, however slowly it is read', () => {
    const place = makePlace(guard(`head -c 900000 /dev/zero | tr '\\0' x; exit 2`));
    const line = `${JSON.stringify(process.execPath)} ${JSON.stringify(BUNDLE)} fire --event PreToolUse --tool x --trust-hooks --json 2> /dev/null | { sleep 1; cat; }`;
    const { stdout } = spawnSync('bash', ['-c', line], {
      cwd: place.project,
      env: { PATH: process.env['PATH'], HOME: place.home },
      maxBuffer: 1e8,
      encoding: 'utf8',
    });
    const outcome = JSON.parse(stdout) as { hooks: { stdout: string }[] };
    expect(outcome.hooks[0]?.stdout).toHaveLength(900_000);
  });

  it('does not mind a reader that goes away', async () => {
    const place = makePlace(guard('echo no; exit 2'));
    const line = `{ "${process.execPath}" "${BUNDLE}" fire --event PreToolUse --tool x --trust-hooks --json; echo "status $?" >&2; } | true`;
    const { stderr } = spawnSync('bash', ['-c', line], {
      cwd: place.project,
      env: { PATH: process.env['PATH'], HOME: place.home },
      encoding: 'utf8',
    });
    expect(stderr).toBe('no\nstatus 2\n');
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('takes its running hooks with it on %s', async (signal, status) => {
    const place = makePlace(guard('echo $$ > pid.tmp; mv pid.tmp pid; sleep 60'));
    const child = place.start(['fire', ...TOOL, '--trust-hooks', '--json']);
    const ended = new Promise((resolve) => child.on('exit', (code) => resolve(code)));
    const pid = await eventually(() => readNumber(join(place.project, 'pid')));
    child.kill(signal);
    expect(await ended).toBe(status);
    await eventually(() => (isAlive(pid) ? null : true));
  });

  it('answers prompt hooks with the program that HOOKLINE_MODEL_COMMAND names', async () => {
    const place = makePlace({
      'project/.kolega/hooks.json': {
        schema_version: 1,
        hooks: { UserPromptSubmit: [{ hooks: [{ type: 'prompt', prompt: 'Is this fine? $EVENT' }] }] },
      },
      'model.sh': `#!/usr/bin/env bash\ncat > "$HOME/asked.json"; echo '{"ok": false, "reason": "the model says no", "decision": "block"}'\n`,
    });
    const result = await place.run(
      ['fire', '--event', 'UserPromptSubmit', '--prompt', 'hi', '--trust-hooks', '--json'],
      {
        env: { HOOKLINE_MODEL_COMMAND: join(place.root, 'model.sh') },
      },
    );
    expect(JSON.parse(readFileSync(join(place.home, 'asked.json'), 'utf8'))).toMatchObject({
      kind: 'prompt',
      prompt: expect.stringContaining('Is this fine?'),
    });
    expect(JSON.parse(result.stdout)).toMatchObject({ hooks: [{ handler: 'prompt', exitCode: null }] });
  });
});

describe('background hooks', () => {
  const settings = (command: string, timeout: number) => ({
    'project/.qoder/settings.json': {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command, async: true, timeout }] }] },
    },
  });

  it('go on after fire has answered, with the bytes of the event and without a trace in the temporary folder', async () => {
    const place = makePlace(settings('sleep 3; cat > late.tmp; mv late.tmp late.json', 30));
    const started = Date.now();
    const result = await fire(place, '--json', '--set', 'note=ü');
    expect(Date.now() - started).toBeLessThan(2800);
    expect(JSON.parse(result.stdout)).toMatchObject({ hooks: [{ status: 'background' }] });
    expect(readdirSync(join(place.root, 'tmp')).filter((name) => name.startsWith('hookline-jobs-'))).toEqual([]);
    const late = await eventually(() => readJson(join(place.project, 'late.json')));
    expect(late).toMatchObject({ tool_name: 'Bash', tool_input: { command: 'ls' } });
  });

  it('are still killed at their timeout, and the record tells it', async () => {
    const place = makePlace(settings('echo $$ > pid.tmp; mv pid.tmp pid; sleep 60', 1));
    await fire(place, '--json');
    const pid = await eventually(() => readNumber(join(place.project, 'pid')));
    await eventually(() => (isAlive(pid) ? null : true));
    const recorded = await eventually(async () => {
      const [decision] = (await place.run(['log', '--json'])).stdout.split('\n');
      const { background } = JSON.parse(decision ?? '') as { background: unknown[] };
      return background[0] ?? null;
    });
    expect(recorded).toMatchObject({ status: 'background', fault: { code: 'timeout' } });
  });

  it('go on as well where they have said only in their first line that nothing is to wait for them', async () => {
    const command = `cat > /dev/null; echo '{"async":true}'; while [ ! -e go ]; do sleep 0.05; done; echo late; exit 3`;
    const place = makePlace({
      'home/.claude/settings.json': { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } },
    });
    const result = await fire(place, '--json');
    expect(JSON.parse(result.stdout)).toMatchObject({ decision: 'none', hooks: [{ status: 'background' }] });
    writeFileSync(join(place.project, 'go'), '');
    const recorded = await eventually(async () => {
      const [decision] = (await place.run(['log', '--json'])).stdout.split('\n');
      const { background } = JSON.parse(decision ?? '') as { background: unknown[] };
      return background[0] ?? null;
    });
    // No process but its parent, which is gone, could have been told how it ended.
    const stdout = '{"async":true}\nlate\n';
    expect(recorded).toMatchObject({ status: 'background', stdout, exitCode: null, signal: null, fault: null });
  });

  it('are waited for with --wait', async () => {
    const place = makePlace(settings('sleep 0.3; echo done > late.txt', 30));
    const result = await fire(place, '--json', '--wait');
    expect(readFileSync(join(place.project, 'late.txt'), 'utf8')).toBe('done\n');
    expect(JSON.parse(result.stdout)).toMatchObject({ hooks: [{ status: 'background', exitCode: 0 }] });
  });
});

describe('at a terminal', () => {
  const atTerminal = (place: Place, line: string, env: Record<string, string> = {}) =>
    spawnSync('script', ['-qec', line, '/dev/null'], {
      cwd: place.project,
      env: { PATH: process.env['PATH'], HOME: place.home, TERM: 'xterm', ...env },
      input: '',
      encoding: 'utf8',
    });

  it('fire without an event does not wait for one, and colours obey NO_COLOR', needs('script'), () => {
    const place = makePlace(guard('exit 0'));
    const waiting = atTerminal(place, `"${process.execPath}" "${BUNDLE}" fire`);
    expect(waiting).toMatchObject({ status: 1, stdout: expect.stringContaining('no event: name a file') });
    const line = `"${process.execPath}" "${BUNDLE}" list`;
    expect(atTerminal(place, line).stdout).toContain('\u001b[');
    expect(atTerminal(place, line, { NO_COLOR: '1' }).stdout).not.toContain('\u001b[');
  });
});

function readNumber(path: string): number | null {
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : null;
}

function readJson(path: string): unknown {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
