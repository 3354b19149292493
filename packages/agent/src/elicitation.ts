import type { Outcome } from '@hookline/core';
import { declines } from './effects.ts';
import type { ElicitationAnswer } from './front.ts';
import type { EventFields } from './host.ts';
import type { ElicitationRequest } from './mcp/ports.ts';
import { notify } from './notify.ts';
import type { Thread } from './thread.ts';

/** Elicitation, the answer of a hook or of the person, and ElicitationResult, which may still change it. */
export async function elicit(
  thread: Thread,
  request: ElicitationRequest,
  signal: AbortSignal,
): Promise<ElicitationAnswer> {
  const { message, url, requestedSchema: requested_schema } = request;
  const fields = { ...commonFields(request), message, requested_schema, ...(url === null ? {} : { url }) };
  const asked = await thread.host.fire('Elicitation', fields, { signal });
  const given = answerIn(asked) ?? (await askPerson(thread, request, signal));
  const { action, content } = given;
  const told = await thread.host.fire('ElicitationResult', { ...commonFields(request), action, content }, { signal });
  const answer = answerIn(told) ?? given;
  thread.session.front.tell({ type: 'elicitation', server: request.server, ...answer });
  return answer;
}

const commonFields = ({ server, mode, elicitationId }: ElicitationRequest): EventFields => ({
  mcp_server_name: server,
  mode,
  ...(elicitationId === null ? {} : { elicitation_id: elicitationId }),
});

/** What hooks answer in the person's place; null when they leave it open. */
function answerIn(outcome: Outcome): ElicitationAnswer | null {
  if (declines(outcome)) return { action: 'decline', content: null };
  const action = ACTIONS.find((word) => word === outcome.extra.action);
  return action === undefined ? null : { action, content: outcome.extra.content ?? null };
}

const ACTIONS = ['accept', 'decline', 'cancel'] as const;

async function askPerson(thread: Thread, request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationAnswer> {
  const { elicit: ask } = thread.session.front;
  if (ask === null) return { action: 'cancel', content: null };
  await notify(thread, 'elicitation_dialog', `${request.server} asks: ${request.message}`);
  const answer = await ask(request, signal);
  await notify(thread, 'elicitation_response', `${request.server} is told: ${answer.action}`);
  return answer;
}
