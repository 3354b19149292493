import {
  DIALECTS,
  describeHook,
  type Dialect,
  type EventName,
  type EventRow,
  type Hook,
  type HookDescription,
  type JsonObject,
  namedScripts,
  powersOf,
} from '@hookline/core/internal';
import type { ConvertedHook, Loss } from './conversion.ts';
import type { HookEvidence, Seen } from '../evidence/evidence.ts';
import { lostEnvironment, lostFields, lostPowers, loss, nativeOf, unique } from './find-losses.ts';
import { nativeHandler } from './native-handler.ts';
import { failClosedKey } from '../author/add-entry.ts';
import { lostOrder, replacedLists } from './set-losses.ts';
import { type Pair, translateMatcher, type TranslatedMatcher } from './translate-matcher.ts';

/** What all hooks of a conversion share. */
export interface Setting {
  readonly pair: Pair;
  readonly scope: 'user' | 'project';
  /** The project that is read. */
  readonly root: string;
  /** Every hook of the source, of the user and of the project. */
  readonly all: readonly Hook[];
  /** Those of the other scope. */
  readonly others: readonly Hook[];
  readonly evidenceOf: (hook: Hook) => HookEvidence;
}

/** How a hook runs on one event of the target. */
interface Placement {
  readonly event: string;
  readonly matchers: TranslatedMatcher['matchers'];
  /** What the target runs by itself; null: a wrapper. */
  readonly native: JsonObject | null;
}

/** A hook with its entries at the target. */
export interface PlannedConversion {
  readonly converted: ConvertedHook;
  /** Unique in the conversion, and valid as a file name. */
  readonly slug: string;
  readonly description: HookDescription | null;
  readonly placements: readonly Placement[];
  readonly background: boolean;
  /** Whether hooks of its event must run in order. */
  readonly inOrder: boolean;
  readonly timeoutMs: number;
  /** Its failures count as refusals. */
  readonly failsClosed: boolean;
  /** Files of the project that it runs, relative to it. */
  readonly scripts: readonly string[];
}

/** Finds a hook's entries at the target, and everything that is lost. */
export function convertHook(hook: Hook, index: number, setting: Setting): PlannedConversion {
  const { pair, all, others, root, evidenceOf } = setting;
  const evidence = evidenceOf(hook);
  const means = pair.from.events[hook.event]?.means ?? [];
  const steps = means.map((event) => stepFor(hook, event, pair, evidence));
  const placements = merged(steps.flatMap(({ placement }) => placement ?? []));
  const isBridged = placements.some(({ native }) => native === null);
  const time = timeFor(hook, pair.to, isBridged, evidence);
  const isPlaced = placements.length > 0;
  const shared = isPlaced
    ? [
        ...time.losses,
        ...(isBridged ? lostEnvironment(hook, pair, evidence) : []),
        ...lostBackground(hook, pair, placements, evidence),
        ...lostOrder(hook, all, pair, refusalSeen(hook.event, setting)),
        ...replacedLists(hook, others, pair),
      ]
    : [];
  const described = describeHook(hook, root);
  return {
    converted: {
      id: hook.id,
      name: hook.name,
      event: hook.event,
      source: hook.source,
      way: isPlaced ? (isBridged ? 'bridge' : 'native') : 'left out',
      events: placements.map(({ event }) => event),
      losses: unique([...steps.flatMap(({ losses }) => losses), ...shared]),
      notes: isPlaced ? notesFor(hook, pair, isBridged) : [],
    },
    slug: `${pair.from.id}-${setting.scope === 'user' ? 'user-' : ''}${String(index + 1).padStart(2, '0')}-${slugOf(hook)}`,
    description: described === null ? null : { ...described, timeoutMs: time.innerMs },
    placements,
    background: isBackground(hook, pair.from) && hook.wake === null,
    inOrder: pair.from.schedule.pace === 'one-by-one' && all.filter(({ event }) => event === hook.event).length > 1,
    timeoutMs: time.outerMs,
    failsClosed: doesFailClosed(hook, pair.from),
    scripts: isBridged && setting.scope === 'project' ? namedScripts(hook, root, DIALECTS).slice(0, MOST_SCRIPTS) : [],
  };
}

const MOST_SCRIPTS = 16;

interface Step {
  readonly placement: Placement | null;
  readonly losses: readonly Loss[];
}

/** Where a hook of this event is seen to refuse. */
const refusalSeen = (event: string, { all, pair, evidenceOf }: Setting): Seen =>
  all
    .filter((hook) => hook.event === event)
    .flatMap((hook) =>
      powersOf(pair.from, event).flatMap((power) => (power.part === 'block' ? [evidenceOf(hook).ofPower(power)] : [])),
    )
    .find((seen) => seen !== null) ?? null;

function stepFor(hook: Hook, event: EventName, pair: Pair, evidence: HookEvidence): Step {
  const native = nativeOf(pair.to, event);
  if (native === null)
    return { placement: null, losses: [loss('event', `${pair.to.id} has no counterpart of ${hook.event} (${event})`)] };
  const { matchers, isExact } = translateMatcher(hook, pair, event);
  const own = isExact && hook.condition === null && !hook.background ? nativeHandler(hook, pair, native) : null;
  const losses = own === null ? [...lostFields(hook, pair, event, evidence), ...lostModel(hook, pair.to)] : own.losses;
  return {
    placement: { event: native, matchers, native: own?.entry ?? null },
    losses: [...lostPowers(hook, pair, native, evidence), ...losses],
  };
}

