import type { ReplayItem, ReplayPart, ReplaySource } from './replay-item.ts';

/** Which events of a source are wanted. */
export interface Wanted {
  readonly since?: Date;
  readonly session?: string;
  readonly event?: string;
  readonly sample?: { readonly count: number } | { readonly share: number };
  /** Another number gives another sample. */
  readonly seed?: number;
  /** Only this many, the newest. */
  readonly limit?: number;
}

/** The wanted part of a source. */
export interface Selection {
  /** Events in it; null when they were not counted. */
  readonly total: number | null;
  readonly parts: () => AsyncGenerator<ReplayPart, void>;
}

/** Selects events; reads the source twice where they must be counted first, and keeps at most one number for each. */
export async function select(source: ReplaySource, wanted: Wanted, isCounted: boolean): Promise<Selection> {
  const isOf = wantedBy(wanted);
  const { sample, limit, seed = 1 } = wanted;
  if (limit === undefined && !isCounted && (sample === undefined || 'share' in sample))
    return { total: null, parts: () => chosenFrom(source, isOf, 0) };
  const chances: number[] = [];
  for await (const part of source.read()) if (isOf(part) && part.kind === 'event') chances.push(chanceOf(part, seed));
  const bar = sample !== undefined && 'count' in sample ? barOf(chances, sample.count) : 1;
  const isSampled = (part: ReplayPart): boolean => isOf(part) && (part.kind !== 'event' || chanceOf(part, seed) < bar);
  const count = chances.filter((chance) => chance < bar).length;
  const skipped = Math.max(0, count - (limit ?? count));
  return { total: count - skipped, parts: () => chosenFrom(source, isSampled, skipped) };
}

async function* chosenFrom(
  source: ReplaySource,
  isWanted: (part: ReplayPart) => boolean,
  skipped: number,
): AsyncGenerator<ReplayPart, void> {
  let seen = 0;
  for await (const part of source.read()) {
    if (!isWanted(part)) continue;
    if (part.kind === 'event' && seen++ < skipped) continue;
    yield part;
  }
}

const wantedBy =
  ({ since, session, event, sample, seed = 1 }: Wanted) =>
  (part: ReplayPart): boolean => {
    if (part.kind === 'unreadable') return true;
    const { at } = part;
    return (
      (since === undefined || (at !== null && Date.parse(at) >= since.getTime())) &&
      (session === undefined || part.event['session_id'] === session) &&
      (event === undefined || part.event.hook_event_name === event) &&
      (sample === undefined || 'count' in sample || chanceOf(part, seed) < sample.share)
    );
  };

/** The threshold below which this many are. */
function barOf(chances: readonly number[], count: number): number {
  return chances.toSorted((one, other) => one - other)[count] ?? 1;
}

/** A number from 0 up to 1 that depends on the id and the seed alone. */
export function chanceOf({ id }: Pick<ReplayItem, 'id'>, seed: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
