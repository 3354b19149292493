import type { Outcome } from '@hookline/core';
import { declines } from '../session/effects.ts';
import type { ElicitationAnswer } from '../contract/front.ts';
import type { EventFields } from '../session/host.ts';
import type { ElicitationRequest, McpPorts } from './ports.ts';
import { notify } from '../session/notify.ts';
import type { Thread } from '../session/thread.ts';

/** How questions of MCP servers are answered in a thread, and what is told of it. */
export function elicitationsOf(thread: Thread): Pick<McpPorts, 'elicit' | 'onElicited'> {
  const answeredByPerson = new WeakSet<ElicitationRequest>();
  return {
    elicit: (request, signal) => elicit(thread, request, () => answeredByPerson.add(request), signal),
    onElicited: (request, answer) => tellElicited(thread, request, answer, answeredByPerson.has(request)),
  };
}

/** Elicitation, the answer of a hook or of the person, and ElicitationResult, which may still change it. */
async function elicit(
  thread: Thread,
  request: ElicitationRequest,
  onPerson: () => void,
  signal: AbortSignal,
): Promise<ElicitationAnswer> {
  const { message, url, requestedSchema: requested_schema } = request;
  const fields = { ...commonFields(request), message, requested_schema, ...(url === null ? {} : { url }) };
  const asked = await thread.host.fire('Elicitation', fields, { signal });
  const given = answerIn(asked) ?? (await askPerson(thread, request, onPerson, signal));
  const { action, content } = given;
  const told = await thread.host.fire('ElicitationResult', { ...commonFields(request), action, content }, { signal });
  return answerIn(told) ?? given;
}

/** Tells what a server is answered, once nothing can change it any more. */
async function tellElicited(
  thread: Thread,
  { server }: ElicitationRequest,
  answer: ElicitationAnswer,
  isByPerson: boolean,
): Promise<void> {
  thread.session.front.tell({ type: 'elicitation', server, ...answer });
  if (isByPerson) await notify(thread, 'elicitation_response', `${server} is told: ${answer.action}`);
  await notify(thread, 'elicitation_complete', `${server} has its answer: ${answer.action}`);
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

async function askPerson(
  thread: Thread,
  request: ElicitationRequest,
  onPerson: () => void,
  signal: AbortSignal,
): Promise<ElicitationAnswer> {
  const { elicit: ask } = thread.session.front;
  if (ask === null) return { action: 'cancel', content: null };
  await notify(thread, 'elicitation_dialog', `${request.server} asks: ${request.message}`);
  const answer = await ask(request, signal);
  onPerson();
  return answer;
}
