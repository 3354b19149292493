import { EVENT_NAMES } from '@hookline/core/internal';
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually, makePlace, trustAsPerson } from '../testing/place.ts';

const TWO_HOOKS = {
  'project/.polytoken/hooks.json': [
    { name: 'matching', event: 'pre_tool_use', matcher: 'Ba*', handler: { bash: 'echo a >> log.txt' } },
    { name: 'other', event: 'pre_tool_use', matcher: 'Write', handler: { bash: 'echo b >> log.txt' } },
  ],
};

/** A guard that is silently absent: one of its hooks has no script, and one name of its matcher is no tool. */
const ABSENT_GUARD = {
  'project/.kolega/hooks.json': `{
  "schema_version": 1,
  "hooks": {
    "PreToolUse": [
      { "matcher": "run_comand|run_command",
        "hooks": [
          { "type": "command", "command": "true" },
          { "type": "command", "command": "./guard.sh" }
        ] }
    ]
  }
}
`,
};

describe('list', () => {
  it('counts what is armed, and says why the rest is not', async () => {
    const place = makePlace(TWO_HOOKS);
    const before = await place.run(['list']);
    expect(before).toMatchObject({ status: 0, stdout: expect.stringMatching(/armed 0 of 2\n$/) });
    expect(before.stdout + before.stderr).toMatch(/trust/i);
    await trustAsPerson(place);
    const after = await place.run(['list']);
    expect(after).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/polytoken \(.+\)\n(.*\n)*armed 2 of 2\n$/),
      stderr: '',
    });
    expect(after.stdout).toMatch(/pre_tool_use +Ba\* +command +\.polytoken\/hooks\.json +matching/);
  });

  it('and trust see the folder that they are called in, where it is below the project', async () => {
    const refusal = (reason: string) => ({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: `echo ${reason} >&2; exit 2` }] }] },
    });
    const place = makePlace({
      'project/.git/HEAD': 'x',
      'project/.codex/hooks.json': { hooks: {} },
      'project/sub/.codex/hooks.json': refusal('below'),
    });
    await trustAsPerson(place);
    const cwd = join(place.project, 'sub');
    const event = { hook_event_name: 'PreToolUse', cwd, tool_name: 'Bash', tool_input: { command: 'ls' } };
    const fire = () => place.run(['fire', '-', '--project', place.project, '--json'], { input: JSON.stringify(event) });
    const before = await fire();
    expect(before.status).toBe(0);
    expect(before.stdout).toContain(`in ${cwd}: see what differs`);
    expect((await place.run(['list', '--project', place.project], { cwd })).stdout).toMatch(/armed 0 of 1\n$/);
    expect((await place.run(['trust', '--unattended', '--project', place.project], { cwd })).status).toBe(0);
    expect((await place.run(['list', '--project', place.project], { cwd })).stdout).toMatch(/armed 1 of 1\n$/);
    expect((await fire()).status).toBe(2);
  });

  it('counts entries that could not be loaded', async () => {
    const place = makePlace({
      'project/.kolega/hooks.json': {
        schema_version: 1,
        hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }, { type: 'command' }] }] },
      },
    });
    await trustAsPerson(place);
    expect(JSON.parse((await place.run(['list', '--json'])).stdout)).toMatchObject({
      hooks: [{ dialect: 'kolega', event: 'Stop', matcher: null, handler: 'command', armed: true, why: null }],
      armed: 1,
      total: 2,
      diagnostics: [{ severity: 'error', file: '.kolega/hooks.json' }],
    });
  });

  it('names a script that is missing and a tool that does not exist, and exits with 0', async () => {
    const place = makePlace(ABSENT_GUARD);
    await trustAsPerson(place);
    const { status, stderr } = await place.run(['list']);
    expect(status).toBe(0);
    expect(stderr.split('\n').filter((line) => !line.startsWith(' '))).toEqual([
      '.kolega/hooks.json:5:20 warning: Kolega Code has no tool "run_comand"; did you mean "run_command"?',
      '.kolega/hooks.json:8:43 error: hook "./guard.sh" cannot be started: guard.sh does not exist',
      '',
    ]);
    const { diagnostics, armed } = JSON.parse((await place.run(['list', '--json'])).stdout) as never;
    expect({ diagnostics, armed }).toMatchObject({
      armed: 2,
      diagnostics: [
        { severity: 'warning', file: '.kolega/hooks.json', line: 5, column: 20 },
        { severity: 'error', file: '.kolega/hooks.json', line: 8, column: 43 },
      ],
    });
  });

  it('says when there are none', async () => {
    expect(await makePlace().run(['list'])).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^No hooks here\./),
      stderr: '',
    });
  });
});

