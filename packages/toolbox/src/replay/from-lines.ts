import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isJsonObject, type JsonObject, parseEvent, readJsonLine } from '@hookline/core/internal';
import { agentReader } from './agent-transcript.ts';
import { messageReader } from './message-transcript.ts';
import type { ReplayPart, ReplaySource } from './replay-item.ts';
import type { Happened, LineReader } from './transcript.ts';

/**
 * The events of a file of JSON lines: neutral events, a transcript of the reference agent, or one of messages with
 * tool calls.
 */
export const fromLines = (file: string, name: string = file): ReplaySource => ({
  name,
  read: () => partsOf(file, name),
});

async function* partsOf(file: string, name: string): AsyncGenerator<ReplayPart, void> {
  const readers: Readonly<Record<Kind, LineReader>> = { agent: agentReader(), message: messageReader() };
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() !== '') yield* partsIn(line, `${name}:${number}`, readers);
  }
  for (const reader of Object.values(readers)) yield* reader.rest().map(itemOf);
}

type Kind = 'agent' | 'message';

function partsIn(line: string, id: string, readers: Readonly<Record<Kind, LineReader>>): readonly ReplayPart[] {
  const value = readJsonLine(line);
  if (!isJsonObject(value)) return [{ kind: 'unreadable', id, why: 'a JSON object was expected' }];
  if ('hook_event_name' in value) return [eventIn(line, value, id)];
  if (value['v'] === 1 && 'kind' in value)
    return [{ kind: 'unreadable', id, why: 'a line of a record; name the folder of the record instead' }];
  const kind = kindOf(value);
  return kind === null
    ? [{ kind: 'unreadable', id, why: 'neither an event nor a line of a transcript' }]
    : readers[kind].take(value, id).map(itemOf);
}

function eventIn(line: string, { timestamp }: JsonObject, id: string): ReplayPart {
  const parsed = parseEvent(line);
  if (!parsed.ok) return { kind: 'unreadable', id, why: parsed.problem };
  const at = typeof timestamp === 'string' ? timestamp : null;
  return { kind: 'event', id, at, event: parsed.event, project: null, recorded: null, isCut: false };
}

/** Transcripts of messages have a role, or wrap something that has one; other lines are not distinguished further. */
function kindOf(value: JsonObject): Kind | null {
  const { type } = value;
  if (typeof type === 'string' && AGENT_TYPES.has(type) && 'timestamp' in value && !('message' in value))
    return 'agent';
  if ('role' in value || 'message' in value || typeof type === 'string') return 'message';
  return null;
}

const AGENT_TYPES: ReadonlySet<string> = new Set([
  'session',
  'item',
  'hook',
  'mode',
  'title',
  'cwd',
  'compacted',
  'cleared',
  'turn_end',
]);

const itemOf = (happened: Happened): ReplayPart => ({ kind: 'event', isCut: false, ...happened });
