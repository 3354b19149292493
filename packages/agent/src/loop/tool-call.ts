import type { ToolCall } from '../contract/conversation.ts';
import { type CallEnd, toolError } from '../session/effects.ts';
import { askPermission } from './ask-permission.ts';
import type { Thread } from '../session/thread.ts';
import { execute } from './execute.ts';
import { afterTool } from './after-tool.ts';
import { afterPermission, beforePermission } from './before-tool.ts';
import { recheckChange } from './recheck-change.ts';
import type { Stage } from './stage.ts';
import { NO_WISH, type ToolRequest } from './tool-request.ts';

const STAGES: readonly Stage[] = [beforePermission, askPermission, recheckChange, afterPermission, recheckChange];

/** Carries one tool call from the model's wish to the result that it will read, which is kept as soon as it is there. */
export async function runToolCall(thread: Thread, call: ToolCall, signal: AbortSignal): Promise<CallEnd> {
  tellCall(thread, call);
  const end = await carryThrough(thread, call, signal);
  keepResult(thread, end);
  return end;
}

/** Gives a call a result without running it; no hook is asked about it. */
export function answerUnrun(thread: Thread, call: ToolCall, end: CallEnd): void {
  tellCall(thread, call);
  keepResult(thread, end);
}

function tellCall({ session, agentId: agent }: Thread, { id, name, input }: ToolCall): void {
  session.ui.tell({ type: 'tool_call', id, name, input: input ?? {}, agent });
}

function keepResult(thread: Thread, { result }: CallEnd): void {
  thread.add({ kind: 'results', results: [result] });
  const { id, name, output, isError: is_error } = result;
  thread.session.ui.tell({ type: 'tool_result', id, name, output, is_error, agent: thread.agentId });
}

async function carryThrough(thread: Thread, call: ToolCall, signal: AbortSignal): Promise<CallEnd> {
  if (signal.aborted) return toolError(call, 'Interrupted before it was run.');
  const tool = thread.tools().find(({ name }) => name === call.name);
  if (tool === undefined) return toolError(call, `There is no tool ${call.name}.`);
  if (call.input === null) return toolError(call, `The input must be a JSON object; it was: ${call.rawInput ?? ''}`);
  const { input } = call;
  let request: ToolRequest = { tool, call, input, seenInput: input, wish: NO_WISH, reminders: [] };
  for (const stage of STAGES) {
    const next = await stage(thread, request, signal);
    if ('result' in next) return next;
    request = next;
  }
  return afterTool(thread, request, await execute(thread, request, signal), signal);
}