describe('validate', () => {
  it('exits with 1 for a guard that is absent, and shows its places', async () => {
    const place = makePlace(ABSENT_GUARD);
    const { status, stdout } = await place.run(['validate']);
    expect(status).toBe(1);
    expect(stdout).toContain(`> 8 |           { "type": "command", "command": "./guard.sh" }\n    |${' '.repeat(43)}^`);
    expect(stdout).toContain('1 error, 1 warning');
  });

  it('exits with 0 for a name that only embedding hosts use, and notes it', async () => {
    const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true' }] }] };
    const place = makePlace({ 'project/.kolega/hooks.json': { schema_version: 1, hooks } });
    const { status, stdout } = await place.run(['validate']);
    expect(status).toBe(0);
    expect(stdout).toContain('info: Kolega Code has no tool "Bash"');
    expect(stdout).toContain('it calls it execute_terminal_command, run_command, run_command_tracked');
  });
});

describe('explain', () => {
  it('says for each hook whether and why it would run, and runs nothing', async () => {
    const place = makePlace(TWO_HOOKS);
    await trustAsPerson(place);
    const words = ['explain', '--event', 'PreToolUse', '--tool', 'Bash'];
    const explained = JSON.parse((await place.run([...words, '--json'])).stdout) as unknown;
    expect(explained).toMatchObject({
      event: 'PreToolUse',
      hooks: [
        { name: 'matching', runs: true, order: 1, why: expect.any(String) },
        { name: 'other', runs: false, order: null, why: expect.any(String) },
      ],
      diagnostics: [],
    });
    expect(await place.run(words)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /1 of 2 hooks would run\n\nWould run.*\n +# .*NAME\n +1\. .*matching\n.*\n\nWould not run:\n +# .*NAME\n +- .*other\n/,
      ),
    });
    expect(existsSync(join(place.project, 'log.txt'))).toBe(false);
  });
});

describe('validate', () => {
  const BROKEN =
    '[\n  { "name": "a", "event": "stop", "handler": { "bash": "exit 0" } },\n  { "name": "b", "event": "stopp", "handler": { "bash": "exit 0" } }\n]\n';

  it('shows place, lines and hint of each problem and exits 1', async () => {
    const place = makePlace({ 'project/.polytoken/hooks.json': BROKEN });
    const result = await place.run(['validate']);
    expect(result.status).toBe(1);
    expect(result.stdout).toMatch(/^\.polytoken\/hooks\.json:3:\d+ error: .*stopp/);
    expect(result.stdout).toMatch(/^> 3 \| .*stopp.*\n +\| +\^$/m);
    expect(await place.run(['validate', '--reporter', 'github'])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^::error file=\.polytoken\/hooks\.json,line=3,col=\d+::/),
    });
    expect(JSON.parse((await place.run(['validate', '--json'])).stdout)).toMatchObject({ diagnostics: [{ line: 3 }] });
  });

  it('exits 0 where all is well, and looks only at the files that it is given', async () => {
    const place = makePlace({ ...TWO_HOOKS, 'project/.kolega/hooks.json': 'broken' });
    expect(await place.run(['validate', '.polytoken/hooks.json'])).toEqual({
      status: 0,
      stdout: 'No problems found.\n',
      stderr: '',
    });
    expect((await place.run(['validate'])).status).toBe(1);
    expect((await place.run(['validate', 'no-such-file.json'])).status).toBe(1);
  });
});

