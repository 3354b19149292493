import type { JsonObject } from '@hookline/core';
import type { Run } from './client.ts';
import { asText, isObject } from './values.ts';

/** One message as the model reads it, whatever the words of its server. */
export interface Message {
  readonly role: 'user' | 'tool' | 'model' | 'system';
  readonly text: string;
}

/** The requests in which the agent asks its model, in their order. */
export const requestsOf = (run: Run): readonly JsonObject[] =>
  run.requests.map(({ body }) => body).filter((body) => Array.isArray(body['tools']) && body['tools'].length > 0);

/** Every message that the model was shown, each once, in the order in which it came. */
export function messagesOf(run: Run): readonly Message[] {
  const all = requestsOf(run).flatMap((body) =>
    Array.isArray(body['contents']) ? contents(body) : Array.isArray(body['input']) ? items(body) : chat(body),
  );
  return [...new Map(all.map((message) => [JSON.stringify(message), message])).values()];
}

/** What the last tool call gave the model. */
export const lastResult = (run: Run): string | undefined =>
  messagesOf(run).findLast(({ role }) => role === 'tool')?.text;

const itemsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

const ROLES: Readonly<Record<string, Message['role']>> = { tool: 'tool', assistant: 'model', system: 'system' };

/** Chat completions; each part of a message is one of its own. */
const chat = (body: JsonObject): readonly Message[] =>
  itemsOf(body['messages']).flatMap(({ role, content }) =>
    textsIn(content).map((text) => ({ role: ROLES[asText(role)] ?? 'user', text })),
  );

const textsIn = (content: unknown): readonly string[] =>
  typeof content === 'string' ? [content] : itemsOf(content).map(({ text }) => asText(text));

/** OpenAI's Responses: calls and their results are items of their own. */
const items = (body: JsonObject): readonly Message[] =>
  itemsOf(body['input']).flatMap(({ type, role, content, output }): readonly Message[] => {
    if (type === 'function_call_output') return textsIn(output).map((text) => ({ role: 'tool', text }));
    return textsIn(content).map((text) => ({ role: ROLES[asText(role)] ?? 'user', text }));
  });

/** Gemini's contents: the result of a call is a part of the user. */
const contents = (body: JsonObject): readonly Message[] =>
  itemsOf(body['contents']).flatMap(({ role, parts }) =>
    itemsOf(parts).map((part) =>
      isObject(part['functionResponse'])
        ? { role: 'tool', text: responseText(part['functionResponse']) }
        : { role: role === 'model' ? 'model' : 'user', text: asText(part['text']) },
    ),
  );

function responseText({ response }: Readonly<Record<string, unknown>>): string {
  if (!isObject(response)) return '';
  return typeof response['error'] === 'string' ? `error: ${response['error']}` : asText(response['output']);
}

const withoutNoise = (text: string, noise: readonly RegExp[]): string =>
  noise.reduce((left, pattern) => left.replaceAll(pattern, ''), text);

/** Whether two texts are the same but for what differs from run to run. */
export const sameText = (text: string, other: string, noise: readonly RegExp[]): boolean =>
  withoutNoise(text.replaceAll(PLACE, ''), noise) === withoutNoise(other.replaceAll(PLACE, ''), noise);

/** Each run has a place of its own; a call may name that of another run. */
const PLACE = /\/[\w./-]*hookline-client-\w+/g;

function textsFor(run: Run, noise: readonly RegExp[]): readonly string[] {
  const texts = messagesOf(run)
    .filter(({ role }) => role !== 'model')
    .map(({ text }) => withoutNoise(text.replaceAll(PLACE, '{{root}}'), noise).trim());
  return [...new Set(texts)];
}

/** What the model was shown in this run and not in the other, in the order in which it came. */
export function addedTexts(run: Run, control: Run, noise: readonly RegExp[]): readonly string[] {
  const usual = textsFor(control, noise).toSorted((one, other) => other.length - one.length);
  const added = textsFor(run, noise)
    .map((text) => usual.reduce(without, text).trim())
    .filter((text) => text !== '');
  return [...new Set(added)].map((text) => text.replaceAll('{{root}}', run.root));
}

/** Programs join texts that come together. */
function without(text: string, usual: string): string {
  if (usual === '') return text;
  if (text.startsWith(usual)) return text.slice(usual.length);
  return text.endsWith(usual) ? text.slice(0, -usual.length) : text;
}
