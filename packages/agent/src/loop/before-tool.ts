import type { FireOptions } from '@hookline/core/internal';
import { type CallEnd, denyTool, toolError } from '../session/effects.ts';
import { callFactsOf } from './call-facts.ts';
import { decide } from '../permission/decide.ts';
import { remindersOf } from '../session/reminder.ts';
import type { Thread } from '../session/thread.ts';
import { checkInput } from '../tools/check-input.ts';
import type { Stage } from './stage.ts';
import { type ToolRequest, toolFields } from './tool-request.ts';

/** PreToolUse of the dialects whose hooks take part in the permission decision. */
export const beforePermission: Stage = async (thread, request, signal) => {
  const next = await askHooks(thread, request, { point: 'before-permission', signal });
  return 'result' in next ? next : { ...next, seenInput: next.input };
};

/** PreToolUse of the dialects whose hooks see only what was permitted. */
export const afterPermission: Stage = (thread, request, signal) =>
  askHooks(thread, request, { point: 'after-permission', signal });

async function askHooks(thread: Thread, request: ToolRequest, options: FireOptions): Promise<ToolRequest | CallEnd> {
  const { tool, call, wish } = request;
  const fields = { ...toolFields(request), auto_approve: runsUnasked(thread, request) };
  const outcome = await thread.host.fire('PreToolUse', fields, options);
  const reminders = [...request.reminders, ...remindersOf(outcome)];
  const denial = denyTool(thread, call, outcome, reminders);
  if (denial !== null) return denial;
  const input = outcome.updatedInput ?? request.input;
  const problem = checkInput(tool, input);
  if (problem !== null) return toolError(call, problem, reminders);
  const { decision, reason } = outcome;
  return { ...request, input, wish: decision === 'none' ? wish : { decision, reason }, reminders };
}

const runsUnasked = (thread: Thread, request: ToolRequest): boolean =>
  thread.gate === 'open' ||
  decide(thread.session.mode, thread.session.rules, callFactsOf(request, thread)).is === 'allowed';
