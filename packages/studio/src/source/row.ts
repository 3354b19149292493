import {
  aboutText,
  endedState,
  forTerminal,
  type HookRun,
  type JsonObject,
  namedHook,
  type RecordedDecision,
  textIn,
  wouldRefuse,
} from '@hookline/core/internal';
import type { DecisionRow, RowState } from '../api/index.ts';

/** A decision as one line of a list. */
export function rowOf(decision: RecordedDecision): DecisionRow {
  const { id, at, event, payload, project, session, agent, durationMs, outcome } = decision;
  const runs = latestRuns(decision);
  const tool = payload?.['tool_name'];
  const reason = outcome?.block?.reason ?? outcome?.reason ?? null;
  const faults = runs.filter(({ fault }) => fault !== null).length;
  const named = namedHook(outcome?.block, runs);
  return {
    id,
    at: Date.parse(at),
    state: stateOf(decision, faults),
    event,
    tool: typeof tool === 'string' ? tool : null,
    about: aboutOf(payload),
    project,
    session,
    agent,
    subagent: textIn(payload ?? {}, ['agent_id']),
    hook: named?.id ?? null,
    by: named === null || named.name === null ? null : firstLine(named.name),
    reason: reason === null ? null : firstLine(reason),
    durationMs,
    hooks: outcome === null ? decision.planned.length : runs.length,
    shadow: runs.some(wouldRefuse),
    faults,
  };
}

/** What became of a background run is known only later, under the same id. */
export const latestRuns = ({ hooks, background }: RecordedDecision): readonly HookRun[] =>
  hooks.map((run) => background.find(({ id }) => id === run.id) ?? run);

const stateOf = ({ status, outcome }: RecordedDecision, faults: number): RowState =>
  status === 'done' ? endedState(outcome?.decision ?? 'none', faults > 0) : status;

/** The first line of what an event was about. */
export const aboutOf = (payload: JsonObject | null): string => firstLine(aboutText(payload));

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
