import type { Diagnostic, EventName, HookRun, Message, Outcome, VerdictMessage } from '../model/index.ts';
import { forTerminal } from '../text/visible.ts';
import type { Ended } from './background.ts';
import type { Folded } from './fold.ts';
import { contextsOf, NOTHING_SAID } from './fold.ts';
import type { Fire, Ports } from './ports.ts';

/** What is to be said beside what hooks say. */
interface Notices {
  readonly notices?: readonly VerdictMessage[];
}

/** The whole outcome; `ends` are those of background hooks that were waited for. */
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

/** Takes out warnings that have been given before. */
export const onlyFirst = (folded: Folded, ports: Pick<Ports, 'isFirst'>): Folded =>
  folded.messages.length === 0
    ? folded
    : { ...folded, messages: folded.messages.filter(({ once }) => once === undefined || ports.isFirst(once)) };

/** The outcome when no hook had anything to say: most are, so it is written out key by key, and shares what is empty. */
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

/** Messages are for people: nothing in them may move a cursor or hide itself. */
export const shown = ({ level, text, code, hook }: VerdictMessage): Message => ({
  level,
  text: forTerminal(text),
  code: code ?? null,
  hook,
});
