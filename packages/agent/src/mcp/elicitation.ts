import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client';
import { isJsonObject, type Json, type JsonObject } from '@hookline/core/internal';
import type { ElicitationAnswer } from '../contract/user-interface.ts';
import { causeOf, oneLine } from './failure-text.ts';
import type { ElicitationRequest, McpPorts } from './ports.ts';

/** Passes a server's question on and gives it the answer; one that does not fit what was asked for is declined. */
export async function answerElicitation(
  server: string,
  params: ElicitRequestParams,
  ports: Pick<McpPorts, 'elicit' | 'onElicited' | 'onProblem'>,
  signal: AbortSignal,
): Promise<ElicitResult> {
  const request = requestOf(server, params);
  try {
    const answer = fitting(await ports.elicit(request, signal), request, ports);
    await ports.onElicited(request, answer);
    return resultOf(answer, request);
  } catch (error) {
    if (!signal.aborted) ports.onProblem(oneLine(`MCP server "${server}" was answered "cancel": ${causeOf(error)}`));
    return { action: 'cancel' };
  }
}

function fitting(
  answer: ElicitationAnswer,
  request: ElicitationRequest,
  { onProblem }: Pick<McpPorts, 'onProblem'>,
): ElicitationAnswer {
  const problem = problemOf(answer, request);
  if (problem === null) return answer;
  const told = `MCP server "${request.server}" was answered "decline": the answer to "${request.message}" ${problem}`;
  onProblem(oneLine(told));
  return { action: 'decline', content: null };
}

function requestOf(server: string, params: ElicitRequestParams): ElicitationRequest {
  const { message } = params;
  if (params.mode === 'url') {
    const elicitationId = params.elicitationId ?? null;
    return { server, message, mode: 'url', url: params.url, requestedSchema: null, elicitationId };
  }
  const requestedSchema = JSON.parse(JSON.stringify(params.requestedSchema)) as JsonObject;
  return { server, message, mode: 'form', url: null, requestedSchema, elicitationId: null };
}

function problemOf(
  { action, content }: ElicitationAnswer,
  { mode, requestedSchema }: ElicitationRequest,
): string | null {
  if (action !== 'accept' || mode === 'url') return null;
  if (!isJsonObject(content)) return 'is no object';
  const missing = textsOf(requestedSchema?.['required']).find((name) => !Object.hasOwn(content, name));
  if (missing !== undefined) return `lacks "${missing}"`;
  const properties = requestedSchema?.['properties'] ?? {};
  for (const [name, value] of Object.entries(content)) {
    const schema = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!fits(value, isJsonObject(schema) ? schema : {})) return `has a wrong value for "${name}"`;
  }
  return null;
}

function fits(value: Json, schema: JsonObject): boolean {
  const { type, enum: choices } = schema;
  if (Array.isArray(choices) && !choices.includes(value)) return false;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array' || Array.isArray(value)) return isTextList(value);
  return type === undefined ? ['string', 'number', 'boolean'].includes(typeof value) : typeof value === type;
}

const isTextList = (value: Json): boolean => Array.isArray(value) && textsOf(value).length === value.length;

const textsOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

function resultOf({ action, content }: ElicitationAnswer, { mode }: ElicitationRequest): ElicitResult {
  if (action !== 'accept' || mode === 'url') return { action };
  return { action, content: content as NonNullable<ElicitResult['content']> };
}
