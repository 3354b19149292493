import {
  type AnyEvent,
  describeHook,
  type HookDescription,
  type JsonObject,
  type Outcome,
  runDescribed,
} from '@hookline/core/internal';
import { exampleEvent, findEvent } from '@hookline/toolbox';
import type { DraftOutcome, DraftResult, DraftRun, DraftRunAsked } from '../api/index.ts';
import { HttpProblem } from '../http/index.ts';
import { type StudioPlace, withHooks } from '../look/project-hooks.ts';
import { decisionWords } from '../look/words.ts';
import { type DecisionSource, newestOf } from '../source/decision-source.ts';
import { aboutOf } from '../source/row.ts';
import { hookWithId } from './drafts.ts';
import { type StandIn, withDraft } from './stand-in.ts';

const MOST_EVENTS = 200;

interface TriedEvent {
  readonly decision: string | null;
  readonly event: AnyEvent;
}

export interface DraftTrial {
  readonly hook: string;
  readonly standIn: StandIn;
  readonly asked: DraftRunAsked['on'];
}

/** Runs the draft and the hook as it is on the same events, one event after the other. */
export async function runDraft(
  { hook: id, standIn, asked }: DraftTrial,
  source: DecisionSource,
  place: StudioPlace,
  signal: AbortSignal,
): Promise<DraftRun> {
  const hook = await hookWithId(id, place);
  const now = describeHook(hook, place.project);
  if (now === null) throw new HttpProblem(409, 'this hook is a function of a host, and runs there only');
  const draft = withDraft(now, standIn);
  const why = await withHooks(
    place,
    place.project,
    (hooks) => hooks.list().find((each) => each.id === id)?.why ?? null,
  );
  const results: DraftResult[] = [];
  for (const tried of await eventsOf(asked, source, place, now)) {
    if (signal.aborted) break;
    const drafted = outcomeOf(await run(draft, tried.event, place, signal));
    const unchanged = why === null ? outcomeOf(await run(now, tried.event, place, signal)) : NOT_RUN;
    results.push({
      decision: tried.decision,
      about: aboutOf(tried.event as JsonObject),
      event: tried.event.hook_event_name,
      draft: drafted,
      now: unchanged,
      differs: why === null && drafted.words !== unchanged.words,
    });
  }
  return { results, notes: why === null ? [] : [`the hook as it is did not run: ${why}`] };
}

const run = (
  description: HookDescription,
  event: AnyEvent,
  place: StudioPlace,
  signal: AbortSignal,
): Promise<Outcome> =>
  runDescribed(description, event, { project: place.project, home: place.home, env: place.env }, signal);

const NOT_RUN: DraftOutcome = { decision: 'none', words: 'did not run', reason: null, run: null };

const outcomeOf = ({ decision, block, reason, hooks }: Outcome): DraftOutcome => ({
  decision,
  words: decisionWords(decision, block?.effect ?? null),
  reason: block?.reason ?? reason,
  run: hooks[0] ?? null,
});

async function eventsOf(
  asked: DraftRunAsked['on'],
  source: DecisionSource,
  place: StudioPlace,
  { event: native, dialect }: HookDescription,
): Promise<readonly TriedEvent[]> {
  if (asked.from === 'event') return [{ decision: null, event: eventIn(asked.event) }];
  if (asked.from === 'example')
    return [{ decision: null, event: exampleEvent(native, { project: place.project, dialect }) }];
  const found = findEvent(native, dialect);
  const events: TriedEvent[] = [];
  for await (const { id, payload, event } of newestOf(source, asked.q)) {
    const isFor = found.ok && event === found.neutral;
    if (payload !== null && isFor) events.push({ decision: id, event: payload as AnyEvent });
    if (events.length >= Math.min(MOST_EVENTS, asked.limit)) break;
  }
  return events;
}

function eventIn(event: JsonObject): AnyEvent {
  if (typeof event['hook_event_name'] !== 'string')
    throw new HttpProblem(400, 'event: expected an object with hook_event_name');
  return event as AnyEvent;
}
