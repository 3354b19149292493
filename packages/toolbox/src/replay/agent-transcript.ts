import { isJsonObject, type Decision, type Json, type JsonObject } from '@hookline/core/internal';
import type { Recorded } from './replay-item.ts';
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

/** Reads the transcript of a session of the reference agent, with the decisions of hooks as far as they are certain. */
export function agentReader(): LineReader {
  const state: State = { around: { session: null, cwd: null, project: null, at: null }, calls: new Map(), facts: [] };
  return {
    take: (line, id) => {
      const { timestamp, type } = line;
      state.around = { ...state.around, at: typeof timestamp === 'string' ? timestamp : null };
      return typeof type === 'string' ? (TAKERS[type]?.(line, id, state) ?? []) : [];
    },
    rest: () => [...state.calls.values()].map((call) => callEvent(call, null)),
  };
}

interface State {
  around: Surroundings;
  readonly calls: Map<string, OpenCall>;
  /** What hooks decided about the calls that are open. */
  facts: readonly Recorded[];
}

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

type Taker = (line: JsonObject, id: string, state: State) => readonly Happened[];

const TAKERS: Readonly<Record<string, Taker>> = {
  session: (line, _id, state) => {
    const [session, cwd, project] = [line['id'], line['cwd'], line['project']].map(textOf) as [
      string | null,
      string | null,
      string | null,
    ];
    state.around = { ...state.around, session, cwd, project };
    return [];
  },
  cwd: (line, _id, state) => {
    state.around = { ...state.around, cwd: textOf(line['cwd']) };
    return [];
  },
  hook: (line, _id, state) => {
    if (line['event'] === 'PreToolUse') state.facts = [...state.facts, factOf(line)].slice(-MOST_FACTS);
    return [];
  },
  // What a sub-agent did is in its own transcript.
  item: (line, id, state) =>
    line['agent'] === null && isJsonObject(line['item']) ? itemEvents(line['item'], id, state) : [],
};

const MOST_FACTS = 1_000;

const DECISIONS: readonly Decision[] = ['block', 'ask', 'allow', 'none'];

const factOf = ({ decision, effect, reason }: JsonObject): Recorded => ({
  ...PASSED,
  decision: DECISIONS.find((word) => word === decision) ?? 'none',
  effect: textOf(effect),
  reason: textOf(reason),
});

function itemEvents(item: JsonObject, id: string, state: State): readonly Happened[] {
  const { kind, text, calls, results } = item;
  if (kind === 'user' && typeof text === 'string') return [promptEvent(text, state.around, id)];
  if (kind === 'assistant' && Array.isArray(calls)) {
    state.facts = [];
    for (const call of calls.filter(isJsonObject)) openCall(call, id, state);
  }
  return kind === 'results' && Array.isArray(results) ? closeCalls(results.filter(isJsonObject), id, state) : [];
}

function openCall({ id: callId, name, input }: JsonObject, id: string, { calls, around }: State): void {
  if (typeof callId !== 'string' || typeof name !== 'string' || !isJsonObject(input)) return;
  calls.set(callId, { id: `${id}/${callId}`, callId, name, input, around });
}

function closeCalls(results: readonly JsonObject[], id: string, state: State): readonly Happened[] {
  const recorded = recordedOf(state.facts, state.calls.size);
  return results.flatMap((result) => {
    const call = state.calls.get(textOf(result['id']) ?? '');
    if (call === undefined) return [];
    state.calls.delete(call.callId);
    const isError = result['isError'] === true;
    const text = textOf(result['output']) ?? '';
    const after = { isError, response: text, text, around: state.around, id: `${id}/${call.callId}` };
    const isRefused = recorded?.decision === 'block';
    return [
      callEvent(call, isError || isRefused ? recorded : (recorded ?? PASSED)),
      ...(isRefused ? [] : [resultEvent(call, after)]),
    ];
  });
}

/** The lines about hooks name no call: they are certain where there was one call, or where all of them are the same. */
function recordedOf(facts: readonly Recorded[], calls: number): Recorded | null {
  const strictest = DECISIONS.map((word) => facts.find(({ decision }) => decision === word)).find(Boolean) ?? null;
  const isAgreed = facts.length >= calls && facts.every(({ decision }) => decision === strictest?.decision);
  const isCertain = calls === 1 || isAgreed;
  return isCertain ? strictest : null;
}