describe('trust', () => {
  it('covers files, notices changes, is listed and can be taken back', async () => {
    const place = makePlace({
      'project/.kolega/hooks.json': {
        schema_version: 1,
        hooks: { Stop: [{ hooks: [{ type: 'command', command: './h.sh' }] }] },
      },
      'project/h.sh': '#!/bin/sh\nexit 0\n',
    });
    expect((await place.run(['trust'])).stdout).toMatch(/^Trusted .*\nIt covers:\n(.*\n)* {2}h\.sh +[0-9a-f]{12}\+x\n/);
    expect((await place.run(['trust'])).stdout).toContain('is trusted already.');
    appendFileSync(join(place.project, 'h.sh'), 'exit 0\n');
    expect((await place.run(['trust', '--list'])).stdout).toMatch(/^changed +/);
    expect((await place.run(['trust', '--show'])).stdout).toMatch(
      /has changed since it was trusted\.\n(.*\n)* {2}h\.sh .*changed$/m,
    );
    expect((await place.run(['trust', '--list'])).stdout).toMatch(/^changed +/);
    expect((await place.run(['trust'])).stdout).toMatch(/^ {2}h\.sh +[0-9a-f]{12}\+x +changed$/m);
    expect(JSON.parse((await place.run(['trust', '--list', '--json'])).stdout)).toMatchObject({
      projects: [{ path: place.project, digest: expect.any(String), state: 'trusted' }],
    });
    expect((await place.run(['untrust'])).stdout).toBe(`${place.project} is no longer trusted\n`);
    expect((await place.run(['untrust'])).stdout).toBe(`${place.project} was not trusted\n`);
    expect((await place.run(['trust', '--list'])).stdout).toBe('No project is trusted.\n');
  });

  it('may be given to a project without hooks', async () => {
    expect(await makePlace().run(['trust'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Trusted .*: it has no hooks of its own/),
      stderr: '',
    });
  });

  it.each([[['trust']], [['untrust']], [['fire', '--event', 'Stop', '--trust-hooks']]])(
    '%j is refused inside a hook',
    async (words) => {
      const place = makePlace(TWO_HOOKS);
      const result = await place.run(words, { env: { HOOKLINE_RUN: 'run-1' } });
      expect(result).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('refused inside a hook') });
      expect((await place.run(['trust', '--list'])).stdout).toBe('No project is trusted.\n');
    },
  );
});

describe('events', () => {
  it('shows each event with its native names and what a block does', async () => {
    const place = makePlace();
    const { stdout } = await place.run(['events']);
    expect(stdout).toMatch(/^PreToolUse\n( {2}.*\n)* {2}agent-hooks +before_tool +waits +block: deny_tool$/m);
    const { events } = JSON.parse((await place.run(['events', '--json'])).stdout) as { events: unknown[] };
    expect(events).toHaveLength(EVENT_NAMES.length);
  });
});

describe('log', () => {
  it('shows what was decided, newest last', async () => {
    const place = makePlace({
      'project/.polytoken/hooks.json': [
        { name: 'guard', event: 'pre_tool_use', matcher: 'Write', handler: { bash: 'echo hands off; exit 2' } },
      ],
    });
    for (const tool of ['Read', 'Write']) {
      await place.run(['fire', '--event', 'PreToolUse', '--tool', tool, '--session', 's-1', '--trust-hooks', '--json']);
    }
    await place.run(['fire', '--event', 'Stop', '--session', 's-2', '--json']);
    const { status, stdout } = await place.run(['log']);
    expect(status).toBe(0);
    expect(stdout.match(/PreToolUse|Stop/g)).toEqual(['PreToolUse', 'PreToolUse', 'Stop']);
    expect(stdout).toContain('hands off');
    const lines = (await place.run(['log', '--json', '--session', 's-1', '--limit', '1'])).stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { event: 'PreToolUse', session: 's-1', status: 'done', outcome: { decision: 'block' } },
    ]);
    expect((await place.run(['log', '--event', 'Stop', '--since', '1h'])).stdout.match(/PreToolUse|Stop/g)).toEqual([
      'Stop',
    ]);
  });

  it('goes on with what is decided while it follows, until the reader is gone', async () => {
    const place = makePlace();
    const fire = (session: string) => place.run(['fire', '--event', 'Stop', '--session', session, '--json']);
    await fire('before');
    const child = place.start(['log', '--follow', '--json']);
    const seen: string[] = [];
    child.stdout?.on('data', (chunk: Buffer) => seen.push(...(chunk.toString().match(/"session":"\w+"/g) ?? [])));
    await eventually(() => (seen.length === 1 ? true : null));
    await fire('after');
    await eventually(() => (seen.length === 2 ? true : null));
    expect(seen).toEqual(['"session":"before"', '"session":"after"']);
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.stdout?.destroy();
    await fire('unread');
    expect(await ended).toBe(0);
  });

  it('is empty at first', async () => {
    expect(await makePlace().run(['log'])).toMatchObject({
      status: 0,
      stdout: '',
      stderr: expect.stringContaining('No matching decision'),
    });
  });
});
