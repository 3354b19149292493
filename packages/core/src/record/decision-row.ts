import { type Decision, type HookRun, isJsonObject, type JsonObject } from '../model/index.ts';

// What a list says about a decision. The index of a record, the studio and the gateway all make their rows from here.

/** What a decision is drawn as, the strongest of what happened; `torn` is a stretch of the record that is no entry. */
export const ROW_STATES = ['running', 'interrupted', 'pass', 'allow', 'ask', 'block', 'fault', 'torn'] as const;
export type RowState = (typeof ROW_STATES)[number];

/** The state of a decision that has ended: a fault shows unless something stricter was decided. */
export function endedState(decision: Decision, hasFault: boolean): RowState {
  if (decision === 'block' || decision === 'ask') return decision;
  if (hasFault) return 'fault';
  return decision === 'allow' ? 'allow' : 'pass';
}

/** What a row needs to know of a run. */
type RowRun = Pick<HookRun, 'id' | 'name' | 'fault' | 'shadow'>;

/** A hook in shadow would have refused, or asked. */
export const wouldRefuse = ({ shadow }: Pick<HookRun, 'shadow'>): boolean =>
  shadow?.decision === 'block' || shadow?.decision === 'ask';

/** The hook that a row names: the one that blocked, else the first that failed, else the first that would have refused. */
export function namedHook<Run extends RowRun>(
  block: { readonly hook: string } | null | undefined,
  runs: readonly Run[],
): { readonly id: string; readonly name: string | null } | null {
  if (block !== null && block !== undefined)
    return { id: block.hook, name: runs.find(({ id }) => id === block.hook)?.name ?? null };
  const run = runs.find(({ fault }) => fault !== null) ?? runs.find(wouldRefuse);
  return run === undefined ? null : { id: run.id, name: run.name };
}

/** What an event is about stands in one of these, the telling ones first. */
const OF_INPUT = ['command', 'file_path', 'path', 'notebook_path', 'pattern', 'query', 'url', 'prompt', 'description'];
const OF_EVENT = ['prompt', 'message', 'reason', 'source', 'trigger', 'last_assistant_message', 'agent_type'];

/** The text that an event was about: a command, a path, a prompt; empty where it says none. */
export function aboutText(payload: JsonObject | null): string {
  if (payload === null) return '';
  const input = payload['tool_input'];
  return (isJsonObject(input) ? (textIn(input, OF_INPUT) ?? anyText(input)) : textIn(payload, OF_EVENT)) ?? '';
}

/** The first of these fields that holds a text. */
export function textIn(object: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const value = object[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

function anyText(input: JsonObject): string | null {
  const text = Object.values(input).find((value) => typeof value === 'string' && value !== '');
  if (typeof text === 'string') return text;
  return Object.keys(input).length === 0 ? null : JSON.stringify(input);
}
