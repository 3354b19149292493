import type { JsonObject } from '@hookline/core';
import type { JsonObjectOfSeen, Reading, Run } from '../client.ts';
import { Either, Joined, UNSEEN } from '../fits.ts';
import { asText, isObject } from '../values.ts';
import { hooksOf } from './hooks.ts';
import { addedTexts, bare, isSameResult, resultOf, toolResults, type ToolResult } from './transcript.ts';

/** What a run tells about the event, as an outcome; what it does not tell is `UNSEEN`. */
export function readOutcome(reading: Reading): JsonObjectOfSeen {
  const name = asText(reading.event['hook_event_name']);
  const decision = (DECISIONS[name] ?? nothingDecided)(reading);
  const context = contextsOf(reading);
  return {
    block: null,
    updatedInput: UNSEEN,
    updatedToolOutput: UNSEEN,
    diagnostics: UNSEEN,
    extra: UNSEEN,
    ...decision,
    additionalContext: new Joined(context),
    messages: saidToTheUser(reading.run),
    hooks: hooksOf(reading, decision),
  };
}

type Decide = (reading: Reading) => JsonObjectOfSeen;

const none = (more: JsonObjectOfSeen = {}): JsonObjectOfSeen => ({ decision: 'none', block: null, ...more });

const block = (effect: string, reason: unknown): JsonObjectOfSeen => ({ decision: 'block', block: { effect, reason } });

/** An event that can decide nothing: the run must have come to its end all the same. */
const nothingDecided: Decide = ({ run }) => (run.status === 0 ? none() : block('the run failed', run.stderr));

const endedBy = (run: Run): unknown => resultOf(run)?.['terminal_reason'];

const ownCall = ({ run }: Pick<Reading, 'run'>): ToolResult | undefined => toolResults(run).at(-1);

const preToolUse: Decide = (reading) => {
  const call = ownCall(reading);
  const text = call?.text ?? '';
  const refusal = /^PreToolUse:\S+ hook error: ([\s\S]*)$/.exec(text)?.[1];
  const reason = refusal === undefined ? UNSEEN : bare(refusal, reading.labels);
  if (endedBy(reading.run) === 'hook_stopped')
    return call?.isError === false
      ? { ...block('the tool ran and the turn ended', UNSEEN) }
      : block('end_turn', reason);
  if (endedBy(reading.run) === 'tool_deferred') return { decision: UNSEEN, extra: { defer: true } };
  if (call === undefined) return block('the call came to no end', resultOf(reading.run)?.['result']);
  if (refusal !== undefined) return block('deny_tool', reason);
  if (call.isError && isPermissionDenied(reading.run)) return { decision: 'ask', reason: text };
  const updatedInput = reading.toolInput ?? (isSameResult(reading.run, reading.control) ? null : UNSEEN);
  return { ...none(), decision: permits(reading), updatedInput };
};

/** A call that runs without permission was allowed by the hook, unless it runs without the hook as well. */
function permits({ unpermitted }: Reading): unknown {
  if (unpermitted === undefined || !isRefused(unpermitted.control)) return new Either('none', 'allow');
  return isRefused(unpermitted.run) ? 'none' : 'allow';
}

const isRefused = (run: Run): boolean => toolResults(run).at(-1)?.isError ?? true;

const isPermissionDenied = (run: Run): boolean => run.lines.some(({ subtype }) => subtype === 'permission_denied');

const permissionRequest: Decide = (reading) => {
  const { run, control, toolInput, event } = reading;
  const call = ownCall(reading);
  if (call === undefined || (call.isError && !isSameResult(run, control)))
    return none({ extra: { permission: { behavior: 'deny', message: call?.text ?? UNSEEN, interrupt: UNSEEN } } });
  if (call.isError) return none({ extra: {} });
  const updatedInput = toolInput ?? UNSEEN;
  const isRewritten = toolInput !== undefined && JSON.stringify(toolInput) !== JSON.stringify(event['tool_input']);
  return none({
    extra: {
      permission: { behavior: 'allow', updatedInput: isRewritten ? updatedInput : new Either(undefined, updatedInput) },
    },
  });
};

/** Of a refused prompt the result of the run is the reason. */
const prompt: Decide = ({ run, labels }) => {
  const text = asText(resultOf(run)?.['result'] ?? '');
  const rejected = /^\w+ operation blocked by hook:\n([\s\S]*?)\s*\n\nOriginal prompt: /.exec(text)?.[1];
  if (rejected !== undefined) return block('reject_prompt', bare(rejected, labels));
  const stopped = /^Operation stopped by hook: ([\s\S]*)$/.exec(text)?.[1];
  return stopped === undefined ? none() : block('end_turn', stopped);
};

