import type { Expected } from '../expectation.ts';
import type { Row } from '../row.ts';
import { unlessRefusal, printing, program, REASON, refusalIn, script, SHORT_MS, THE_REASON } from '../row.ts';

const TIMEOUT = { is: 'fault', code: 'timeout', says: /did not finish within 700 ms and was stopped/ } as const;

const SILENT_EXIT_2: Expected = {
  is: 'by dialect',
  of: ({ silentExit2 }) =>
    silentExit2 === 'a fault'
      ? { is: 'fault', code: 'exit', says: /exited with 2/ }
      : { is: 'refusal', reason: 'default' },
};

/** Faults that end at the hook's timeout. */
export const TIMEOUT_ROWS: readonly Row[] = [
  {
    id: 'hangs',
    section: 'Process',
    fault: 'hangs',
    program: () => script('sleep 1000'),
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  },
  {
    id: 'ignores-sigterm',
    section: 'Process',
    fault: 'ignores SIGTERM, and so do its children',
    program: () => script(`exec ${program('ignore-term.sh')}`),
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  },
  {
    id: 'stops-itself',
    section: 'Process',
    fault: 'stops itself',
    program: () => script(`exec ${program('stop-itself.sh')}`),
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  },
  {
    id: 'leaves-a-child-and-hangs',
    section: 'Process',
    fault: 'starts a child in its group, and both hang',
    program: () => script('sleep 1000 & sleep 1000 & wait'),
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  },
  {
    id: 'escapes-then-hangs',
    section: 'Process',
    fault: 'leaves its process group twice over, then hangs',
    program: () => script(`exec ${program('escape-twice.sh')}`),
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  },
  {
    id: 'refuses-then-hangs',
    section: 'Process',
    fault: 'prints a refusal, then hangs',
    program: (cell) => printing(cell.path, refusalIn(cell), 'sleep 1000'),
    expected: { ...TIMEOUT, notes: /a refusal on stdout was not obeyed/ },
    gap: unlessRefusal,
    timeoutMs: SHORT_MS,
  },
  {
    id: 'tidies-up-at-sigterm',
    section: 'Process',
    fault: 'exits with 0 when it is told to go, which does not make its timeout a success',
    program: () => script(`trap 'exit 0' TERM\nsleep 1000 &\nwait`),
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  },
  {
    id: 'reads-too-slowly',
    section: 'Protocol',
    fault: 'reads an event of 8 MB more slowly than its time allows',
    program: () => script('while head -c 1000 >/dev/null; do sleep 0.2; done'),
    expected: TIMEOUT,
    fields: { padding: 'x'.repeat(8 * 1024 * 1024) },
    timeoutMs: SHORT_MS,
  },
];

/** Faults of a process that ends by itself. */
export const PROCESS_ROWS: readonly Row[] = [
  {
    id: 'child-holds-stdout-exit-0',
    section: 'Process',
    fault: 'exits with 0 while a child of it holds stdout',
    program: () => script('sleep 1000 &\nexit 0'),
    expected: { is: 'silence' },
    withinMs: 3000,
    leavesChildren: true,
  },
  {
    id: 'child-holds-stdout-exit-2',
    section: 'Process',
    fault: 'exits with 2 while a child of it holds stdout',
    program: () => script(`sleep 1000 &\necho '${REASON}' >&2\nexit 2`),
    expected: { is: 'refusal', reason: THE_REASON },
    withinMs: 3000,
    leavesChildren: true,
  },
  {
    id: 'child-writes-on-exit-2',
    section: 'Process',
    fault: 'exits with 2 while a child of it never stops writing to stderr',
    program: () => script(`echo '${REASON}' >&2\nyes 'and no' >&2 &\nexit 2`),
    expected: { is: 'refusal', reason: /^the guard says no/ },
    truncated: 'perhaps',
    withinMs: 3000,
    leavesChildren: true,
  },
  ...(['KILL', 'TERM', 'PIPE'] as const).map((signal): Row => ({
    id: `dies-by-sig${signal.toLowerCase()}`,
    section: 'Process',
    fault: `dies by SIG${signal}`,
    program: () => script(`exec ${program('die-silently.sh')} ${signal}`),
    expected: { is: 'fault', code: 'killed', says: new RegExp(`was killed by SIG${signal}`) },
  })),
  {
    id: 'refuses-then-dies',
    section: 'Process',
    fault: 'prints a refusal, then dies by a signal',
    program: (cell) => printing(cell.path, refusalIn(cell), 'kill -KILL $$'),
    expected: {
      is: 'refusal before a failure',
      reason: THE_REASON,
      failure: {
        is: 'fault',
        code: 'killed',
        says: /was killed by SIGKILL/,
        notes: /a refusal on stdout was not obeyed, because the hook failed/,
      },
    },
    gap: unlessRefusal,
  },
  {
    id: 'refuses-then-exits-1',
    section: 'Process',
    fault: 'prints a refusal, then exits with 1',
    program: (cell) => printing(cell.path, refusalIn(cell), 'exit 1'),
    expected: {
      is: 'refusal before a failure',
      reason: THE_REASON,
      failure: exitOf(1, /a refusal on stdout was not obeyed, because the hook failed/, THE_REASON),
    },
    gap: unlessRefusal,
  },
  {
    id: 'exits-1',
    section: 'Process',
    fault: 'fails with 1 and says why',
    program: () => script(`echo '${REASON}' >&2\nexit 1`),
    expected: exitOf(1, undefined, THE_REASON),
  },
  {
    id: 'exits-255',
    section: 'Process',
    fault: 'fails with 255',
    program: () => script('exit 255'),
    expected: exitOf(255, undefined, 'default'),
  },
  {
    id: 'exit-2-silent',
    section: 'Process',
    fault: 'exits with 2 and an empty stderr',
    program: () => script('exit 2'),
    expected: SILENT_EXIT_2,
  },
  {
    id: 'exit-2-blank',
    section: 'Process',
    fault: 'exits with 2 and white space on stderr',
    program: () => script(`printf ' \\n\\t\\n' >&2\nexit 2`),
    expected: SILENT_EXIT_2,
  },
];

/** For a clock that jumps ahead. */
export const CLOCK_AHEAD_ROWS: readonly Row[] = [
  {
    id: 'clock-ahead',
    section: 'Process',
    fault: 'takes half a second while the clock jumps ahead by hours, which takes nothing from its time',
    program: () => script(`sleep 0.5\necho '${REASON}' >&2\nexit 2`),
    expected: { is: 'refusal', reason: THE_REASON },
  },
];

/** For a clock that jumps back. */
export const CLOCK_BACK_ROWS: readonly Row[] = [
  {
    id: 'clock-back',
    section: 'Process',
    fault: 'hangs while the clock jumps back by hours, which gives it no time',
    program: () => script('sleep 1000'),
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  },
];

/** An exit that means nothing: a fault, or a refusal where every exit but 0 refuses. */
function exitOf(status: number, notes: RegExp | undefined, reason: RegExp | 'default'): Row['expected'] {
  const fault = {
    is: 'fault',
    code: 'exit',
    says: new RegExp(`exited with ${status}`),
    ...(notes === undefined ? {} : { notes }),
  } as const;
  return {
    is: 'by dialect',
    of: ({ otherExit }) => (otherExit === 'fault' ? fault : { is: 'refusal', reason }),
  };
}
