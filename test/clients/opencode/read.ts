import type { JsonObject } from '@hookline/core';
import type { JsonObjectOfSeen, Reading, Run } from '../client.ts';
import { Either, Joined, UNSEEN } from '../fits.ts';
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
    ...(name === 'PreToolUse' ? call(reading) : name === 'UserPromptSubmit' ? prompt(reading) : ended(reading.run)),
    additionalContext: new Joined(addedTexts(reading).join('\n')),
  };
}

const NONE = { decision: new Either('none', 'allow'), block: null } as const;
const block = (effect: string, reason: unknown): JsonObjectOfSeen => ({ decision: 'block', block: { effect, reason } });

/** The last call that was made: its state says what became of it. */
function call({ run }: Reading): JsonObjectOfSeen {
  const state = toolStates(run).at(-1);
  if (state === undefined) return block('the call came to no end', run.stderr);
  if (state['status'] !== 'error') return NONE;
  const reason = asText(state['error']);
  return /permission/.test(reason) ? { decision: 'ask', reason } : block('deny_tool', reason);
}

function toolStates({ lines }: Run): readonly JsonObject[] {
  return lines.flatMap(({ type, part }) =>
    type === 'tool_use' && isObject(part) && isObject(part['state']) ? [part['state']] : [],
  );
}

/** A prompt that is refused never reaches the model, and the program says why. */
function prompt({ run }: Reading): JsonObjectOfSeen {
  const asked = run.requests.some(({ body }) => Array.isArray(body['tools']) && body['tools'].length > 0);
  return asked ? NONE : block('reject_prompt', `${run.stdout}\n${run.stderr}`);
}

const ended = (run: Run): JsonObjectOfSeen =>
  run.status === 0 ? { ...NONE, decision: 'none' } : block('the run failed', run.stderr);

/** What the model read at the end of a text that the same run without hooks did not have. */
function addedTexts({ run, control }: Reading): readonly string[] {
  const known = new Set(textsOf(control));
  return textsOf(run)
    .filter((text) => !known.has(text) && text.includes('\n\n'))
    .map((text) => text.slice(text.lastIndexOf('\n\n') + 2));
}

const textsOf = ({ requests }: Run): readonly string[] => {
  const messages = requests.at(-1)?.body['messages'];
  return (Array.isArray(messages) ? messages : []).flatMap((message) => {
    if (!isObject(message) || message['role'] === 'system') return [];
    const { content } = message;
    if (typeof content === 'string') return [content];
    return Array.isArray(content)
      ? content.flatMap((part) => (isObject(part) ? [asText(part['text'] ?? '')] : []))
      : [];
  });
};
