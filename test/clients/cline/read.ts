import type { JsonObject } from '@hookline/core';
import type { JsonObjectOfSeen, Reading, Run } from '../client.ts';
import { Either, Joined, UNSEEN } from '../fits.ts';
import { messagesOf } from '../messages.ts';
import { asText, isObject } from '../values.ts';

/** What a run tells about the event, as an outcome; what it does not tell is `UNSEEN`. */
export function readOutcome(reading: Reading): JsonObjectOfSeen {
  const name = asText(reading.event['hook_event_name']);
  return {
    block: null,
    updatedInput: UNSEEN,
    updatedToolOutput: UNSEEN,
    diagnostics: UNSEEN,
    extra: UNSEEN,
    messages: UNSEEN,
    hooks: UNSEEN,
    ...(name === 'PreToolUse' ? beforeTool(reading) : ended(reading.run)),
    additionalContext: new Joined(contextsOf(reading)),
  };
}

/** The program says to no one why a hook ended the run. */
const ENDED: JsonObjectOfSeen = { decision: 'block', block: { effect: 'end_turn', reason: UNSEEN } };

/** Cancelled before, after or without a tool; a run without its last line was broken off, and tells nothing. */
function ended({ lines, status }: Run): JsonObjectOfSeen {
  const how = lines.findLast(({ type }) => type === 'run_result')?.['finishReason'];
  if (how === 'aborted') return ENDED;
  const otherwise = `the run ended with ${asText(how) || 'no word'} and status ${status ?? 'none: it was killed'}`;
  return { decision: how === 'completed' ? 'none' : otherwise, block: null };
}

/** The call that ended the run was never begun; of any other the last one counts. */
function beforeTool(reading: Reading): JsonObjectOfSeen {
  const how = ended(reading.run);
  if (how['decision'] !== 'none') return how;
  const [begun, over] = ['content_start', 'content_end'].map((type) => callLines(reading.run, type).at(-1));
  if (begun === undefined || over === undefined) return { decision: 'no call was made' };
  const refusal = asText(over['error']);
  if (/requires approval in a TTY session/.test(refusal)) return { decision: 'ask', reason: refusal };
  const [input, usual] = [begun, callLines(reading.control, 'content_start').at(-1)].map((line) => neutral(line));
  const isUsual = JSON.stringify(input) === JSON.stringify(usual);
  return { decision: new Either('none', 'allow'), block: null, updatedInput: isUsual ? null : input };
}

const callLines = ({ lines }: Run, type: string): readonly JsonObject[] =>
  lines.flatMap(({ event }) =>
    isObject(event) && event['type'] === type && event['contentType'] === 'tool' ? [event] : [],
  );

/** The input of a call; a list of commands is the lines of one. */
function neutral(line: JsonObject | undefined): unknown {
  const input = line?.['input'];
  if (!isObject(input) || !Array.isArray(input['commands'])) return input;
  return { command: input['commands'].join('\n') };
}

const WRAPPED = /^<hook_context [^>]*>\n([\s\S]*)\n<\/hook_context>$/;

/** Everything that is said to the model in the user's name and that only a run with the hooks has. */
function contextsOf({ run, control }: Reading): string {
  const said = ({ text, role }: ReturnType<typeof messagesOf>[number]): readonly string[] =>
    role === 'user' ? [text] : [];
  const usual = new Set(messagesOf(control).flatMap(said));
  return messagesOf(run)
    .flatMap(said)
    .filter((text) => !usual.has(text))
    .map((text) => WRAPPED.exec(text)?.[1] ?? text)
    .join('\n');
}
