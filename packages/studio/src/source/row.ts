import {
  forTerminal,
  type HookRun,
  isJsonObject,
  type JsonObject,
  type RecordedDecision,
} from '@hookline/core/internal';
import type { DecisionRow, RowState } from '../api/index.ts';

/** A decision as one line of a list. */
export function rowOf(decision: RecordedDecision): DecisionRow {
  const { id, at, event, payload, project, session, agent, durationMs, outcome } = decision;
  const runs = latestRuns(decision);
  const tool = payload?.['tool_name'];
  const reason = outcome?.block?.reason ?? outcome?.reason ?? null;
  return {
    id,
    at: Date.parse(at),
    state: stateOf(decision, runs),
    event,
    tool: typeof tool === 'string' ? tool : null,
    about: aboutOf(payload),
    project,
    session,
    agent,
    subagent: textIn(payload ?? {}, ['agent_id']),
    hook: deciderOf(decision, runs),
    reason: reason === null ? null : firstLine(reason),
    durationMs,
    hooks: outcome === null ? decision.planned.length : runs.length,
    shadow: runs.some(({ shadow }) => shadow?.decision === 'block' || shadow?.decision === 'ask'),
    faults: runs.filter(({ fault }) => fault !== null).length,
  };
}

/** What became of a background run is known only later, under the same id. */
export const latestRuns = ({ hooks, background }: RecordedDecision): readonly HookRun[] =>
  hooks.map((run) => background.find(({ id }) => id === run.id) ?? run);

function stateOf({ status, outcome }: RecordedDecision, runs: readonly HookRun[]): RowState {
  if (status !== 'done') return status;
  const decision = outcome?.decision ?? 'none';
  if (decision === 'block' || decision === 'ask') return decision;
  if (runs.some(({ fault }) => fault !== null)) return 'fault';
  return decision === 'allow' ? 'allow' : 'pass';
}

/** The hook that blocked, else the first that failed, else the first that said what was decided. */
function deciderOf({ outcome }: RecordedDecision, runs: readonly HookRun[]): string | null {
  const failed = runs.find(({ fault }) => fault !== null);
  const asked = runs.find(({ shadow }) => shadow !== undefined && shadow.decision !== 'none');
  return outcome?.block?.hook ?? failed?.id ?? asked?.id ?? null;
}

/** What an event is about stands in one of these, the telling ones first. */
const TELLING = ['command', 'file_path', 'path', 'notebook_path', 'pattern', 'query', 'url', 'prompt', 'description'];
const FIELDS = ['prompt', 'message', 'reason', 'source', 'trigger', 'last_assistant_message', 'agent_type'];

/** The first line of what an event was about. */
export function aboutOf(payload: JsonObject | null): string {
  if (payload === null) return '';
  const input = payload['tool_input'];
  const text = isJsonObject(input) ? (textIn(input, TELLING) ?? anyText(input)) : textIn(payload, FIELDS);
  return text === null ? '' : firstLine(text);
}

function textIn(object: JsonObject, names: readonly string[]): string | null {
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

const MOST = 240;

/** Safe to show, and no longer than a list needs. */
export function firstLine(text: string): string {
  const [line = ''] = text
    .trimStart()
    .slice(0, MOST * 2)
    .split('\n', 1);
  const shown = forTerminal(line).trimEnd();
  return shown.length > MOST ? `${shown.slice(0, MOST)}…` : shown;
}
