import { isDeepStrictEqual } from 'node:util';
import type { AgentEventRow, AgentTable, AnyEvent, Dialect, EventName, Json, JsonObject } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { EVENT_DEPTH, parseJson } from '../text/parse-json.ts';
import { type HeardPatch, patchIn } from './heard-patch.ts';
import { parsePayload, type PayloadContext } from './parse-payload.ts';

/** An agent with the dialect in which it writes payloads and reads answers. */
export interface KnownAgent {
  readonly agent: AgentTable;
  readonly dialect: Dialect;
}

/** What an agent gives to its entry. */
export interface Delivery {
  /** The text on stdin, or the body of a request. */
  readonly text: string;
  /** The event that the entry was registered for, in the agent's words; needed where the payload names none. */
  readonly event?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder in which the entry was started. */
  readonly cwd?: string;
}

/** An event as an agent has told it, without the agent's secrets. */
export type Heard =
  | {
      readonly ok: true;
      /** The agent's name for the event. */
      readonly native: string;
      /** With neutral names of tools. */
      readonly event: AnyEvent;
      readonly project: string | null;
      /** The call changes files by a patch. */
      readonly patch?: HeardPatch;
      /** The agent has called its entry although there is no such event. */
      readonly isNone?: true;
    }
  | { readonly ok: false; readonly why: string; readonly about: HeardName | null };

/** As much as is known about an event that could not be read. */
export interface HeardName {
  readonly native: string;
  readonly name: EventName;
}

/** Turns what an agent writes for its entry into a neutral event. */
export function hear({ agent, dialect }: KnownAgent, { text, event, env, cwd }: Delivery): Heard {
  const about = event === undefined ? null : namedEvent(dialect, event);
  const payload = payloadOf(text);
  if (typeof payload === 'string') return { ok: false, why: payload, about };
  const around: PayloadContext = {
    env: withoutSecretVariables(agent, env),
    ...(cwd === undefined ? {} : { cwd }),
    ...(event === undefined ? {} : { event }),
  };
  const open = withoutFields(payload, agent.secrets.fields);
  const parsed = parsePayload(dialect, open, { ...around, toolNames: 'native' });
  if (!parsed.ok) return { ok: false, why: parsed.why, about };
  if (isNoEvent(agent.events[parsed.native], payload)) return { ...parsed, isNone: true };
  const given = agent.patchTools === undefined ? parsed : parsePayload(dialect, open, around);
  const patch = given.ok ? patchIn(agent, given.event, parsed.event) : null;
  return patch === null ? parsed : { ...parsed, patch };
}

function isNoEvent(row: AgentEventRow | undefined, payload: JsonObject): boolean {
  const none = row?.noEventWhen;
  if (none === undefined) return false;
  const told = payload[none.field];
  return 'is' in none ? isDeepStrictEqual(told, none.is) : !isDeepStrictEqual(told, none.isNot);
}

/** An event by the agent's name for it; null when the agent has no such event. */
export function namedEvent(dialect: Dialect, given: string): HeardName | null {
  const native = dialect.aliases[given] ?? given;
  const name = Object.hasOwn(dialect.events, native) ? dialect.events[native]?.means[0] : undefined;
  return name === undefined ? null : { native, name };
}

/** The payload, or why the text is none. */
function payloadOf(text: string): JsonObject | string {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''), EVENT_DEPTH);
  if (!parsed.ok) return text.trim() === '' ? 'no payload came' : `the payload is ${parsed.why}: ${parsed.detail}`;
  const [value, ...others] = parsed.readings;
  if (!isJsonObject(value)) return 'the payload must be a JSON object';
  return others.length > 0 ? 'a key of the payload is doubled' : value;
}

/** The same object without the fields at these dotted paths. */
function withoutFields(object: JsonObject, paths: readonly string[]): JsonObject {
  return paths.reduce((left, path) => withoutField(left, path.split('.')), object);
}

function withoutField(object: JsonObject, [head = '', ...tail]: readonly string[]): JsonObject {
  if (!Object.hasOwn(object, head)) return object;
  const { [head]: found, ...others } = object;
  if (tail.length === 0) return others;
  const inner: Json | undefined = found;
  return isJsonObject(inner) ? { ...object, [head]: withoutField(inner, tail) } : object;
}

/** An environment without the agent's secrets: for hooks of other systems. */
export const withoutSecretVariables = (
  { secrets }: AgentTable,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.variables.includes(name)));

/** The agent's secrets in an environment, by their names. */
export const secretsIn = (
  { secrets }: AgentTable,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    secrets.variables.flatMap((name) => {
      const value = env[name] ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );

/** An environment without what the agent adds to it: what its own process was started with, as far as can be told. */
export function environmentBeforeAgent(
  { program }: AgentTable,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const isAdded = (name: string): boolean =>
    program.variables.some((known) => (known.endsWith('*') ? name.startsWith(known.slice(0, -1)) : name === known));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isAdded(name)));
}
