import { proveHooks, type Stress, type StressRun } from '@hookline/toolbox';
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { CANARIES, FORGETFUL, LAYOUTS, makeBench, SOUND } from './prove-bench.ts';
import { needs } from '../support/programs.ts';

/** The run of what must be blocked, in short. */
async function fate(
  stress: string,
  dialect: string,
  script: string,
  change: (files: Record<string, unknown>) => Record<string, unknown> = (files) => files,
): Promise<readonly unknown[]> {
  const bench = makeBench({ ...change({ ...LAYOUTS[dialect]?.(script) }), 'guard.hooktest.yaml': CANARIES });
  const proof = await bench.one({ stresses: [stress] });
  expect(proof.trials.map(({ ok }) => ok)).toEqual([true, true]);
  return short(proof.stress.find((run) => run.effect === 'not tried' || run.must === 'block'));
}

const short = (run: StressRun | undefined): readonly unknown[] => {
  if (run === undefined) return ['no run'];
  return run.effect === 'not tried' ? ['not tried', run.why] : [run.effect, run.decision, run.fault];
};

const HELD = ['held', 'block', null];
const GONE_UNNOTICED = ['open', 'none', null];

const canMount =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/tmp'], { stdio: 'ignore' }).status === 0;

it('stresses are made ready one by one, and a signal between them is seen', async () => {
  const { project } = makeBench(LAYOUTS['kolega']?.(SOUND) ?? {});
  const seen: boolean[] = [];
  let isTurn = true;
  const stress = (name: string): Stress => ({
    name,
    about: '',
    hint: '',
    on: ['command'],
    tries: 'one',
    when: () => '',
    forces: () => false,
    prepare: () => {
      seen.push(isTurn);
      isTurn = false;
      setImmediate(() => {
        isTurn = true;
      });
      return {};
    },
  });
  const env = { PATH: process.env['PATH'] ?? '' };
  await proveHooks({
    hooks: { project, home: project, env, trust: 'all' },
    only: [],
    canaries: [],
    diagnostics: [],
    strict: false,
    stresses: [stress('first'), stress('second'), stress('third')],
  });
  expect(seen).toEqual([true, true, true]);
});

describe('program-missing', () => {
  it('opens a hook of kolega', async () =>
    expect(await fate('program-missing', 'kolega', SOUND)).toEqual(['open', 'none', 'not_started']));
  it('opens a hook in the text of a shell', async () =>
    expect(await fate('program-missing', 'qoder', SOUND)).toEqual(['open', 'none', 'not_started']));
  it('closes a hook of kode', async () =>
    expect(await fate('program-missing', 'kode', SOUND)).toEqual(['closed', 'block', 'not_started']));
});

describe('timeout', () => {
  it('opens a hook of agent-hooks', async () =>
    expect(await fate('timeout', 'agent-hooks', SOUND)).toEqual(['open', 'none', 'timeout']));
  it('closes a hook of polytoken', async () =>
    expect(await fate('timeout', 'polytoken', SOUND)).toEqual(['closed', 'block', 'timeout']));
});

describe('empty-path', () => {
  it('opens a hook that looks its interpreter up on PATH, by the rule of its system', async () => {
    const script = SOUND.replace('/bin/bash', '/usr/bin/env bash');
    expect(await fate('empty-path', 'kolega', script)).toEqual(['open', 'none', 'not_started']);
    const bench = makeBench({ ...LAYOUTS['kolega']?.(script), 'guard.hooktest.yaml': CANARIES });
    const { verdict, whenItFails } = await bench.one({ stresses: ['empty-path'] });
    expect({ verdict, whenItFails }).toEqual({ verdict: 'enforcing', whenItFails: 'open' });
  });
  it('opens a hook that needs a program', async () => {
    const script = SOUND.replace('$(</dev/stdin)', '$(cat)');
    expect(await fate('empty-path', 'agent-hooks', script)).toEqual(GONE_UNNOTICED);
  });
  it('does nothing to one that needs none', async () =>
    expect(await fate('empty-path', 'kolega', SOUND)).toEqual(HELD));
});

describe('no-jq', needs('jq'), () => {
  it('opens a hook that does not look for it', async () =>
    expect(await fate('no-jq', 'kolega', FORGETFUL)).toEqual(GONE_UNNOTICED));
  it('does nothing to one without it', async () => expect(await fate('no-jq', 'kolega', SOUND)).toEqual(HELD));
});

