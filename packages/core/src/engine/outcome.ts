import {
  type AnyEvent,
  type Diagnostic,
  type Effect,
  type EventName,
  type HookRun,
  type Message,
  type Outcome,
  REFUSALS,
  type VerdictMessage,
} from '../model/index.ts';
import { forTerminal } from '../text/visible.ts';
import type { Ended } from './background.ts';
import type { Folded } from './fold.ts';
import { NOTHING_SAID, contextsOf } from './fold.ts';
import type { Fire, Ports } from './ports.ts';

/** Messages in addition to those of hooks. */
interface Notices {
  readonly notices?: readonly VerdictMessage[];
}

/** The whole outcome; `ends` are the results of background hooks that were waited for. */
export function outcomeOf(
  { event, diagnostics, notices = [] }: Pick<Fire, 'event' | 'diagnostics'> & Notices,
  folded: Folded,
  runs: readonly HookRun[],
  ends: readonly Ended[],
): Outcome {
  if (folded === NOTHING_SAID && notices.length === 0 && ends.length === 0)
    return nothingSaid(event.hook_event_name, diagnostics, runs);
  const ended = new Map(ends.map(({ run }) => [run.id, run]));
  const late = contextsOf(ends.map(({ run, verdict }) => ({ hook: run, verdict })));
  return {
    event: event.hook_event_name,
    ...folded,
    additionalContext: [...folded.additionalContext, ...late.additionalContext],
    contextHooks: [...folded.contextHooks, ...late.contextHooks],
    messages: [...notices, ...folded.messages, ...ends.flatMap(({ verdict }) => verdict.messages ?? [])].map(shown),
    hooks: runs.map((run) => (run.status === 'background' ? (ended.get(run.id) ?? run) : run)),
    diagnostics,
  };
}

/** Removes warnings that have been given before. */
export const onlyFirst = (folded: Folded, ports: Pick<Ports, 'isFirst'>): Folded =>
  folded.messages.length === 0
    ? folded
    : { ...folded, messages: folded.messages.filter(({ once }) => once === undefined || ports.isFirst(once)) };

/**
 * The outcome when no hook returned anything: the common case, so it is written out key by key, and shares empty
 * values.
 */
export const nothingSaid = (
  event: EventName,
  diagnostics: readonly Diagnostic[],
  runs: readonly HookRun[],
): Outcome => ({
  event,
  decision: 'none',
  reason: null,
  block: null,
  updatedInput: null,
  updatedToolOutput: null,
  updatedPrompt: null,
  additionalContext: NOTHING_SAID.additionalContext,
  contextHooks: NOTHING_SAID.contextHooks,
  messages: NO_MESSAGES,
  extra: NOTHING_SAID.extra,
  hooks: runs,
  diagnostics,
});

const NO_MESSAGES: readonly Message[] = Object.freeze([]);

/** Messages are for people, so control characters that could move a cursor or hide text are removed. */
export const shown = ({ level, text, code, hook }: VerdictMessage): Message => ({
  level,
  text: forTerminal(text),
  code: code ?? null,
  hook,
});

/** Used in place of a hook's id where hookline itself failed. */
const OURSELVES = 'hookline';

/**
 * The outcome of an event that hookline could not decide because of its own error: a refusal wherever the event can be
 * refused, unless the user has set `HOOKLINE_ON_ERROR=proceed`. Never throws.
 */
export function outcomeOfFailure(
  event: AnyEvent,
  error: unknown,
  env: Readonly<Record<string, string | undefined>>,
): Outcome {
  const outcome = nothingSaid(event.hook_event_name, [], []);
  const effect = proceedsOnError(env) ? null : refusalOf(event);
  const text = `hookline failed while it decided ${event.hook_event_name}: ${messageOf(error)}`;
  const said = { level: 'error', code: null, hook: OURSELVES } as const;
  if (effect === null) return { ...outcome, messages: [{ ...said, text: `${text}; no hook had a say` }] };
  const reason = `${text}; refused, because it could not be checked. ${ADVICE}`;
  const block = { effect, reason, hook: OURSELVES };
  return { ...outcome, decision: 'block', block, messages: [{ ...said, text: reason }] };
}

/** Whether the user wants actions to go on when hookline itself fails. */
export const proceedsOnError = (env: Readonly<Record<string, string | undefined>>): boolean =>
  env['HOOKLINE_ON_ERROR'] === 'proceed';

const ADVICE = 'Run "hookline doctor"; HOOKLINE_ON_ERROR=proceed lets actions go on when hookline fails.';

/** An agent that was kept from stopping once is not kept again, because a permanent error would keep it for ever. */
function refusalOf(event: AnyEvent): Effect | null {
  const effect = REFUSALS[event.hook_event_name];
  return effect === 'keep_working' && event['stop_hook_active'] === true ? null : effect;
}

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'an error that has no text';
  }
}

/** The outcome of an event that has no hooks. */
export const emptyOutcome = (event: EventName): Outcome => ({
  event,
  ...NOTHING_SAID,
  messages: [],
  hooks: [],
  diagnostics: [],
});
