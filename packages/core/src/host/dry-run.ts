import { setImmediate } from 'node:timers/promises';
import { encode } from '../engine/encode.ts';
import { fire } from '../engine/engine.ts';
import type { Place } from '../engine/frame.ts';
import { frameAs } from '../engine/frame.ts';
import { nativesFor } from '../engine/natives.ts';
import { notStarted } from '../engine/hook-run.ts';
import { askHook, frameFor } from '../engine/plan.ts';
import type { Ports } from '../engine/ports.ts';
import type { DialectHooks } from '../engine/routes.ts';
import { partOf } from '../engine/routes.ts';
import type { AnyEvent, HookSaid, Refolded, Reports, Request } from '../model/index.ts';
import { tellSaid } from './world.ts';

/** Sends an event through the engine, with given reports instead of runs, which end in the given order. */
export async function refold(
  event: AnyEvent,
  { reports, ended }: Reports,
  hooks: readonly DialectHooks[],
  place: Place,
): Promise<Refolded> {
  const said: HookSaid[] = [];
  const running = new Map<string, () => void>();
  const request = {
    event,
    hooks: partOf(hooks, { only: [...reports.keys()] }),
    place: { ...place, isInsideHook: false },
    diagnostics: [],
    wait: true,
    signal: undefined,
    decisionId: 'refold',
    startedMs: 0,
  };
  let isDone = false;
  const outcome = fire(request, portsOf(reports, running, said)).finally(() => (isDone = true));
  // One run ends at a time, and all its consequences happen before the next one ends.
  for (await setImmediate(); !isDone; await setImmediate()) endNext(running, ended);
  return { outcome: await outcome, said };
}

function endNext(running: Map<string, () => void>, order: readonly string[]): void {
  const next = order.find((id) => running.has(id)) ?? running.keys().next().value;
  if (next === undefined) return;
  running.get(next)?.();
  running.delete(next);
}

function portsOf(reports: Reports['reports'], running: Map<string, () => void>, said: HookSaid[]): Ports {
  const warned = new Set<string>();
  // A run is started right after it was announced.
  let starting = '';
  return {
    onStart: ({ id }) => (starting = id),
    run: () => {
      const id = starting;
      return new Promise((resolve) => running.set(id, () => resolve(reports.get(id) ?? NOTHING)));
    },
    onSaid: tellSaid((each) => said.push(each)),
    now: () => new Date(),
    isFirst: (key) => !warned.has(key) && warned.add(key).has(key),
    onPlanned: () => {},
    onBackgroundEnd: () => {},
    keep: () => {},
    closing: new AbortController().signal,
  };
}

const NOTHING = notStarted('nothing is known about its run');

/**
 * The request that would be run for a hook on an event, whether or not the event selects it; null for a hook that is
 * not active, or not of that event.
 */
export function requestOf(id: string, event: AnyEvent, hooks: readonly DialectHooks[], place: Place): Request | null {
  for (const { dialect, byEvent } of hooks) {
    const entry = nativesFor(dialect, event, place)
      .flatMap((native) => byEvent.get(native) ?? [])
      .find(({ hook }) => hook.id === id);
    const frame = entry === undefined ? null : frameAs({ dialect, native: entry.hook.event }, event, place, new Date());
    if (frame !== null && entry !== undefined)
      return entry.inactiveBecause === null
        ? encode(entry.hook, frameFor({ ...askHook(entry.hook, frame), hook: entry.hook }, frame), 'request', {
            background: false,
          })
        : null;
  }
  return null;
}