describe('other-cwd', () => {
  const named =
    (start: string) =>
    (files: Record<string, unknown>): Record<string, unknown> => ({
      ...files,
      '.qoder/settings.json': JSON.stringify(files['.qoder/settings.json']).replace(
        '\\"$QODER_PROJECT_DIR\\"/hooks',
        start,
      ),
    });
  it('opens a hook that is named by the working directory', async () =>
    expect(await fate('other-cwd', 'qoder', SOUND, named('export LC_ALL=C; ./hooks'))).toEqual([
      'open',
      'none',
      'exit',
    ]));
  it('does nothing to one whose relative program is all that it says: qoder finds it in the project', async () =>
    expect(await fate('other-cwd', 'qoder', SOUND, named('./hooks'))).toEqual(HELD));
  it('does nothing to one that is named by the project', async () =>
    expect(await fate('other-cwd', 'qoder', SOUND)).toEqual(HELD));
});

describe('big-event', () => {
  it('opens a hook that passes the event on as an argument', async () => {
    const script =
      '#!/bin/bash\nevent=$(cat)\nif /usr/bin/env printf %s "$event" | grep -q \'rm -rf\'; then exit 2; fi\nexit 0\n';
    expect(await fate('big-event', 'kolega', script)).toEqual(GONE_UNNOTICED);
  });
  it('does nothing to one that keeps it', async () => expect(await fate('big-event', 'kolega', SOUND)).toEqual(HELD));
});

describe('slow-disk', () => {
  const inTime =
    (timeout: number) =>
    (files: Record<string, unknown>): Record<string, unknown> => ({
      ...files,
      '.kolega/hooks.json': JSON.stringify(files['.kolega/hooks.json']).replace(
        '"type":"command"',
        `"type":"command","timeout":${timeout}`,
      ),
    });
  it('opens a hook that has less time than the disk takes', async () =>
    expect(await fate('slow-disk', 'kolega', SOUND, inTime(0.9))).toEqual(['open', 'none', 'timeout']));
  it('does nothing to one that has time', async () =>
    expect(await fate('slow-disk', 'kolega', SOUND, inTime(30))).toEqual(HELD));
});

describe('bare-env', () => {
  it('opens a hook that counts on a language', async () => {
    const script = SOUND.replace('event=', '[[ $LANG == *UTF-8 ]] || exit 0\nevent=');
    expect(await fate('bare-env', 'kolega', script)).toEqual(GONE_UNNOTICED);
  });
  it('does nothing to one that does not', async () => expect(await fate('bare-env', 'kolega', SOUND)).toEqual(HELD));
});

describe('few-files', () => {
  it('opens a hook that opens many', async () => {
    const script = SOUND.replace('event=', 'for at in {20..60}; do eval "exec $at</dev/null" || exit 0; done\nevent=');
    expect(await fate('few-files', 'kolega', script)).toEqual(GONE_UNNOTICED);
  });
  it('does nothing to one that opens few', async () => expect(await fate('few-files', 'kolega', SOUND)).toEqual(HELD));
});

describe.runIf(canMount)('where mounts can be had', needs('unshare', 'mount'), () => {
  const logging = SOUND.replace('event=', 'echo seen >>"$HOME/guard.log" || exit 0\nevent=');
  const spooling =
    '#!/bin/bash\nfile=$(mktemp) || exit 0\ncat >"$file" || exit 0\ngrep -q \'rm -rf\' "$file" && exit 2\nexit 0\n';

  it('read-only-home opens a hook that must write there', async () =>
    expect(await fate('read-only-home', 'kolega', logging)).toEqual(GONE_UNNOTICED));
  it('read-only-home does nothing to one that writes nothing', async () =>
    expect(await fate('read-only-home', 'kolega', SOUND)).toEqual(HELD));
  it('full-tmp opens a hook that keeps its event in a file', async () =>
    expect(await fate('full-tmp', 'kolega', spooling)).toEqual(GONE_UNNOTICED));
  it('full-tmp does nothing to one that keeps it in a variable', async () =>
    expect(await fate('full-tmp', 'kolega', SOUND)).toEqual(HELD));
});

describe('a stress that cannot be had', () => {
  it('is not tried, with the reason', async () => {
    const bench = makeBench({ ...LAYOUTS['kolega']?.(SOUND), 'guard.hooktest.yaml': CANARIES });
    const { stress, verdict } = await bench.one({ stresses: ['read-only-home', 'no-jq'], env: { PATH: '/nowhere' } });
    expect({ verdict, stress: stress.map(short) }).toEqual({
      verdict: 'enforcing',
      stress: [
        ['not tried', 'there is no jq here anyway'],
        ['not tried', 'this machine does not allow such a mount'],
        ['not tried', 'there is no jq here anyway'],
        ['not tried', 'this machine does not allow such a mount'],
      ],
    });
  });
});
