import { isJsonObject, type Json, type JsonObject } from '@hookline/core/internal';
import {
  callEvent,
  type Happened,
  type LineReader,
  type OpenCall,
  PASSED,
  promptEvent,
  resultEvent,
  type Surroundings,
} from './transcript.ts';

/** Reads messages with `tool_use` and `tool_result` blocks, bare or wrapped in lines with session, folder and time. */
export function messageReader(): LineReader {
  const open = new Map<string, OpenCall>();
  return {
    take: (line, id) => {
      const message = isJsonObject(line['message']) ? line['message'] : line;
      const around = surroundingsOf(line);
      if (message['role'] === 'assistant') for (const call of callsIn(message, around, id)) open.set(call.callId, call);
      return message['role'] === 'user' ? userEvents({ message, line, around, id }, open) : [];
    },
    // A call without a result may have been refused, or cut off.
    rest: () => [...open.values()].map((call) => callEvent(call, null)),
  };
}

const surroundingsOf = (line: JsonObject): Surroundings => ({
  session: textOf(line['sessionId']) ?? textOf(line['session_id']),
  cwd: textOf(line['cwd']),
  project: null,
  at: textOf(line['timestamp']),
});

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

const blocksOf = ({ content }: JsonObject): readonly JsonObject[] =>
  Array.isArray(content) ? content.filter(isJsonObject) : [];

const callsIn = (message: JsonObject, around: Surroundings, id: string): readonly OpenCall[] =>
  blocksOf(message).flatMap((block) => {
    const { type, id: callId, name, input } = block;
    if (type !== 'tool_use' || typeof callId !== 'string' || typeof name !== 'string') return [];
    return [{ id: `${id}/${callId}`, callId, name, input: isJsonObject(input) ? input : {}, around }];
  });

interface UserLine {
  readonly message: JsonObject;
  readonly line: JsonObject;
  readonly around: Surroundings;
  readonly id: string;
}

function userEvents(user: UserLine, open: Map<string, OpenCall>): readonly Happened[] {
  const { message, line, around, id } = user;
  const results = blocksOf(message).filter(({ type }) => type === 'tool_result');
  if (results.length > 0) return results.flatMap((block) => resultEvents(block, user, open));
  const prompt = promptOf(message);
  // Lines that the program itself wrote, and those of sub-agents, are not prompts of a person.
  const isOwn = line['isMeta'] === true || line['isSidechain'] === true || line['isCompactSummary'] === true;
  return prompt === '' || isOwn ? [] : [promptEvent(prompt, around, id)];
}

const promptOf = (message: JsonObject): string =>
  textOf(message['content']) ??
  blocksOf(message)
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n');

/** The call is reported with its result, because only then it is known that it was allowed. */
function resultEvents(
  block: JsonObject,
  { line, around, id }: UserLine,
  open: Map<string, OpenCall>,
): readonly Happened[] {
  const call = open.get(textOf(block['tool_use_id']) ?? '');
  if (call === undefined) return [];
  open.delete(call.callId);
  const isError = block['is_error'] === true;
  const text = promptOf(block);
  const response = line['toolUseResult'] ?? text;
  const result = { isError, response, text, around, id: `${id}/${call.callId}` };
  return [callEvent(call, isError ? null : PASSED), resultEvent(call, result)];
}
