import { appendFileSync, chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { configurationFiles } from '@hookline/core/internal';
import { makePlace, type Place, trustAsPerson } from '../../packages/cli/src/testing/place.ts';
import { DIALECT_IDS } from '../support/dialect-ids.ts';
import { unpin } from '../support/older-pin.ts';
import { FORGETFUL, LAYOUTS, SOUND } from './prove-bench.ts';

interface Check {
  readonly area: string;
  readonly name: string;
  readonly status: string;
  readonly text: string;
  readonly hint: string | null;
}

const PATH = '/usr/local/bin:/usr/bin:/bin';

async function examined(place: Place, env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = await place.run(['doctor', '--json'], { env: { PATH, ...env } });
  expect(stderr).toBe('');
  const { ok, checks } = JSON.parse(stdout) as { readonly ok: boolean; readonly checks: readonly Check[] };
  expect(status).toBe(ok ? 0 : 1);
  return { checks, problems: checks.filter((check) => check.status === 'warning' || check.status === 'error') };
}

/** A trusted project with a guard of kolega. */
async function guarded(script = SOUND): Promise<Place> {
  const files = Object.entries({ ...LAYOUTS['kolega']?.(script) });
  const place = makePlace(Object.fromEntries(files.map(([name, content]) => [`project/${name}`, content])));
  await trustAsPerson(place);
  return place;
}

const guardOf = (place: Place): string => join(place.project, 'hooks/guard.sh');
const stateOf = (place: Place): string => join(place.home, '.local/state/hookline');
const HOOK = 'kolega:project:PreToolUse[0].hooks[0]';

describe('hookline doctor before anybody has trusted the project', () => {
  it('names the scripts that are missing and the tools that do not exist', async () => {
    const hooks = { PreToolUse: [{ matcher: 'run_comand', hooks: [{ type: 'command', command: './gone.sh' }] }] };
    const place = makePlace({ 'project/.kolega/hooks.json': { schema_version: 1, hooks } });
    const { problems } = await examined(place);
    expect(problems.map(({ area, name, status, text }) => `${area} ${status} ${name} ${text}`)).toEqual(
      expect.arrayContaining([
        'hooks warning .kolega/hooks.json:1:55 Kolega Code has no tool "run_comand"; did you mean "run_command"?',
        'programs error .kolega/hooks.json:1:105 hook "./gone.sh" cannot be started: gone.sh does not exist',
      ]),
    );
  });
});

describe('hookline doctor on a sound set-up', () => {
  it('finds nothing wrong and exits with 0', async () => {
    const place = await guarded();
    const { status, stdout, stderr } = await place.run(['doctor'], { env: { PATH } });
    expect({ status, stderr, last: stdout.trimEnd().split('\n').at(-1) }).toEqual({
      status: 0,
      stderr: '',
      last: 'Nothing is wrong.',
    });
  });

  it('shows every place that is looked at in each system', async () => {
    const place = await guarded();
    const { checks } = await examined(place);
    const files = checks.filter(({ area }) => area === 'files').map(({ name, text }) => `${name} ${text}`);
    const looked = configurationFiles({ project: place.project, home: place.home, env: {} });
    expect(looked.length).toBeGreaterThan(DIALECT_IDS.length);
    expect(files).toEqual(
      looked.map(({ dialect, scope, path }) => {
        const isThere = path === join(place.project, '.kolega/hooks.json');
        return `${dialect} ${scope} ${path}: ${isThere ? 'found' : 'absent'}`;
      }),
    );
  });

  it('shows versions, state, record, hooks, trust, programs, server, variables, PATH, disk and clock', async () => {
    const place = await guarded();
    await place.run(['fire', '--event', 'Stop']);
    const { checks, problems } = await examined(place);
    expect(problems).toEqual([]);
    expect([...new Set(checks.map(({ area }) => area))]).toEqual([
      'versions',
      'state',
      'record',
      'files',
      'hooks',
      'trust',
      'programs',
      'server',
      'environment',
      'PATH',
      'machine',
    ]);
    const told = new Map(checks.map(({ area, name, text }) => [`${area} ${name}`, text]));
    expect([told.get('hooks hooks'), told.get('trust project'), told.get('programs programs')]).toEqual([
      '1 of 1 armed',
      'trusted, 2 files',
      '1 of 1 can be started',
    ]);
    expect(told.get('record chain')).toBe('2 lines, nothing was edited, removed or moved');
    expect(told.get('versions node')).toBe(process.version);
  });

  it('tells a server that listens from a socket that was left behind', async () => {
    const place = await guarded();
    const socket = join(place.root, 'server.sock');
    const server = createServer().listen(socket);
    onTestFinished(() => void server.close());
    const { checks } = await examined(place, { HOOKLINE_SOCKET: socket });
    expect(checks.find(({ name }) => name === 'server')).toMatchObject({ status: 'ok', text: `running (${socket})` });
    const dead = join(place.root, 'dead.sock');
    writeFileSync(dead, '');
    expect((await examined(place, { HOOKLINE_SOCKET: dead })).problems).toEqual([
      {
        area: 'server',
        name: 'server',
        status: 'warning',
        text: `no server listens at ${dead}`,
        hint: 'start it again: hookline serve --background',
      },
    ]);
  });
});

describe('hookline doctor finds', () => {
  const problem = async (place: Place, env: Readonly<Record<string, string>> = {}): Promise<readonly unknown[]> =>
    (await examined(place, env)).problems.map(({ status, name, text, hint }) => [status, name, text, hint]);

  it('hooks that are switched off altogether', async () => {
    expect(await problem(await guarded(), { HOOKLINE_DISABLE: '1' })).toEqual([
      ['error', 'HOOKLINE_DISABLE', 'is 1: NO HOOK RUNS AT ALL', 'unset HOOKLINE_DISABLE'],
    ]);
  });

  it('a variable that is spelled wrong', async () => {
    expect(await problem(await guarded(), { HOOKLINE_STATE_DIRS: '/x' })).toEqual([
      ['warning', 'HOOKLINE_STATE_DIRS', 'is not a variable of hookline', 'did you mean HOOKLINE_STATE_DIR?'],
    ]);
  });

  it('a PATH that leads to the working directory', async () => {
    expect(await problem(await guarded(), { PATH: `bin:${PATH}:` })).toEqual([
      ['warning', 'bin', 'is relative: a script finds programs of the folder that it runs in', 'take it out of PATH'],
      [
        'warning',
        'an empty entry',
        'is relative: a script finds programs of the folder that it runs in',
        'take it out of PATH',
      ],
    ]);
  });

  it('a folder of PATH that everybody can write', async () => {
    const place = await guarded();
    const open = join(place.root, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    expect(await problem(place, { PATH: `${PATH}:${open}` })).toEqual([
      ['error', open, 'everybody on this machine can put programs there', `run: chmod o-w ${open}`],
    ]);
  });

  it('a script that is gone', async () => {
    const place = makePlace({ 'project/.kolega/hooks.json': LAYOUTS['kolega']?.('')['.kolega/hooks.json'] });
    await trustAsPerson(place);
    expect(await problem(place)).toEqual([
      [
        'error',
        HOOK,
        `cannot be started: ${guardOf(place)} does not exist`,
        'fix or remove the hook, then run: hookline prove',
      ],
    ]);
  });

  it('a script that is not executable', async () => {
    const place = await guarded();
    chmodSync(guardOf(place), 0o644);
    await trustAsPerson(place);
    expect(await problem(place)).toEqual([
      [
        'error',
        HOOK,
        `cannot be started: ${guardOf(place)} is not executable: run chmod +x ${guardOf(place)}`,
        'fix or remove the hook, then run: hookline prove',
      ],
    ]);
  });

  it('a script that everybody can change', async () => {
    const place = await guarded();
    chmodSync(guardOf(place), 0o777);
    await trustAsPerson(place);
    expect(await problem(place)).toEqual([
      ['error', guardOf(place), 'everybody on this machine can change it', `run: chmod go-w ${guardOf(place)}`],
    ]);
  });

  it('a script that needs jq where there is none', async () => {
    const place = await guarded(FORGETFUL);
    const bare = join(place.root, 'bare');
    mkdirSync(bare);
    symlinkSync('/bin/bash', join(bare, 'bash'));
    expect(await problem(place, { PATH: bare })).toEqual([
      ['error', HOOK, 'uses jq, which is not on PATH', 'install jq'],
    ]);
  });

  it('an interpreter that is a shim, which is worth knowing and nothing wrong', async () => {
    const place = makePlace({
      'project/guard.py': 'print()\n',
      'project/.kolega/hooks.json': {
        schema_version: 1,
        hooks: { Stop: [{ hooks: [{ type: 'command', command: 'python3 guard.py' }] }] },
      },
      'shims/python3': '#!/bin/bash\necho Python 3.11.0\n',
    });
    await trustAsPerson(place);
    const shims = join(place.root, 'shims');
    const { checks, problems } = await examined(place, { PATH: `${shims}:${PATH}` });
    expect(problems).toEqual([]);
    expect(checks).toContainEqual({
      area: 'programs',
      name: 'kolega:project:Stop[0].hooks[0]',
      status: 'info',
      text: `runs through the shim ${shims}/python3: which program that starts depends on the folder`,
      hint: null,
    });
  });

  it('a file that counts only since a later version than the one that trusted the project', async () => {
    const place = await guarded();
    unpin('hooks/guard.sh', stateOf(place));
    const text =
      'trusted by an earlier version of hookline that covered less; of these only what is written from then on is noticed: hooks/guard.sh';
    const hint = 'look, then trust it: hookline trust --show; hookline trust';
    expect(await problem(place)).toEqual([['warning', 'project', text, hint]]);
  });

  it('a project that is not trusted, and one that has changed since', async () => {
    const place = await guarded();
    appendFileSync(guardOf(place), '# changed\n');
    const hint = 'look, then trust it: hookline trust --show; hookline trust';
    expect(await problem(place)).toEqual([
      ['warning', 'project', 'what was trusted is in force; the files differ from it: hooks/guard.sh', hint],
      [
        'error',
        'hooks/guard.sh',
        expect.stringMatching(/^withheld: hook .* changed since it was trusted: hooks.guard.sh/),
        hint,
      ],
    ]);
    await place.run(['untrust', '--unattended']);
    expect(await problem(place)).toEqual([['warning', 'project', 'not trusted: none of its own hooks runs', hint]]);
  });

  it('text of a HOOK.md that is not as it was trusted, which is worth knowing and nothing wrong', async () => {
    const hookFile = (description: string): string =>
      `---\nname: guard\ndescription: ${description}\ntrigger: before_tool\n---\n`;
    const file = '.agents/hooks/guard/HOOK.md';
    const place = makePlace({
      [`project/${file}`]: hookFile('Guards.'),
      'project/.agents/hooks/guard/scripts/run': '#!/bin/sh\nexit 0\n',
    });
    await trustAsPerson(place);
    writeFileSync(join(place.project, file), hookFile('Guards a lot.'));
    const { checks } = await examined(place);
    expect(checks.filter(({ area }) => area === 'trust')).toEqual([
      {
        area: 'trust',
        name: 'project',
        status: 'info',
        text: `trusted; nothing that runs differs, but text does: ${file}`,
        hint: null,
      },
    ]);
    const { stderr } = await place.run(['list']);
    expect(stderr).toContain('the text of this definition is not as it was trusted; nothing that runs differs');
  });

  it('a configuration with a mistake, at its place', async () => {
    const place = makePlace({
      'home/.config/polytoken/hooks.json': '[{"name":"x","event":"pre_tool","handler":{"bash":"true"}}]',
    });
    expect(await problem(place)).toMatchObject([
      [
        'error',
        `${place.home}/.config/polytoken/hooks.json:1:22`,
        expect.stringContaining('unknown event "pre_tool"'),
        expect.any(String),
      ],
    ]);
  });

  it('a state folder that is open to others', async () => {
    const place = await guarded();
    chmodSync(stateOf(place), 0o755);
    expect(await problem(place)).toEqual([
      ['warning', 'folder', `other users can read ${stateOf(place)}`, `run: chmod 700 ${stateOf(place)}`],
    ]);
    chmodSync(stateOf(place), 0o777);
    expect(await problem(place)).toContainEqual([
      'error',
      'folder',
      `others can write to ${stateOf(place)}: no trust that is stored there counts`,
      `run: chmod 700 ${stateOf(place)}`,
    ]);
  });

  it('a record that was edited, and a key that is not there', async () => {
    const place = await guarded();
    await place.run(['fire', '--event', 'Stop']);
    appendFileSync(join(stateOf(place), 'record/hookline.jsonl'), '{"forged":true}\n');
    expect(await problem(place)).toEqual([
      ['error', 'chain', '1 findings in 3 lines', 'look at them: hookline log --verify'],
    ]);
    const key = join(place.root, 'key');
    expect(await problem(place, { HOOKLINE_RECORD_KEY_FILE: key })).toContainEqual([
      'error',
      'key',
      `${key} cannot be found`,
      'correct HOOKLINE_RECORD_KEY_FILE, or unset it',
    ]);
  });
});

describe('hookline doctor runs', () => {
  it('no hook, whether trusted or not', async () => {
    const place = await guarded('#!/bin/bash\ntouch "$HOME/ran"\n');
    await examined(place);
    await place.run(['untrust', '--unattended']);
    await examined(place);
    expect(existsSync(join(place.home, 'ran'))).toBe(false);
  });

  it('no program that lies in a project which is not trusted', async () => {
    const place = makePlace({
      'project/bin/jq': '#!/bin/bash\ntouch "$HOME/ran"\necho jq-1.7\n',
      'project/.kolega/hooks.json': LAYOUTS['kolega']?.('')['.kolega/hooks.json'],
    });
    const { checks } = await examined(place, { PATH: `${join(place.project, 'bin')}:${PATH}` });
    expect(existsSync(join(place.home, 'ran'))).toBe(false);
    expect(checks.find(({ name }) => name === 'jq')?.text).toBe(
      `${place.project}/bin/jq, not started: it lies in the project`,
    );
  });

  it('within a hook, and says that no hook runs there', async () => {
    const { problems } = await examined(await guarded(), { HOOKLINE_RUN: 'x' });
    expect(problems.map(({ text }) => text)).toEqual(['this was called inside a hook, where no hook runs']);
  });
});

describe('hookline doctor on hooks that are not in force', () => {
  it('calls a bad entry of a gate a hole, and names the switch that turns hooks off', async () => {
    const good = { hooks: [{ type: 'command', command: 'true' }] };
    const { problems } = await examined(
      makePlace({ 'home/.claude/settings.json': { hooks: { PreToolUse: [{ hooks: [{ type: 'command' }] }, good] } } }),
    );
    expect(problems.map(({ status, text }) => [status, text.slice(0, 38)])).toContainEqual([
      'error',
      'a hole: nothing of this file applies, ',
    ]);
    const off = makePlace({ 'home/.claude/settings.json': { disableAllHooks: true, hooks: { PreToolUse: [good] } } });
    expect((await examined(off)).problems.map(({ name, text }) => [name, text])).toContainEqual([
      'claude:user:PreToolUse[0].hooks[0]',
      `not armed: disableAllHooks in ${join(off.home, '.claude/settings.json')} switches it off`,
    ]);
  });

  it('does not complain of a skill that is not in use', async () => {
    const place = makePlace({
      'home/.claude/skills/deploy/SKILL.md':
        '---\nname: deploy\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: "true"\n---\n',
    });
    const { checks, problems } = await examined(place);
    expect(problems).toEqual([]);
    expect(checks.find(({ name }) => name === 'claude:session:skill:deploy:Stop[0].hooks[0]')?.text).toBe(
      'not armed: it runs only while the skill "deploy" is in use',
    );
  });
});

describe('hookline doctor on a guard that refuses where nothing can be stopped', () => {
  const REFUSING = '#!/bin/sh\necho "not yet" >&2\nexit 1\n';
  const onEvents = (...events: readonly string[]) => ({
    'project/guard.sh': REFUSING,
    'project/.kode/config.yaml': `hooks:\n${events.map((event) => `  ${event}:\n    - exec: ./guard.sh\n`).join('')}`,
  });
  const voids = async (place: Place): Promise<readonly Partial<Check>[]> =>
    (await examined(place)).problems
      .filter(({ text }) => text.startsWith('refuses nothing'))
      .map(({ name, status, text, hint }) => ({ name, status, text, hint }));

  it('says so from its script alone', async () => {
    const place = makePlace(onEvents('session_end'));
    await trustAsPerson(place);
    expect(await voids(place)).toEqual([
      {
        name: 'kode:project:session_end[0]',
        status: 'warning',
        text: 'refuses nothing: kode lets no hook stop session_end, and it refuses (seen in guard.sh)',
        hint: 'put it on an event that can be stopped: hookline events --dialect kode',
      },
    ]);
  });

  it('says nothing of a script that also guards an event that can be stopped, until a run shows it', async () => {
    const place = makePlace(onEvents('session_end', 'tool_call_pre'));
    await trustAsPerson(place);
    expect(await voids(place)).toEqual([]);
    await place.run(['fire', '-'], { input: JSON.stringify({ hook_event_name: 'SessionEnd', session_id: 's' }) });
    expect((await voids(place)).map(({ text }) => text)).toEqual([
      'refuses nothing: kode lets no hook stop session_end, and it refuses (seen in 1 recorded run)',
    ]);
  });

  it('says it of a guard that runs in the background', async () => {
    const hook = { type: 'command', command: './guard.sh', async: true };
    const place = makePlace({
      'project/guard.sh': '#!/bin/sh\nexit 2\n',
      'project/.qoder/settings.json': { hooks: { PreToolUse: [{ hooks: [hook] }] } },
    });
    await trustAsPerson(place);
    expect((await voids(place)).map(({ text }) => text)).toEqual([
      'refuses nothing: nothing waits for a hook in the background, and it refuses (seen in guard.sh)',
    ]);
  });

  it('says it of a guard that answers in the words of another system, unless its failures refuse', async () => {
    const hook = { type: 'command', command: './guard.sh' };
    const files = (entry: object) => ({
      'project/guard.sh': `#!/bin/sh\necho '{"decision": "deny"}'\n`,
      'project/.claude/settings.json': { hooks: { PreToolUse: [{ hooks: [entry] }] } },
    });
    const place = makePlace(files(hook));
    await trustAsPerson(place);
    expect(await voids(place)).toEqual([
      {
        name: 'claude:project:PreToolUse[0].hooks[0]',
        status: 'warning',
        text: 'refuses nothing: "decision":"deny" means nothing to claude (seen in guard.sh)',
        hint: 'answer in the words of claude, or exit with 2: docs/reference/dialects/claude.md',
      },
    ]);
    const closed = makePlace(files({ ...hook, onFailure: 'block' }));
    await trustAsPerson(closed);
    expect(await voids(closed)).toEqual([]);
  });

  it('says nothing of a hook that only writes a log', async () => {
    const place = makePlace({ ...onEvents('session_end'), 'project/guard.sh': '#!/bin/sh\ncat >> log; exit 0\n' });
    await trustAsPerson(place);
    expect(await voids(place)).toEqual([]);
  });
});