/** One native event of the target may correspond to two of the source. */
const merged = (placements: readonly Placement[]): readonly Placement[] => [
  ...new Map(placements.map((placement) => [placement.event, placement])).values(),
];

/** The bridge has no model of its own. */
const lostModel = ({ handler }: Hook, to: Dialect): readonly Loss[] =>
  handler.kind === 'prompt' || handler.kind === 'agent'
    ? [
        loss(
          'handler',
          `${to.id} asks no model here: the ${handler.kind} works only where HOOKLINE_MODEL_COMMAND is set`,
        ),
      ]
    : [];

const isBackground = (hook: Hook, from: Dialect): boolean =>
  hook.background || from.events[hook.event]?.waits === false;

function lostBackground(
  hook: Hook,
  { from, to }: Pair,
  placements: readonly Placement[],
  evidence: HookEvidence,
): readonly Loss[] {
  const late = {
    'next-turn': 2,
    'next-turn-from-json': 2,
    'next-turn-as-waited-for': 2,
    'record-only': 1,
    discard: 1,
  } as const;
  if (!isBackground(hook, from)) return [];
  if (hook.wake !== null)
    return [loss('background', `${to.id} has no hooks that wake the model: it waits for this one`)];
  const waits = placements.some(({ event }) => to.events[event]?.waits === true);
  if (waits && !runsInBackground(to))
    return [loss('background', `${to.id} waits for every hook; in ${from.id} this one runs in the background`)];
  const isHeard = hook.background && late[from.schedule.lateContext] > late[to.schedule.lateContext];
  const [power] = powersOf(from, hook.event).filter(({ part }) => part === 'context');
  const seen = power === undefined ? null : evidence.ofPower(power);
  return isHeard ? [loss('background', `${to.id} takes no context from a background hook`, seen)] : [];
}

/** Whether the target's configuration can express that a hook runs in the background. */
export const runsInBackground = ({ shape }: Dialect): boolean => {
  if (shape.kind === 'hook-folders') return Object.hasOwn(shape.keys, 'async');
  return shape.kind === 'grouped-json' && Object.hasOwn(shape.handlers['command']?.keys ?? {}, 'async');
};

interface Time {
  /** The hook's own timeout. */
  readonly innerMs: number;
  /** The timeout in the target's configuration. */
  readonly outerMs: number;
  readonly losses: readonly Loss[];
}

/** The bridge needs its own time, so that the hook's deadline comes before the target's. */
const START_MS = 10_000;
const LEAST_SPARE_MS = 3000;

function timeFor({ timeoutMs }: Hook, to: Dialect, isBridged: boolean, evidence: HookEvidence): Time {
  if (!isBridged) return { innerMs: timeoutMs, outerMs: timeoutMs, losses: [] };
  if (to.shape.kind !== 'flat-json') return { innerMs: timeoutMs, outerMs: timeoutMs + START_MS, losses: [] };
  const most = to.shape.timeoutMs - LEAST_SPARE_MS;
  const text = `${to.id} gives every hook ${to.shape.timeoutMs / 1000} s: it gets ${most / 1000} s instead of ${timeoutMs / 1000} s`;
  return {
    innerMs: Math.min(timeoutMs, most),
    outerMs: to.shape.timeoutMs,
    losses: timeoutMs > most ? [loss('timeout', text, evidence.ofRunLongerThan(most))] : [],
  };
}

/** Whether a failure of the hook refuses what it guards. */
function doesFailClosed({ event, onFault, background }: Hook, { events }: Dialect): boolean {
  const row = events[event];
  return !background && row !== undefined && row.block !== null && (onFault ?? row.onFault) === 'block';
}

/** What the target does when the entry itself fails; null where it has no such event. */
function whenEntryFails(
  hook: Hook,
  { from, to }: Pick<Pair, 'from' | 'to'>,
  native: string | null,
): EventRow['onFault'] | null {
  const row = native === null ? undefined : to.events[native];
  if (row === undefined) return null;
  return doesFailClosed(hook, from) && Object.keys(failClosedKey(to.shape)).length > 0 ? 'block' : row.onFault;
}

function notesFor(hook: Hook, { from, to }: Pair, isBridged: boolean): readonly string[] {
  const native = nativeOf(to, from.events[hook.event]?.means[0] ?? 'SessionStart');
  const ours = hook.onFault ?? from.events[hook.event]?.onFault;
  const theirs = whenEntryFails(hook, { from, to }, native) ?? undefined;
  const does = theirs === 'block' ? 'refuses' : 'lets through';
  return [
    ...(isBridged && theirs !== undefined && ours !== theirs
      ? [`its failures count as in ${from.id}; should the bridge itself not start, ${to.id} ${does} the action`]
      : []),
    ...(hook.scope === 'local' ? ['it stood in a local file; it is now in the file of the project'] : []),
    ...(hook.statusMessage === null ? [] : ['its status message is not carried over']),
  ];
}

/** The last part of a path is the most descriptive part of a command. */
const slugOf = ({ name }: Hook): string =>
  (name.split('/').findLast((part) => part.trim() !== '') ?? 'hook')
    .toLowerCase()
    .replace(/\.(?:sh|py|mjs|cjs|js|ts|rb|pl)$/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 24)
    .replace(/^-+|-+$/g, '') || 'hook';
