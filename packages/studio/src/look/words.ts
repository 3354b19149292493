import {
  FOLD_RULES,
  forTerminal,
  type HookRun,
  type Outcome,
  type RecordedDecision,
  type Verdict,
} from '@hookline/core/internal';

/** What a hook said, in one line; from its status where its answer cannot be read any more. */
export function saidWords(run: HookRun, verdict: Verdict | null): string {
  if (run.status === 'skipped') return `did not run: ${run.why?.replace(/^not run: /, '') ?? 'not known why'}`;
  if (run.shadow !== undefined) return shadowWords(run.shadow);
  const words = verdict === null ? statusWords(run) : verdictWords(verdict);
  return words.length === 0 ? 'nothing' : forTerminal(words.join(', '));
}

const REWRITES = { updatedInput: 'the input', updatedToolOutput: 'the output', updatedPrompt: 'the prompt' } as const;

function verdictWords(verdict: Verdict): readonly string[] {
  const { decision, effect, reason, context = [], fault } = verdict;
  const rewrites = (Object.keys(REWRITES) as (keyof typeof REWRITES)[]).filter((key) => verdict[key] !== undefined);
  return [
    ...(decision === undefined ? [] : [`${decisionWords(decision, effect ?? null)}${because(reason ?? null)}`]),
    ...rewrites.map((key) => `rewrites ${REWRITES[key]}`),
    ...(context.length === 0 ? [] : [context.length === 1 ? '1 context' : `${context.length} contexts`]),
    ...(fault === undefined ? [] : [`failed (${fault.code})`]),
  ];
}

const because = (reason: string | null): string => (reason === null ? '' : `: ${reason}`);

/** "block (deny_tool)", "allow" and such. */
export const decisionWords = (decision: Outcome['decision'], effect: string | null): string =>
  decision === 'none' ? 'pass' : `${decision}${effect === null ? '' : ` (${effect})`}`;

const statusWords = ({ status, fault }: HookRun): readonly string[] => {
  if (fault !== null) return [`failed (${fault.code})`];
  return status === 'blocked' ? ['block'] : [];
};

function shadowWords({ decision, effect, reason, rewrites, contexts }: NonNullable<HookRun['shadow']>): string {
  const would = [
    ...(decision === 'none' ? [] : [`${decisionWords(decision, effect)}${because(reason)}`]),
    ...(rewrites.length === 0 ? [] : ['rewrite']),
    ...(contexts === 0 ? [] : ['add context']),
  ];
  return would.length === 0 ? 'in shadow: nothing' : forTerminal(`in shadow: would ${would.join(', ')}`);
}

/** What its dialect made of a hook's fault, in words; null: there was none. */
export function faultWords({ id, fault }: HookRun, outcome: RecordedDecision['outcome']): string | null {
  if (fault === null) return null;
  if (outcome?.block?.hook === id) return FOLD_RULES['fault-blocks'];
  return FOLD_RULES[fault.code === 'no_power' ? 'no-power' : 'fault-proceeds'];
}
