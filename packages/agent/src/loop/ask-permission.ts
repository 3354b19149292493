import type { CallEnd } from '../session/effects.ts';
import { retryDenied, toolError } from '../session/effects.ts';
import type { Stage } from './stage.ts';
import { type ToolRequest, toolFields } from './tool-request.ts';
import { notify } from '../session/notify.ts';
import type { Thread } from '../session/thread.ts';
import { withGrace } from '../async/with-grace.ts';
import { askPermissionHooks } from './ask-permission-hooks.ts';
import { callFactsOf } from './call-facts.ts';
import { decide } from '../permission/decide.ts';
import { ruleForAlways, ruleText } from '../permission/rules.ts';

/** What the gate made of a request; `end` ends the turn as well. */
export type Ruling =
  | { readonly allowed: ToolRequest }
  | {
      readonly denied: string;
      readonly end: CallEnd['end'];
      /** The other calls of the same reply are not run. */
      readonly stopsOthers?: boolean;
      readonly isByUser?: true;
    }
  /** Not answered yet. */
  | { readonly open: ToolRequest };

/** The permission gate. A call that it denies is tried once more when a hook asks for it, unless the user said no. */
export const askPermission: Stage = async (thread, request, signal) => {
  if (thread.gate === 'open') return request;
  const first = await rule(thread, request, signal);
  if ('allowed' in first) return first.allowed;
  const fields = { ...toolFields(request), reason: first.denied };
  const denial = await withGrace(signal, (grace) => thread.host.fire('PermissionDenied', fields, { signal: grace }));
  const isFinal = first.isByUser === true || first.end !== null || signal.aborted;
  if (!retryDenied(denial) || isFinal) return denied(thread, request, first);
  const second = await rule(thread, request, signal);
  if ('allowed' in second) return second.allowed;
  return denied(thread, request, { ...second, denied: `${second.denied} A hook asks that it be tried again.` });
};

type FinalRuling = Exclude<Ruling, { readonly open: ToolRequest }>;

/** Rules and mode first, then hooks, then the user. */
async function rule(thread: Thread, request: ToolRequest, signal: AbortSignal): Promise<FinalRuling> {
  const { session } = thread;
  const standing = decide(session.mode, session.rules, callFactsOf(request, thread));
  switch (standing.is) {
    case 'allowed':
      return { allowed: request };
    case 'denied':
      return { denied: `${request.tool.name} is not allowed: ${standing.reason}.`, end: null };
    case 'asked': {
      const answered = await askPermissionHooks(thread, request, signal);
      return 'open' in answered ? askUser(thread, answered.open, standing.reason, signal) : answered;
    }
  }
}

async function askUser(
  thread: Thread,
  request: ToolRequest,
  reason: string | null,
  signal: AbortSignal,
): Promise<FinalRuling> {
  const { session } = thread;
  const { name: tool } = request.tool;
  const why = reason === null ? '' : ` (${reason})`;
  if (session.ui.askPermission === null)
    return { denied: `${tool} needs permission${why}, and no user is there to give it.`, end: null };
  await notify(thread, 'permission_prompt', `Permission requested for ${tool}`, { tool_name: tool });
  const always = ruleForAlways(callFactsOf(request, thread));
  const question = { tool, input: request.input, reason, rule: ruleText(always) };
  const answer = await session.ui.askPermission(question, signal);
  if (!answer.allow)
    return { denied: answer.message ?? `The user does not allow ${tool} here.`, end: null, isByUser: true };
  if (answer.always) session.rules = [...session.rules, always];
  return { allowed: request };
}

function denied(
  { session }: Thread,
  request: ToolRequest,
  { denied: reason, end, stopsOthers = false }: Extract<FinalRuling, { denied: string }>,
): CallEnd {
  session.ui.tell({ type: 'permission', tool: request.tool.name, allowed: false, reason });
  return { ...toolError(request.call, reason, request.reminders), end, stopsOthers };
}
