import {
  annotationOf,
  type Block,
  boundOf,
  type Effect,
  type EventName,
  turnEndOf,
  type HookRun,
  hostText,
  type Level,
  type Outcome,
} from '@hookline/core/internal';
import type { ToolCall, ToolResult } from '../contract/conversation.ts';
import type { TurnEnd } from '../contract/agent-event.ts';
import { reminder, withoutTags } from './reminder.ts';
import type { Session } from './session.ts';
import { showMessage } from './show-message.ts';
import { addReminders, type Thread } from './thread.ts';

// What each effect of the specification makes this agent do: one function each, in the order of the specification.
// The code that fires an event asks here what its outcome means.

const TOOL_ENDS = ['PostToolUse', 'PostToolUseFailure'] as const;
const STOPS = ['Stop', 'TurnEnd', 'SubagentStop'] as const;

/** The events at which the agent carries each effect out: a new effect does not compile before it has a row. */
export const EFFECTS = {
  reject_prompt: ['UserPromptSubmit', 'TurnStart', 'UserPromptExpansion'],
  deny_tool: ['PreToolUse'],
  withhold_output: TOOL_ENDS,
  end_turn: [
    'UserPromptExpansion',
    'UserPromptSubmit',
    'TurnStart',
    'PreToolUse',
    'PermissionRequest',
    ...TOOL_ENDS,
    'PostToolBatch',
    'PreModelTurn',
    'PostModelTurn',
    ...STOPS,
  ],
  keep_working: [...STOPS, 'TeammateIdle'],
  retry_turn: ['PreModelTurn'],
  cancel_compaction: ['PreCompact'],
  suppress_compaction: ['PreCompact'],
  suppress_notification: ['Notification'],
  abort_session: ['SessionStart'],
  keep_session: ['SessionEnd'],
  refuse_subagent: ['SubagentStart'],
  refuse_change: ['ConfigChange', 'PreModelSwitch'],
  fail_worktree: ['WorktreeCreate'],
  decline: ['Elicitation', 'ElicitationResult'],
  refuse_task: ['TaskCreated'],
  keep_task_open: ['TaskCompleted'],
} as const satisfies Record<Effect, readonly EventName[]>;

/** The effects that the agent carries out at one event. */
export type EffectAt<Name extends EventName> = {
  readonly [Each in Effect]: Name extends (typeof EFFECTS)[Each][number] ? Each : never;
}[Effect];

/** How a tool call ended: what the model reads, and the end of the turn when a hook wants it. */
export interface CallEnd {
  readonly result: ToolResult;
  readonly end: TurnEnd | null;
  /** True when the other calls of the same reply are not run. */
  readonly stopsOthers: boolean;
}

/** A call that did not run; the model reads why, and what hooks want it to know. */
export const toolError = ({ id, name }: ToolCall, why: string, reminders: readonly string[] = []): CallEnd => ({
  result: { id, name, output: [withoutTags(why), ...reminders].join('\n'), isError: true },
  end: null,
  stopsOthers: false,
});

/** `reject_prompt`: the prompt is dropped, the user learns why. An end of the turn before it began is the same. */
export function rejectPrompt(session: Session, { block }: Outcome): TurnEnd | null {
  if (block === null) return null;
  const reason = block.reason ?? 'A hook rejected the prompt.';
  say(session, 'warning', reason, block);
  return { how: 'rejected', reason };
}

/** `deny_tool`: the tool does not run, the model reads the reason as a tool error. */
export function denyTool(
  thread: Thread,
  call: ToolCall,
  outcome: Outcome,
  reminders: readonly string[],
): CallEnd | null {
  if (outcome.block === null) return null;
  const refusal = toolError(call, hostText(outcome, { tool: call.name }) ?? 'A hook denied the call.', reminders);
  return { ...refusal, end: endTurn(thread.session, outcome), stopsOthers: turnEndOf(outcome).stopsOtherCalls };
}

/** `withhold_output`: the model reads the reason in place of the tool's result. */
export const withholdOutput = (outcome: Outcome): string | null =>
  outcome.block?.effect === 'withhold_output' ? (hostText(outcome) ?? 'A hook withheld the output.') : null;

/** `end_turn`: the turn ends, the reason is a warning to the user. */
export function endTurn(session: Session, { block }: Outcome): TurnEnd | null {
  if (block?.effect !== 'end_turn') return null;
  const reason = block.reason ?? 'A hook ended the turn.';
  say(session, 'warning', reason, block);
  return { how: 'ended_by_hook', reason };
}

/** What a hook that ends the turn adds to the output of the tool, where its dialect does so. */
export const endNote = (outcome: Outcome): readonly string[] => {
  const note = outcome.block?.effect === 'end_turn' ? annotationOf(outcome) : null;
  return [...(note === null ? [] : [withoutTags(note)]), ...endReminder(outcome)];
};

/** Why the turn ends, for the model to read when it is asked next, where the dialect of the hook tells it. */
export const endReminder = (outcome: Outcome): readonly string[] => {
  const text = turnEndOf(outcome).forModel;
  return text === null ? [] : [reminder(text)];
};

/** How often each dialect has kept this turn from ending at one event. */
export type StopCounts = Map<string, number>;

/** What becomes of a hook that wants the agent to go on: an instruction, or a dialect past its bound. */
export type KeepWorkingAnswer = { readonly instruction: string } | { readonly exhausted: string };

