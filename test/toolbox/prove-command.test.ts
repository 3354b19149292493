import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually, makePlace, type Place, trustAsPerson } from '../../packages/cli/src/testing/place.ts';
import { STRESSES } from '@hookline/toolbox';
import { ASLEEP, CANARIES, FORGETFUL, LAYOUTS, SOUND } from './prove-bench.ts';
import { skipWithout } from '../support/skip-without.ts';

/** A project with a guard of kolega; trusted, unless said otherwise. */
async function guarded(script: string, more: Readonly<Record<string, unknown>> = {}): Promise<Place> {
  const files = Object.entries({ ...LAYOUTS['kolega']?.(script), 'guard.hooktest.yaml': CANARIES, ...more });
  const place = makePlace(Object.fromEntries(files.map(([name, content]) => [`project/${name}`, content])));
  await trustAsPerson(place);
  return place;
}

describe('hookline prove', () => {
  it('says before that hooks really run, and shows each verdict with its reason', async () => {
    skipWithout('jq');
    const place = await guarded(SOUND);
    const { status, stdout, stderr } = await place.run(['prove', '--stress', 'no-jq', '--stress', 'program-missing']);
    expect(stderr).toBe(
      'Running hooks for real: 1 hook, up to 6 runs, with all their side effects. Nothing is recorded.\n',
    );
    const shown = stdout
      .replace(/\([0-9a-f]{12}\)/g, '(DIGEST)')
      .replace(/\d+\.\d s/, 'TIME')
      .replace(/ -> \S+bash/, '')
      .replace(/\S+hookline-prove-\w+/, 'TEMPORARY');
    expect(shown.split('\n')).toEqual([
      'fails open when its program is missing  kolega:project:PreToolUse[0].hooks[0]  hooks/guard.sh',
      '  why    kolega lets the action go on when a hook cannot run at all; it blocks what it must and lets pass what it may, also under 1 stress',
      '  runs   interpreter /bin/bash (DIGEST)',
      `         program ${place.project}/hooks/guard.sh (DIGEST)`,
      `         in ${place.project}`,
      '  tried  a recursive removal: blocked, must block: yes',
      '         a listing: passed, must pass: yes',
      '  held   no-jq',
      '  open   program-missing: "a recursive removal" passed (not_started: hook "hooks/guard.sh" could not be started: TEMPORARY/program-missing/guard.sh does not exist)',
      '',
      'kolega lets the action go on when a hook cannot run at all; no hook can change that, so it makes the status 1 only with --strict.',
      '1 fails open; 5 runs in TIME',
      '',
    ]);
    expect(status).toBe(0);
  });

  it('calls a guard enforcing, and no more, when nothing was found against it', async () => {
    const { status, stdout } = await (await guarded(SOUND)).run(['prove', '--stress', 'no-jq']);
    const lines = stdout.split('\n');
    expect({ status, first: lines[0], last: lines.at(-2) }).toEqual({
      status: 0,
      first: 'enforcing  kolega:project:PreToolUse[0].hooks[0]  hooks/guard.sh',
      last: expect.stringMatching(/^1 enforcing; 4 runs in /),
    });
  });

  it('exits with 1 when a guard is inert or fails open', async () => {
    skipWithout('jq');
    expect(await (await guarded(ASLEEP)).run(['prove', '--no-stress'])).toMatchObject({ status: 1 });
    expect(await (await guarded(FORGETFUL)).run(['prove', '--no-stress'])).toMatchObject({ status: 0 });
    expect(await (await guarded(FORGETFUL)).run(['prove', '--stress', 'no-jq'])).toMatchObject({ status: 1 });
  });

  it('exits with 1 under --strict when the system lets the action go on without the hook', async () => {
    const place = await guarded(SOUND);
    const words = ['prove', '--stress', 'program-missing'];
    expect(await place.run(words)).toMatchObject({ status: 0 });
    expect(await place.run([...words, '--strict'])).toMatchObject({ status: 1 });
  });

  it('prints one JSON object on stdout', async () => {
    const place = await guarded(SOUND);
    const { status, stdout } = await place.run(['prove', '--json', '--stress', 'bare-env']);
    const { hooks, ...rest } = JSON.parse(stdout) as { readonly hooks: readonly object[]; readonly durationMs: number };
    expect(status).toBe(0);
    expect({ ...rest, durationMs: 0 }).toEqual({
      ok: true,
      unarmed: 0,
      problems: [],
      diagnostics: [],
      runs: 4,
      durationMs: 0,
    });
    expect(hooks).toMatchObject([
      {
        id: 'kolega:project:PreToolUse[0].hooks[0]',
        verdict: 'enforcing',
        whenItFails: null,
        mustBlock: true,
        ok: true,
        trials: [
          {
            title: 'a recursive removal',
            must: 'block',
            file: 'guard.hooktest.yaml',
            line: 2,
            decision: 'block',
            ok: true,
          },
          { title: 'a listing', must: 'pass', file: 'guard.hooktest.yaml', line: 6, decision: 'none', ok: true },
        ],
        stress: [
          { stress: 'bare-env', effect: 'held', decision: 'block', fault: null, forced: false },
          { stress: 'bare-env', effect: 'held', decision: 'none', fault: null, forced: false },
        ],
      },
    ]);
  });

  it('writes nothing into the record and leaves no folder behind', async () => {
    const place = await guarded(SOUND);
    await place.run(['prove']);
    expect(existsSync(join(place.home, '.local/state/hookline/record'))).toBe(false);
    expect(readdirSync(join(place.root, 'tmp')).filter((name) => name.startsWith('hookline-prove-'))).toEqual([]);
  });

  it('runs nothing of a project that is not trusted', async () => {
    const place = await guarded(`#!/bin/bash\ntouch "$HOME/ran"\n`);
    await place.run(['untrust', '--unattended']);
    const { status, stdout } = await place.run(['prove']);
    expect(existsSync(join(place.home, 'ran'))).toBe(false);
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout:
        '1 canary that must be blocked was not tried: the project is not trusted, or has changed since: run "hookline trust"\n1 not armed; see hookline list\nNo hook is armed here.\n',
    });
  });

  it('says once why hooks do not run that are not run for one reason', async () => {
    const hook = (name: string) => ({ name, event: 'pre_tool_use', handler: { bash: 'exit 2' } });
    const place = await guarded(SOUND, {
      '.polytoken/hooks.json': [hook('one'), hook('two')],
      'one.hooktest.yaml': `hook: one\n${CANARIES}`,
      'two.hooktest.yaml': `hook: two\n${CANARIES}`,
      'guard.hooktest.yaml': `hook: hooks/guard.sh\n${CANARIES}`,
    });
    await place.run(['untrust', '--unattended']);
    const { status, stdout } = await place.run(['prove']);
    expect(status).toBe(1);
    expect(stdout.split('\n')).toEqual([
      'inert  kolega:project:PreToolUse[0].hooks[0]  hooks/guard.sh',
      'inert  polytoken:project:one',
      'inert  polytoken:project:two',
      '  why  it never runs: the project is not trusted: run "hookline trust" to let its hooks run',
      '',
      '3 not armed; see hookline list',
      expect.stringMatching(/^3 inert; 0 runs in /),
      '',
    ]);
  });

  it('says of a hook in shadow that it decides nothing', async () => {
    const place = await guarded(SOUND);
    expect(await place.run(['shadow', 'kolega:project:PreToolUse[0].hooks[0]'])).toMatchObject({ status: 0 });
    const { status, stdout } = await place.run(['prove', '--no-stress']);
    expect({ status, line: stdout.split('\n')[1] }).toEqual({
      status: 1,
      line: '  why    it is in shadow: it runs, and decides nothing (see: hookline shadow --list)',
    });
  });

  it.each([
    [['--stress', 'no-jp'], 'hookline: unknown stress "no-jp"; did you mean no-jq?\n'],
    [['--stress', 'no-jq', '--no-stress'], 'hookline: --stress and --no-stress contradict each other; leave one out\n'],
    [['hooks/gard.sh'], 'hookline: there is no hook "hooks/gard.sh" here; did you mean hooks/guard.sh?\n'],
  ])('says of a wrong call %j what is wrong', async (words, stderr) => {
    const place = await guarded(SOUND);
    expect(await place.run(['prove', ...words])).toEqual({ status: 1, stdout: '', stderr });
  });

  it('is refused within a hook', async () => {
    const place = await guarded(SOUND);
    expect(await place.run(['prove'], { env: { HOOKLINE_RUN: 'x' } })).toEqual({
      status: 1,
      stdout: '',
      stderr: 'hookline: prove is refused inside a hook\n',
    });
  });

  it('takes its running hooks and its folders along when it is interrupted', async () => {
    const place = await guarded('#!/bin/bash\necho $$ >"$HOME/pid"\nexec sleep 60\n');
    const child = place.start(['prove']);
    const pid = await eventually(() => Number(readIfThere(join(place.home, 'pid'))) || null);
    child.kill('SIGINT');
    expect(await new Promise((wake) => child.once('close', wake))).toBe(130);
    await eventually(() => (isAlive(pid) ? null : true));
    expect(readdirSync(join(place.root, 'tmp')).filter((name) => name.startsWith('hookline-prove-'))).toEqual([]);
  });

  it('does so too while stresses are made ready', async () => {
    const place = await guarded(SOUND);
    const folders = (): readonly string[] =>
      readdirSync(join(place.root, 'tmp')).filter((name) => name.startsWith('hookline-prove-'));
    const child = place.start(['prove']);
    await eventually(() => (folders().length > 0 ? true : null));
    child.kill('SIGINT');
    expect(await new Promise((wake) => child.once('close', wake))).toBe(130);
    expect(folders()).toEqual([]);
  });
});

/** A process that has not been waited for yet is dead all the same. */
const isAlive = (pid: number): boolean => !/^$|\) Z /.test(readIfThere(`/proc/${pid}/stat`));

const readIfThere = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

it('the help names every stress, and a shell offers it', async () => {
  const place = makePlace();
  const [help, script] = await Promise.all([place.run(['prove', '--help']), place.run(['completion', 'fish'])]);
  const offered =
    script.stdout.split('\n').find((line) => line.includes('from prove') && line.includes('-l stress ')) ?? '';
  for (const { name } of STRESSES) for (const text of [help.stdout, offered]) expect(text).toContain(name);
});