/** Of what ends the turn after a tool the program does not print the reason. */
const afterTool: Decide = (reading) => {
  if (endedBy(reading.run) === 'hook_stopped') return block('end_turn', UNSEEN);
  const isSame = isSameResult(reading.run, reading.control);
  return none({ updatedToolOutput: isSame ? null : new Either(ownCall(reading)?.text, UNSEEN) });
};

const stop: Decide = (reading) => {
  if (endedBy(reading.run) === 'stop_hook_prevented') return block('end_turn', UNSEEN);
  const feedback = addedTexts(reading.run, reading.control)
    .map((text) => /^(?:Sub\w+ )?Stop hook feedback:\n([\s\S]*)$/.exec(text)?.[1])
    .find((text) => text !== undefined);
  return feedback === undefined ? none() : block('keep_working', bare(feedback, reading.labels));
};

const modelSwitch: Decide = ({ run, labels }) => {
  const response = run.lines.find(({ type }) => type === 'control_response')?.['response'] as JsonObject | undefined;
  const refusal = /^Model switch blocked by a \w+ hook: ([\s\S]*)$/.exec(asText(response?.['error'] ?? ''))?.[1];
  if (refusal !== undefined) return block('refuse_change', bare(refusal, labels));
  return response?.['subtype'] === 'success' ? none() : block('the change failed', response?.['error']);
};

const compaction: Decide = ({ run, labels }) => {
  const text = asText(run.lines.filter(({ type }) => type === 'result').at(-1)?.['result'] ?? '');
  const refusal = /^Compaction blocked by \w+ hook: ([\s\S]*)$/.exec(text)?.[1];
  return refusal === undefined ? none() : block('cancel_compaction', bare(refusal, labels));
};

/** The session works in the folder that the hook named; without one it does not begin. */
const worktree: Decide = (reading) => {
  const call = ownCall(reading);
  if (call === undefined) return block('fail_worktree', new Either(reading.run.stderr.trim(), UNSEEN));
  return none({ extra: { worktreePath: call.text } });
};

const task =
  (effect: string): Decide =>
  (reading) => {
    const text = ownCall(reading)?.text ?? '';
    const refusal = /^\w+ hook feedback:\n([\s\S]*)$/.exec(text)?.[1];
    return refusal === undefined ? none() : block(effect, bare(refusal, reading.labels));
  };

/** The server repeats what the program answered for the person. */
const elicitation: Decide = (reading) => {
  const text = ownCall(reading)?.text ?? '';
  const answer: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
  if (!isObject(answer)) return none();
  const isUsual = isSameResult(reading.run, reading.control);
  if (answer['action'] === 'decline' && !isUsual) return block('decline', UNSEEN);
  return none({ extra: isUsual ? {} : answer });
};

const DECISIONS: Readonly<Record<string, Decide>> = {
  PreToolUse: preToolUse,
  PermissionRequest: permissionRequest,
  UserPromptSubmit: prompt,
  UserPromptExpansion: prompt,
  PostToolUse: afterTool,
  PostToolUseFailure: afterTool,
  PostToolBatch: afterTool,
  Stop: stop,
  SubagentStop: stop,
  PreModelSwitch: modelSwitch,
  PreCompact: compaction,
  WorktreeCreate: worktree,
  TaskCreated: task('refuse_task'),
  TaskCompleted: task('keep_task_open'),
  Elicitation: elicitation,
  ElicitationResult: elicitation,
};

/** What keeps a stopping agent at work is no context. */
const REFUSAL = /^(?:Sub\w+ )?Stop hook (?:feedback:|blocking error)/;
const WRAPPED = /^\w+(?::[^\n]*?)? hook (?:additional context|success): ([\s\S]*)$/;
const FEEDBACK = /^\w+(?::[^\n]*?)? hook blocking error from command: "([\s\S]*)$/;

/** Every text that only a run with the hooks shows to the model. */
function contextsOf({ run, control, labels }: Reading): string {
  return addedTexts(run, control)
    .filter((text) => !REFUSAL.test(text))
    .map((text) => WRAPPED.exec(text)?.[1] ?? feedbackOf(FEEDBACK.exec(text)?.[1], labels) ?? text)
    .map((text) => text.trim())
    .join('\n');
}

function feedbackOf(text: string | undefined, labels: readonly string[]): string | undefined {
  if (text === undefined) return undefined;
  const label = labels.find((each) => text.startsWith(`${each}": `));
  return label === undefined ? text : bare(text.slice(label.length + 3), labels);
}

const saidToTheUser = (run: Run): readonly JsonObject[] =>
  run.lines.flatMap(({ subtype, content }) => {
    const text = subtype === 'informational' ? /^\S+ says: ([\s\S]*)$/.exec(asText(content))?.[1] : undefined;
    return text === undefined ? [] : [{ text }];
  });