/** `keep_working`: the agent does not stop, the reason is its next instruction; past its bound a dialect is ignored. */
export function keepWorking(session: Session, outcome: Outcome, counts: StopCounts): KeepWorkingAnswer | null {
  const { block } = outcome;
  if (block?.effect !== 'keep_working') return null;
  const bound = boundOf(outcome) ?? 0;
  const dialect = outcome.hooks.find(({ id }) => id === block.hook)?.dialect ?? '';
  const count = (counts.get(dialect) ?? 0) + 1;
  counts.set(dialect, count);
  if (count <= bound) return { instruction: hostText(outcome) ?? 'A hook wants you to go on.' };
  say(session, 'warning', `stopping although a hook objects: it has kept this turn going ${bound} times`, block);
  return { exhausted: dialect };
}

/** `retry_turn`: the model turn goes back with the reason injected; past the bound the turn is handed back. */
export function retryTurn(thread: Thread, outcome: Outcome, retries: number): TurnEnd | null {
  const { block } = outcome;
  if (block === null) return null;
  const bound = boundOf(outcome) ?? 0;
  if (retries <= bound) {
    const name = outcome.hooks.find(({ id }) => id === block.hook)?.name;
    addReminders(thread, [reminder(hostText(outcome) ?? 'A hook sent this turn back.', name)]);
    return null;
  }
  const reason = `a hook sent the model turn back ${bound} times in a row; the turn is handed back`;
  say(thread.session, 'warning', reason, block);
  return { how: 'failed', reason };
}

/** `cancel_compaction` is shown to the user, `suppress_compaction` is not; in both cases nothing is compacted. */
export function skipsCompaction(session: Session, { block }: Outcome): boolean {
  if (block?.effect === 'cancel_compaction')
    say(session, 'info', `the conversation was not compacted: ${block.reason ?? 'a hook cancelled it'}`, block);
  return block !== null;
}

/** `suppress_notification`: the user is not notified. */
export const suppressesNotification = ({ block }: Outcome): boolean => block?.effect === 'suppress_notification';

/** `abort_session`: the session does not start. */
export const abortSession = ({ block }: Outcome): { readonly reason: string } | null =>
  block?.effect === 'abort_session' ? { reason: block.reason ?? 'A hook aborted the session.' } : null;

/** `keep_session`: an exit that the user asked for is called off; any other exit goes on. */
export function keepSession(session: Session, { block }: Outcome, isAskedFor: boolean): boolean {
  if (block?.effect !== 'keep_session') return false;
  const reason = block.reason ?? 'a hook wants the session to stay';
  say(session, 'warning', isAskedFor ? reason : `the session ends although a hook objects: ${reason}`, block);
  return isAskedFor;
}

/** `refuse_subagent`: the sub-agent is not started, its parent reads the reason. */
export const refuseSubagent = (outcome: Outcome): string | null =>
  outcome.block?.effect === 'refuse_subagent' ? (hostText(outcome) ?? 'A hook refused the sub-agent.') : null;

/** `refuse_change`: the running session keeps its old configuration, or its model. */
export function refusesChange(session: Session, { block }: Outcome, what: string): boolean {
  if (block?.effect !== 'refuse_change') return false;
  say(session, 'warning', `the change of ${what} is not taken over: ${block.reason ?? 'a hook refused it'}`, block);
  return true;
}

/** `fail_worktree`: the worktree is not made. */
export const failWorktree = ({ block }: Outcome): string | null =>
  block?.effect === 'fail_worktree' ? (block.reason ?? 'a hook made no worktree') : null;

/** `decline`: the elicitation is declined. */
export const declines = ({ block }: Outcome): boolean => block?.effect === 'decline';

/** `refuse_task`, `keep_task_open`: what the model reads instead of the result of the task tool. */
export const refusedTask = (outcome: Outcome): string | null =>
  outcome.block === null ? null : (hostText(outcome) ?? 'A hook refused the change of the task list.');

/** `retry` of a denied call: the gate is passed once more. */
export const retryDenied = ({ extra }: Outcome): boolean => extra.retry === true;

/** `suppressOriginalPrompt`: the model gets what hooks say in place of the prompt; with nothing in its place the turn ends. */
export function suppressPrompt(session: Session, outcomes: readonly Outcome[]): 'left-out' | TurnEnd | null {
  if (!outcomes.some(({ extra }) => extra.suppressOriginalPrompt === true)) return null;
  if (outcomes.some(({ additionalContext }) => additionalContext.length > 0)) return 'left-out';
  const reason = 'A hook keeps the prompt from the model, and gives nothing in its place.';
  showMessage(session.ui, 'warning', reason);
  return { how: 'rejected', reason };
}

/** `displayContent`: shown in place of the message; the model's own words stay what they are. */
export const displayedText = ({ extra }: Outcome, text: string): string => extra.displayContent ?? text;

/** `initialUserMessage`: the first prompt of the session. */
export const firstPrompt = ({ extra }: Outcome): string | null => extra.initialUserMessage ?? null;

/** `clearContext`: the conversation starts again with nothing but the instructions of the project. */
export const clearsContext = ({ extra }: Outcome): boolean => extra.clearContext === true;

/** `suppressOutput`: what the hook printed is not shown. */
export const suppressOutput = (run: HookRun): HookRun => (run.quiet ? { ...run, stdout: '', stderr: '' } : run);

/** `sessionTitle`: shown to the user, kept in the transcript. */
export function setTitle({ ui, write }: Session, { extra: { sessionTitle: title } }: Outcome): void {
  if (title === undefined) return;
  write({ type: 'title', title });
  ui.tell({ type: 'title', title });
}

function say({ ui }: Session, level: Level, text: string, block: Block): void {
  showMessage(ui, level, text, block.hook);
}
