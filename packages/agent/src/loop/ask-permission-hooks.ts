import {
  isJsonObject,
  type JsonObject,
  type Outcome,
  prepareBashParser,
  type Scope,
  turnEndOf,
} from '@hookline/core/internal';
import { endTurn } from '../session/effects.ts';
import { type ToolRequest, toolFields } from './tool-request.ts';
import { switchMode } from '../session/switch-mode.ts';
import type { Thread } from '../session/thread.ts';
import { checkInput } from '../tools/check-input.ts';
import type { Ruling } from './ask-permission.ts';
import { callFactsOf } from './call-facts.ts';
import { ruleToSuggest } from '../permission/rules.ts';
import { type StoredFor, storeUpdates } from '../permission/stored-rules.ts';
import { updatePermissions } from '../permission/update.ts';
import { showMessage } from '../session/show-message.ts';

/** PermissionRequest: a hook may answer in the user's place. */
export async function askPermissionHooks(thread: Thread, request: ToolRequest, signal: AbortSignal): Promise<Ruling> {
  const fields = { ...toolFields(request), permission_suggestions: suggestions(thread, request) };
  const outcome = await thread.host.fire('PermissionRequest', fields, { signal });
  const end = endTurn(thread.session, outcome);
  if (end !== null) return { denied: end.reason ?? '', end, stopsOthers: turnEndOf(outcome).stopsOtherCalls };
  if (outcome.block !== null) return { denied: outcome.block.reason ?? notAllowed(request), end: null };
  const answer = outcome.extra.permission;
  if (answer === undefined) return { open: request };
  return answer['behavior'] === 'allow' ? allow(thread, request, answer, outcome) : deny(request, answer);
}

const suggestions = (thread: Thread, request: ToolRequest): readonly JsonObject[] => {
  const suggested = ruleToSuggest(callFactsOf(request, thread));
  if (suggested === null) return [];
  const { tool: toolName, content } = suggested;
  const rule = content === null ? { toolName } : { toolName, ruleContent: content };
  return [{ type: 'addRules', rules: [rule], behavior: 'allow', destination: 'session' }];
};

async function allow(thread: Thread, request: ToolRequest, answer: JsonObject, { hooks }: Outcome): Promise<Ruling> {
  const { session } = thread;
  const input = isJsonObject(answer['updatedInput']) ? answer['updatedInput'] : request.input;
  const problem = checkInput(request.tool, input);
  if (problem !== null) return { denied: problem, end: null };
  const { rules, mode } = updatePermissions(session, answer['updatedPermissions']);
  // Rules that a hook gives may be about parts of a command line.
  if (rules !== session.rules) await prepareBashParser();
  session.rules = rules;
  for (const text of storeUpdates(session, answer['updatedPermissions'], widest(hooks)))
    showMessage(session.ui, 'info', `permission rules of a hook are ${text}`);
  await switchMode(session, thread.host, mode);
  return { allowed: { ...request, input } };
}

/** Hooks of a project are trusted with that project alone. */
const widest = (hooks: Outcome['hooks']): StoredFor =>
  hooks.every(({ scope, status }) => status === 'skipped' || WIDE.has(scope)) ? 'user' : 'project';

const WIDE: ReadonlySet<Scope> = new Set<Scope>(['managed', 'user', 'flag', 'plugin']);

function deny(request: ToolRequest, { message, interrupt }: JsonObject): Ruling {
  const denied = typeof message === 'string' && message !== '' ? message : notAllowed(request);
  return interrupt === true
    ? { denied, end: { how: 'ended_by_hook', reason: denied }, stopsOthers: true }
    : { denied, end: null };
}

const notAllowed = ({ tool }: ToolRequest): string => `A hook does not allow ${tool.name}.`;
