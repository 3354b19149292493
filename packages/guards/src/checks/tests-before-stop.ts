import type { HostAnswer } from '@hookline/core';
import { type Guard, NOTHING, numberOf } from '../guard/guard.ts';
import type { World } from '../guard/world.ts';
import { fingerprint } from './fingerprint.ts';
import { PROJECTS_OPTION, refusalToStart } from './only-trusted.ts';
import { findTests } from './test-commands.ts';

/** Keeps the agent working while the tests of the project fail; never for ever, and never twice for the same state. */
export const testsBeforeStop: Guard = {
  name: 'tests-before-stop',
  about: 'Runs the tests before the agent stops, and keeps it working with the end of what failed.',
  listens: [{ event: 'Stop', tools: null }],
  options: [
    {
      name: 'command',
      default: '',
      about: 'Line that runs the tests; by default npm test, pytest, cargo test or go test, as the project shows.',
    },
    { name: 'seconds', default: '300', about: 'Time that the tests may take.' },
    { name: 'times', default: '3', about: 'How often in a row the agent is kept working.' },
    PROJECTS_OPTION,
  ],
  rewrites: false,
  onFailure: 'let-pass',
  seconds: (options) => numberOf(options, 'seconds', 300),
  judge: async (event, options, world) => {
    const refusal = await refusalToStart('tests-before-stop', event, { options, world });
    if (refusal !== null) return refusal;
    const line = options['command'] === '' ? await findTests(world) : (options['command'] ?? null);
    if (line === null) return NOTHING;
    const session = typeof event['session_id'] === 'string' ? event['session_id'] : '';
    const before = readState(await world.recall(KEY), session);
    const state = await fingerprint(world);
    if (state !== null && state === before.state) return repeated(before);
    if (before.failures >= numberOf(options, 'times', 3)) return givenUp(before, world);
    return runTests(line, { world, before: { ...before, state }, timeoutMs: numberOf(options, 'seconds', 300) * 1000 });
  },
};

const KEY = 'tests-before-stop';

interface State {
  readonly session: string;
  /** The project's state when the tests were last run; null when it is unknown. */
  readonly state: string | null;
  /** Failed runs in a row. */
  readonly failures: number;
}

function readState(text: string | null, session: string): State {
  const [own = '', state = '', failures = ''] = (text ?? '').split('\n');
  return own === session && text !== null
    ? { session, state: state === '' ? null : state, failures: Number(failures) || 0 }
    : { session, state: null, failures: 0 };
}

const noted = ({ session, state, failures }: State): string => [session, state ?? '', failures].join('\n');

/** Nothing has changed since the last run, so the tests would have the same result. */
const repeated = ({ failures }: State): HostAnswer =>
  failures === 0
    ? NOTHING
    : { systemMessage: 'tests-before-stop: the tests still fail, and nothing was changed since; the agent may stop' };

async function givenUp(before: State, world: World): Promise<HostAnswer> {
  await world.note(KEY, noted({ ...before, failures: 0, state: null }));
  return { systemMessage: `tests-before-stop: the tests failed ${before.failures} times in a row; the agent may stop` };
}

async function runTests(
  line: string,
  { world, before, timeoutMs }: { readonly world: World; readonly before: State; readonly timeoutMs: number },
): Promise<HostAnswer> {
  const { status, output, problem } = await world.run({ line }, { cwd: world.project, timeoutMs });
  const failed = status !== 0;
  // Tests may write their own files, so the state after them counts.
  await world.note(
    KEY,
    noted({ ...before, state: await fingerprint(world), failures: failed ? before.failures + 1 : 0 }),
  );
  if (!failed) return NOTHING;
  const end = output.trim().slice(-TAIL);
  return {
    decision: 'block',
    reason:
      `tests-before-stop: \`${line}\` failed (${problem ?? `exit ${status}`}). Fix it before you stop.\n${end}`.trim(),
  };
}

const TAIL = 4000;
