import type { Expected } from '../expectation.ts';
import { factsOf, sentenceOf } from '../expectation.ts';
import type { MatrixRow } from '../matrix.ts';
import { matrixRowOf } from '../matrix.ts';
import type { Row, Spot } from '../row.ts';
import { isFull, REASON, script, THE_REASON } from '../row.ts';
import { TERMINAL_ROWS } from './protocol.ts';

/** Long enough for all hooks of a row to be started on a busy machine before the first of them is late. */
const BLOCKED_DEADLINE_MS = 3000;

/** Says that it runs, waits until our event loop surely stands still, and exits inside its time. */
const exiting = (id: string, status: number, expected: Expected): Row => ({
  id,
  section: 'Process',
  fault: `exits with ${status} in time while our event loop is blocked past its timeout`,
  program: ({ path }) =>
    script(`sleep 1000 &\necho $$ > '${path}.pid'\nsleep 0.1\necho '${REASON}' >&2\nexit ${status}`),
  expected,
  timeoutMs: BLOCKED_DEADLINE_MS,
  leavesChildren: true,
});

/** For an event loop that stands still. */
export const BLOCKED_LOOP_ROWS: readonly Row[] = [
  exiting('blocked-loop-exit-2', 2, { is: 'refusal', reason: THE_REASON }),
  exiting('blocked-loop-exit-0', 0, { is: 'silence' }),
];

/** How many events at once. */
export const CROWD = isFull ? 10_000 : 300;

const wordsOf =
  (expected: Expected) =>
  (spot: Spot): string =>
    sentenceOf(factsOf(expected, spot));

export const CROWD_ROW: MatrixRow = {
  id: 'crowd',
  section: 'Process',
  fault: `${CROWD.toLocaleString('en')} events at once over all dialects, each with a decision of its own`,
  words: (spot) => `every odd event ${wordsOf({ is: 'refusal', reason: /^/ })(spot)}, every even one passes`,
};

export const CROWD_FAIR_ROW: MatrixRow = {
  id: 'crowd-fair',
  section: 'Process',
  fault: 'one event of a session beside hundreds of another',
  words: () => 'is not kept waiting',
  gap: ({ stage }) => (stage.waits ? null : 'the hook is not waited for'),
};

/** A timeout that no definition can set. */
export const DEADLINE_ROW: MatrixRow = {
  id: 'deadline',
  section: 'Process',
  fault: 'a hook that hangs, where its time cannot be set',
  words: (spot) => `after 30 s ${wordsOf({ is: 'fault', code: 'timeout', says: /^/ })(spot)}`,
  gap: ({ dialect }) => (dialect.fixedTimeoutMs === null ? 'the time can be set' : null),
};

/** What ends us, and how a shell sees our end. */
export const DEATHS = [
  { death: 'SIGINT', status: 130, signal: null },
  { death: 'SIGTERM', status: 143, signal: null },
  { death: 'SIGKILL', status: null, signal: 'SIGKILL' },
] as const;

export const OWN_DEATH_ROWS: readonly (MatrixRow & { readonly end: (typeof DEATHS)[number] })[] = DEATHS.map((end) => ({
  id: `own-death-${end.death}`,
  section: 'Process',
  fault: `our process gets ${end.death} while a hook runs`,
  words: () => 'the hook is killed, the record shows "interrupted"',
  gap: ({ stage }) => (stage.waits ? null : 'the hook is meant to outlive us'),
  end,
}));

/** The same texts on a terminal, printed by the command line. */
export const SHOWN_ROWS: readonly (MatrixRow & { readonly row: Row })[] = TERMINAL_ROWS.map((row) => {
  const { gap, ...inner } = matrixRowOf(row);
  return {
    ...inner,
    id: `${row.id}-shown`,
    fault: `${inner.fault}, on a terminal`,
    words: (spot) => `prints nothing live and exits with ${exitOf(row, spot)}`,
    gap: (spot) => gap?.(spot) ?? (isTold(row, spot) ? null : 'nothing is told to anybody'),
    row,
  };
});

/** The exit status of the command line for the outcome of a row. */
export const exitOf = (row: Row, spot: Spot): 0 | 2 => (factsOf(row.expected, spot).decision === 'block' ? 2 : 0);

function isTold(row: Row, spot: Spot): boolean {
  const { decision, fault } = factsOf(row.expected, spot);
  return decision === 'block' || fault !== null || row.tells !== undefined;
}
