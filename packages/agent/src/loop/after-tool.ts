import { type Json, type Outcome, turnEndOf } from '@hookline/core/internal';
import { type CallEnd, endNote, endTurn, withholdOutput } from '../session/effects.ts';
import { remindersOf, withoutTags } from '../session/reminder.ts';
import type { Thread } from '../session/thread.ts';
import type { ToolEnd } from '../tools/tool.ts';
import { withGrace } from '../async/with-grace.ts';
import type { Execution } from './execute.ts';
import { type ToolRequest, toolFields } from './tool-request.ts';

/** PostToolUse or PostToolUseFailure, and what the model reads in the end. */
export async function afterTool(
  thread: Thread,
  request: ToolRequest,
  execution: Execution,
  signal: AbortSignal,
): Promise<CallEnd> {
  const { end, durationMs } = execution;
  const fields = { ...toolFields(request), duration_ms: durationMs, ...endFields(end) };
  const event = end.ok ? 'PostToolUse' : 'PostToolUseFailure';
  const outcome = await withGrace(signal, (grace) => thread.host.fire(event, fields, { signal: grace }));
  const withheld = withholdOutput(outcome);
  const parts = [
    withoutTags(withheld ?? outputText(end, outcome)),
    ...((end.ok && end.reminders) || []),
    ...endNote(outcome),
    ...request.reminders,
    ...execution.reminders,
    ...remindersOf(outcome),
  ];
  return {
    result: {
      id: request.call.id,
      name: request.call.name,
      output: parts.join('\n'),
      isError: withheld !== null || !end.ok,
    },
    end: endTurn(thread.session, outcome) ?? (end.ok && end.isLast === true ? { how: 'done', reason: null } : null),
    stopsOthers: turnEndOf(outcome).stopsOtherCalls,
  };
}

const endFields = (end: ToolEnd): Readonly<Record<string, Json>> => ({
  ...(end.exitCode === undefined ? {} : { exit_code: end.exitCode }),
  ...(end.ok
    ? { tool_response: end.output ?? end.text }
    : { error: end.error, error_type: end.errorType, is_interrupt: end.errorType === 'interrupted' }),
});

function outputText(end: ToolEnd, { updatedToolOutput }: Outcome): string {
  if (updatedToolOutput === null) return end.ok ? end.text : end.error;
  return typeof updatedToolOutput === 'string' ? updatedToolOutput : JSON.stringify(updatedToolOutput);
}
