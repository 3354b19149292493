import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandRequest } from '../../packages/core/src/model/index.ts';
import { expectGone, program } from '../support/processes.ts';
import { openLaunching, type Launched, type Launching } from './launch.ts';
import { skipWithout } from '../support/skip-without.ts';

let launching: Launching;
let folder: string;
let count = 0;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-warm-faults-')));
  launching = openLaunching();
});

afterAll(async () => {
  await launching.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Without a tag in the environment, as in dialects that document it as exact: found by all of it, or by the shell's mark. */
function requestOf(words: readonly string[], more: Partial<CommandRequest> = {}): CommandRequest {
  count += 1;
  const [name = '', ...args] = words;
  return {
    kind: 'command',
    runId: `warm-${process.pid}-${count}`,
    program: name,
    args,
    cwd: folder,
    env: environment(),
    stdin: Buffer.from('{"word":"hello"}'),
    timeoutMs: 20_000,
    atTimeout: 'term',
    background: false,
    ...(name === 'bash' ? { script: args[2] ?? '' } : {}),
    ...more,
  };
}

const mark = (): string => `MARK=warm-faults-${process.pid}-${count}`;
const environment = (): Record<string, string> => ({ PATH: '/usr/bin:/bin', MARK: mark().slice(5), GO: '/' });

/** Runs a text in a shell that waited: at first it ends at once, so that it is known when it counts. */
async function runText(text: string, more: Partial<CommandRequest> = {}, signal?: AbortSignal): Promise<Launched> {
  const words = ['bash', '--norc', '-c', `[ -e $GO ] || exit 0; ${text}`];
  await launching.launchWarm(() => requestOf(words, { env: { ...environment(), GO: '/no/such' } }));
  await wait(150);
  return launching.launch(requestOf(words, more), signal);
}

async function runProgram(name: string, args: readonly string[], more: Partial<CommandRequest>): Promise<Launched> {
  await launching.launchWarm(() => requestOf(['bash', '--norc', '-c', 'exit 0']));
  await wait(150);
  return launching.launch(requestOf([program(name), ...args], { env: { ...environment(), SHLVL: '1' }, ...more }));
}

const timedOut = { how: 'timed-out', afterMs: 700 } as const;

describe('a hook in a shell that waited', () => {
  test.each([
    ['hangs', 'sleep 1000; :'],
    ['ignores SIGTERM', 'trap "" TERM; sleep 1000; sleep 1000; :'],
    ['stops itself', 'kill -STOP $$; :'],
    ['leaves its group', 'setsid sleep 1000 & setsid bash -c "sleep 1000; :" & sleep 1000; :'],
    ['starts children', '(sleep 1000; :) & (while :; do sleep 1; done) & sleep 1000; :'],
  ] as const)('that %s is timed out with everything it started', async (_title, text) => {
    if (text.includes('setsid')) skipWithout('setsid');
    for (const atTimeout of ['term', 'kill'] as const) {
      const { way, report } = await runText(text, { timeoutMs: 700, atTimeout });
      expect([way, report.ending]).toEqual(['shell', timedOut]);
      await expectGone(mark());
    }
  });

  test.each(['hang.sh', 'ignore-term.sh', 'stop-itself.sh', 'escape.sh'])(
    'that became %s is timed out with everything it started',
    async (name) => {
      if (name === 'escape.sh') skipWithout('setsid');
      const { way, report } = await runProgram(name, [], { timeoutMs: 700 });
      expect([way, report.ending]).toEqual(['shell', timedOut]);
      await expectGone(mark());
    },
  );

  test('is heard at SIGTERM, but it stays a timeout', async () => {
    const { way, report } = await runProgram('clean-up-at-term.sh', [], { timeoutMs: 700 });
    expect([way, report]).toMatchObject(['shell', { ending: timedOut, stdout: 'tidied\n' }]);
  });

  test.each([0, 2])('that leaves a child with its output open still exits with %i', async (code) => {
    const { way, report } = await runText(`echo said; echo why >&2; sleep 1000 & exit ${code}`);
    expect(report).toMatchObject({ ending: { how: 'exited', code }, stdout: 'said\n', stderr: 'why\n' });
    expect([way, report.durationMs < 5000]).toEqual(['shell', true]);
    await expectGone(mark());
  });

  test('in the background leaves its children alone', async () => {
    const marker = join(folder, 'late');
    const { way, report } = await runText(`(sleep 0.5; echo late > ${marker}) & exit 0`, { background: true });
    expect([way, report.ending]).toEqual(['shell', { how: 'exited', code: 0 }]);
    for (let tries = 0; tries < 100 && !existsSync(marker); tries += 1) await wait(50);
    expect(existsSync(marker)).toBe(true);
  });

  test('is ended when it is cancelled', async () => {
    const cancelling = new AbortController();
    setTimeout(() => cancelling.abort(), 600);
    const { way, report } = await runText('sleep 1000 & sleep 1000; :', {}, cancelling.signal);
    expect([way, report.ending]).toEqual(['shell', { how: 'cancelled' }]);
    await expectGone(mark());
  });

  test.each([
    ['stdout', 0],
    ['stderr', 2],
  ] as const)('that floods %s is cut, and keeps its status', async (name, code) => {
    const stream = name === 'stdout' ? 1 : 2;
    const { way, report } = await runText(`head -c 200000000 /dev/zero >&${stream}; exit ${code}`);
    expect([way, report.ending, report.truncated]).toEqual(['shell', { how: 'exited', code }, [name]]);
    expect(report[name].length).toBe(1024 * 1024);
  });

  test('need not read an event of 8 MB, and can read it whole', async () => {
    const stdin = Buffer.alloc(8 * 1024 * 1024, 'x');
    expect((await runText('exit 2', { stdin })).report.ending).toEqual({ how: 'exited', code: 2 });
    const { way, report } = await runText('wc -c | tr -d " "; exit 0', { stdin });
    expect([way, report.stdout]).toEqual(['shell', `${stdin.length}\n`]);
  });

  test('whose folder cannot be entered is started anew, which tells why', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o000 });
    const { report } = await runText('exit 4', { cwd: closed });
    // The superuser may enter any folder.
    const expected = process.getuid?.() === 0 ? { how: 'exited', code: 4 } : { how: 'not-started' };
    expect(report.ending).toMatchObject(expected);
    expect((await runText('exit 4', { cwd: join(folder, 'gone') })).report.ending).toMatchObject({
      how: 'not-started',
    });
  });

  test('that prints the words of a refusal is no refusal', async () => {
    const { report } = await runText('printf "refused 1"; exit 97');
    expect(report).toMatchObject({ ending: { how: 'exited', code: 97 }, stdout: 'refused 1' });
  });
});

test('thirty at once all give their own answer, whoever starts them', async () => {
  const text = 'echo $N; exit $((N % 3))';
  const launched = await Promise.all(
    Array.from({ length: 30 }, async (_, n) =>
      launching.launch(requestOf(['bash', '--norc', '-c', text], { env: { ...environment(), N: String(n) } })),
    ),
  );
  expect(launched.map(({ report }) => report.stdout)).toEqual(launched.map((_, n) => `${n}\n`));
  expect(launched.map(({ report }) => report.ending)).toEqual(launched.map((_, n) => ({ how: 'exited', code: n % 3 })));
});
