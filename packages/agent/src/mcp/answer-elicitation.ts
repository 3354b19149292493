import type { Outcome } from '@hookline/core';
import { declines } from '../session/effects.ts';
import type { ElicitationAnswer } from '../contract/user-interface.ts';
import type { EventFields } from '../session/host.ts';
import type { ElicitationRequest, McpPorts } from './ports.ts';
import { notify } from '../session/notify.ts';
import type { Thread } from '../session/thread.ts';

/** How questions of MCP servers are answered in a thread, and reported. */
export function elicitationsOf(thread: Thread): Pick<McpPorts, 'elicit' | 'onElicited'> {
  const answeredByUser = new WeakSet<ElicitationRequest>();
  return {
    elicit: (request, signal) => elicit(thread, request, () => answeredByUser.add(request), signal),
    onElicited: (request, answer) => tellElicited(thread, request, answer, answeredByUser.has(request)),
  };
}

/** Elicitation, the answer of a hook or of the user, and ElicitationResult, which may still change it. */
async function elicit(
  thread: Thread,
  request: ElicitationRequest,
  onUserAnswer: () => void,
  signal: AbortSignal,
): Promise<ElicitationAnswer> {
  const { message, url, requestedSchema: requested_schema } = request;
  const fields = { ...commonFields(request), message, requested_schema, ...(url === null ? {} : { url }) };
  const asked = await thread.host.fire('Elicitation', fields, { signal });
  const given = answerIn(asked) ?? (await askUser(thread, request, onUserAnswer, signal));
  const { action, content } = given;
  const told = await thread.host.fire('ElicitationResult', { ...commonFields(request), action, content }, { signal });
  return answerIn(told) ?? given;
}

/** Reports what a server is answered, once it is final. */
async function tellElicited(
  thread: Thread,
  { server }: ElicitationRequest,
  answer: ElicitationAnswer,
  isByUser: boolean,
): Promise<void> {
  thread.session.ui.tell({ type: 'elicitation', server, ...answer });
  if (isByUser) await notify(thread, 'elicitation_response', `${server} was answered: ${answer.action}`);
  await notify(thread, 'elicitation_complete', `${server} has its answer: ${answer.action}`);
}

const commonFields = ({ server, mode, elicitationId }: ElicitationRequest): EventFields => ({
  mcp_server_name: server,
  mode,
  ...(elicitationId === null ? {} : { elicitation_id: elicitationId }),
});

/** What hooks answer in the user's place; null when they do not answer. */
function answerIn(outcome: Outcome): ElicitationAnswer | null {
  if (declines(outcome)) return { action: 'decline', content: null };
  const action = ACTIONS.find((word) => word === outcome.extra.action);
  return action === undefined ? null : { action, content: outcome.extra.content ?? null };
}

const ACTIONS = ['accept', 'decline', 'cancel'] as const;

async function askUser(
  thread: Thread,
  request: ElicitationRequest,
  onUserAnswer: () => void,
  signal: AbortSignal,
): Promise<ElicitationAnswer> {
  const { elicit: ask } = thread.session.ui;
  if (ask === null) return { action: 'cancel', content: null };
  await notify(thread, 'elicitation_dialog', `${request.server} asks: ${request.message}`);
  const answer = await ask(request, signal);
  onUserAnswer();
  return answer;
}
