import type { Hooks } from '../../../packages/core/src/internal.ts';
import type { FaultDialect, Stage } from '../dialect.ts';
import { factsOf, sentenceOf } from '../expectation.ts';
import type { MatrixRow } from '../matrix.ts';
import { gapOf } from '../matrix.ts';
import type { Cell, Program, Row, Spot, Surroundings } from '../row.ts';
import { REASON, THE_REASON } from '../row.ts';
import { calling, python } from './workers.ts';

const SECTION = 'Network, models, workers';

/** What each of two hooks says. */
export interface Disagreement {
  readonly id: string;
  readonly fault: string;
  readonly refuses: readonly [first: boolean, second: boolean];
}

const DISAGREEMENTS: readonly Disagreement[] = [
  { id: 'no-yes', fault: 'the first of two hooks refuses and the second agrees', refuses: [true, false] },
  { id: 'yes-no', fault: 'the first of two hooks agrees and the second refuses', refuses: [false, true] },
  { id: 'no-no', fault: 'two hooks refuse for different reasons', refuses: [true, true] },
];

/** The reasons of the two. */
export const REASONS = ['the first says no', 'the second says no'] as const;

/** Two hooks on one event: each waits as long as a file beside it says, and says its part. */
export const DISAGREEMENT_ROWS: readonly (MatrixRow & {
  readonly row: Row;
  readonly refuses: Disagreement['refuses'];
})[] = DISAGREEMENTS.map(({ id, fault, refuses }) => ({
  id: `disagree-${id}`,
  section: SECTION,
  fault: `${fault}, in every order of finishing`,
  words: (spot) => `always the same: ${sentenceOf(factsOf({ is: 'refusal', reason: /^/ }, spot))}`,
  refuses,
  row: {
    id: `disagree-${id}`,
    section: SECTION,
    fault,
    program: saying(refuses[0], REASONS[0]),
    second: saying(refuses[1], REASONS[1]),
    expected: { is: 'silence' },
  },
}));

function saying(refuses: boolean, reason: string): Row['program'] {
  return ({ path, stage, dialect }): Program => {
    // Where stderr is lost beside exit code 2, only an answer tells one reason from the other.
    const inWords = dialect.exitTwoReason === 'default' ? stage.refusal : null;
    const says = refuses && inWords === null ? `echo '${reason}' >&2\nexit 2` : `cat '${path}.out'`;
    return {
      content: `#!/bin/sh\nsleep "$(cat '${path}.delay')"\n${says}\n`,
      prints: Buffer.from(JSON.stringify(refuses ? (inWords?.(reason) ?? {}) : consentOf(stage))),
    };
  };
}

/** A worktree needs a path for a consent. */
const consentOf = ({ event, consent, hasNoConsent }: Stage): object =>
  event === 'WorktreeCreate'
    ? { hookSpecificOutput: { hookEventName: 'WorktreeCreate', worktreePath: '/worktree' } }
    : hasNoConsent === true
      ? {}
      : consent;

const stopStages = ({ keepsWorking, stages, next }: FaultDialect): readonly Stage[] =>
  stages.slice(0, 1).map((stage) => ({
    ...stage,
    event: 'Stop',
    native: keepsWorking?.native ?? 'none',
    fields: {},
    effect: 'keep_working',
    refusal: next.event === 'Stop' ? (next.refusal ?? null) : null,
  }));

/** A hook that never lets the agent stop. */
export const STOP_ROW: MatrixRow = {
  id: 'stop-always-blocks',
  section: SECTION,
  fault: 'a hook that never lets the agent stop',
  words: ({ dialect }) => `goes on ${dialect.keepsWorking?.bound} times, then stops with a warning`,
  gap: ({ dialect }) => (dialect.keepsWorking === null ? 'no Stop event' : null),
  stages: stopStages,
};

/** Fires its own event again by the command line, and counts how often it runs. */
function firing({ dialect, stage, sign }: Cell): Program {
  const event = { hook_event_name: stage.event, session_id: 'inner', cwd: '/', ...stage.fields };
  return {
    content: `#!/bin/bash
echo x >> '${sign}'
project="\${PWD%/work}"
hookline.js fire --dialect ${dialect.id} --project "$project" --home "\${project%/project}/home" --wait - < "$0.out" > /dev/null 2>&1
echo "ran $(wc -l < '${sign}') times" >&2
exit 2
`,
    prints: Buffer.from(JSON.stringify(event)),
  };
}

/** A host whose model or sub-agent fires hooks while it answers for one; hooks that ran inside are counted. */
async function firingHost({ next }: FaultDialect): Promise<Surroundings> {
  let hooks: Hooks | undefined;
  let runs = 0;
  const answer = async (): Promise<string> => {
    const event = { hook_event_name: next.event, session_id: 'inner', cwd: '/', ...next.fields };
    const outcome = await hooks?.fire(event);
    runs += outcome?.hooks.filter(({ status }) => status !== 'skipped').length ?? 1;
    return JSON.stringify({ ok: false, reason: REASON });
  };
  return {
    options: { model: answer, agent: answer },
    opened: (opened) => (hooks = opened),
    trespasses: () => runs,
    close: () => Promise.resolve(),
  };
}

const REFUSED = { is: 'refusal', reason: THE_REASON } as const;

/** Hooks whose own work fires hooks. */
export const RECURSION_ROWS: readonly Row[] = [
  {
    id: 'command-fires-hooks',
    section: SECTION,
    fault: 'fires its own event by a command: no hook runs inside a hook',
    program: firing,
    trust: 'given',
    expected: { is: 'refusal', reason: /^ran 1 times$/ },
  },
  ...(['prompt', 'agent'] as const).map((kind): Row => ({
    id: `${kind}-fires-hooks`,
    section: SECTION,
    fault: `fires events while its ${kind === 'agent' ? 'sub-agent' : 'model'} answers: no hook runs inside a hook`,
    program: () => ({ content: null, entry: { type: kind, prompt: 'May this go on?' } }),
    handler: kind,
    gap: ({ dialect, stage }) =>
      (kind === 'agent' ? dialect.noAgentsOn : (dialect.noPromptsOn ?? [])).includes(stage.event)
        ? `no ${kind} handlers on this event`
        : null,
    surroundings: firingHost,
    expected: kind === 'prompt' ? { is: 'by prompt', of: REFUSED } : REFUSED,
  })),
];

/** A callable that ends its interpreter, and one behind it that is in order. */
export const CRASHING: Row = {
  id: 'python-circuit',
  section: SECTION,
  fault: 'ends its interpreter four times within a minute, before another that is in order (Python)',
  program: python(calling('os._exit(1)')),
  second: python(calling(`return {"blocked": True, "reason": "${REASON}"}`)),
  handler: 'python',
  expected: { is: 'refusal', reason: THE_REASON },
};

export const CIRCUIT_ROW: MatrixRow = {
  id: CRASHING.id,
  section: SECTION,
  fault: `a hook that ${CRASHING.fault}`,
  words: (spot: Spot) =>
    `three faults exit, then unavailable; the other each time: ${sentenceOf(factsOf(CRASHING.expected, spot))}`,
  gap: (spot) => gapOf(CRASHING, spot),
  needs: ['python3'],
};
