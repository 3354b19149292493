import { readByRequests, type Wording } from '../by-requests.ts';
import type { JsonObjectOfSeen, Reading, Run } from '../client.ts';
import { UNSEEN } from '../fits.ts';
import { requestsOf } from '../messages.ts';
import { asText, isObject } from '../values.ts';

/** Reads the events around a turn of the model as well, by what was asked and what was printed. */
export function withModelTurns(words: Wording): (reading: Reading) => JsonObjectOfSeen {
  const usual = readByRequests(words);
  return (reading) => {
    const turn = TURNS[asText(reading.event['hook_event_name'])];
    return { ...usual(reading), ...turn?.(reading, words) };
  };
}

type ReadTurn = (reading: Reading, words: Wording) => JsonObjectOfSeen;

const NONE = { decision: 'none', block: null } as const;

/** What is printed is the answer of the model, unless a hook has put another in its place: once for each piece of it. */
function answer(run: Run, control: Run): JsonObjectOfSeen {
  if (run.stdout === control.stdout) return {};
  const [, piece] = /^([\s\S]*?)\1*$/.exec(run.stdout.trim()) ?? [];
  return { llmResponse: { candidates: [{ content: { parts: [piece] } }] } };
}

const endedBy = (run: Run, { ended, rejected }: Wording): JsonObjectOfSeen | null => {
  const printed = `${run.stdout}\n${run.stderr}`;
  const reason = [ended, rejected].map((pattern) => pattern?.exec(printed)?.[1]).find((found) => found !== undefined);
  return reason === undefined ? null : { decision: 'block', block: { effect: 'end_turn', reason: reason.trim() } };
};

const preModelTurn: ReadTurn = ({ run, control }, words) => {
  if (requestsOf(run).length > 0) return { ...NONE, extra: answer(run, control) };
  return endedBy(run, words) ?? { decision: 'block', block: { effect: 'end_turn', reason: UNSEEN } };
};

const postModelTurn: ReadTurn = ({ run, control }, words) =>
  endedBy(run, words) ?? { ...NONE, extra: answer(run, control) };

const preToolSelection: ReadTurn = ({ run }) => {
  const config = requestsOf(run).at(-1)?.['toolConfig'];
  const chosen = isObject(config) ? config['functionCallingConfig'] : undefined;
  return { ...NONE, extra: chosen === undefined ? {} : { toolConfig: chosen } };
};

const TURNS: Readonly<Record<string, ReadTurn>> = {
  PreModelTurn: preModelTurn,
  PostModelTurn: postModelTurn,
  PreToolSelection: preToolSelection,
};
