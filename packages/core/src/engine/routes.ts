import type { Dialect, EventName, FirePoint, Hook, InternalFireOptions } from '../model/index.ts';
import { EVENT_NAMES } from '../model/index.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { shownValue } from '../text/shown-value.ts';
import { nativesOf } from './natives.ts';
import { memoized } from '../text/memo.ts';

/** A hook of the running set; `inactiveBecause` is why it must not run (an untrusted project), or null when it may. */
export interface HookEntry {
  readonly hook: Hook;
  readonly inactiveBecause: string | null;
  /** The user wants it to run without deciding anything. */
  readonly shadow?: true;
}

/** Hooks by native event, those of another spelling under the first, in the order in which they were given. */
export function groupByEvent(
  hooks: readonly HookEntry[],
  { events }: Pick<Dialect, 'events'>,
): ReadonlyMap<string, readonly HookEntry[]> {
  const groups = new Map<string, HookEntry[]>();
  for (const each of hooks) {
    const event = events[each.hook.event]?.spellingOf ?? each.hook.event;
    const group = groups.get(event);
    if (group === undefined) groups.set(event, [each]);
    else group.push(each);
  }
  return groups;
}

/** The hooks of one dialect, by native event, in configuration order. */
export interface DialectHooks {
  readonly dialect: Dialect;
  readonly byEvent: ReadonlyMap<string, readonly HookEntry[]>;
}

/** A dialect that has hooks for an event. */
export interface Route {
  readonly dialect: Dialect;
  /** One of its native events for the event. */
  readonly native: string;
  /** Never empty. */
  readonly hooks: readonly HookEntry[];
  /** Whether all of them start processes, or some do something else. */
  readonly runs: 'processes' | 'anything';
}

/** The routes of all events, each computed at its first use. */
export type Routes = (event: EventName, point: FirePoint | undefined) => readonly Route[];

/**
 * The dialects that have hooks for an event and take part at this point of a tool call, in their order; without a
 * point, all. Throws on an event that does not exist, which is the caller's mistake.
 */
export const routesOf = memoized((hooks: readonly DialectHooks[]): Routes => {
  const known = new Map<string, readonly Route[]>();
  let last: { readonly key: string | null; readonly routes: readonly Route[] } = { key: null, routes: [] };
  return (event, point) => {
    const key = point === undefined ? event : `${event} ${point}`;
    if (key === last.key) return last.routes; // the same event often comes many times in a row
    let routes = known.get(key);
    if (routes === undefined) known.set(key, (routes = findRoutes(hooks, event, point)));
    last = { key, routes };
    return routes;
  };
});

function findRoutes(hooks: readonly DialectHooks[], event: EventName, point: FirePoint | undefined): readonly Route[] {
  if (!EVENT_NAMES.includes(event)) throw unknownEvent(event);
  return hooks.flatMap((each) =>
    each.byEvent.size === 0 ? [] : nativesOf(each.dialect, event).flatMap((native) => routeOf(each, native, point)),
  );
}

function routeOf({ dialect, byEvent }: DialectHooks, native: string, point: FirePoint | undefined): readonly Route[] {
  const row = dialect.events[native];
  const own = byEvent.get(native);
  if (row === undefined || own === undefined || own.length === 0) return [];
  if (point !== undefined && (row.fires ?? 'before-permission') !== point) return [];
  return [{ dialect, native, hooks: own, runs: own.every(isProcess) ? 'processes' : 'anything' }];
}

/** The error for a caller that names an event that does not exist. */
export function unknownEvent(name: unknown): TypeError {
  const meant = typeof name === 'string' ? didYouMean(name, EVENT_NAMES) : null;
  return new TypeError(`unknown event ${shownValue(name)}${meant === null ? '' : `; did you mean "${meant}"?`}`);
}

const isProcess = ({ hook }: HookEntry): boolean =>
  hook.handler.kind === 'command' && hook.policy?.central === undefined;

/** Whether these are hooks of a policy, which stand apart from those of files. */
const isOfPolicy = ({ byEvent }: Pick<DialectHooks, 'byEvent'>): boolean =>
  byEvent.values().next().value?.[0]?.hook.policy !== undefined;

/** The hooks that take part in an event, without the dialects and hooks that the caller excludes. */
export function partOf(
  hooks: readonly DialectHooks[],
  { without, only }: Pick<InternalFireOptions, 'without' | 'only'>,
): readonly DialectHooks[] {
  const left =
    without === undefined ? hooks : hooks.filter((each) => isOfPolicy(each) || !without.includes(each.dialect.id));
  if (only === undefined) return left;
  const wanted = new Set(only);
  return left.map(({ dialect, byEvent }) => ({
    dialect,
    byEvent: new Map([...byEvent].map(([event, entry]) => [event, entry.filter(({ hook }) => wanted.has(hook.id))])),
  }));
}
