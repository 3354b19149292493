import { powersOf } from '../../packages/core/src/bridge/powers-of.ts';
import { locationsOf } from '../../packages/core/src/load/discover.ts';
import type { Dialect, Effect, EventName } from '../../packages/core/src/model/index.ts';

/** What the source document of a dialect decides about its table: written down by hand in the test beside it. */
export interface TableSummary {
  /** Native events: the neutral ones that they stand for, and what a refusal does, null where it has no power. */
  readonly events: Readonly<Record<string, readonly [means: readonly EventName[], effect: Effect | null]>>;
  /** Native events on which a hook that fails stops the action. */
  readonly failsClosed: readonly string[];
  /** Native events whose hooks run in the background. */
  readonly background: readonly string[];
  /** How often in a row hooks may keep the host working, and make it retry a model turn; null where they cannot. */
  readonly bounds: readonly [keepWorking: number, retryTurn: number | null];
  /** Scope and path of its files on Linux without any variable, for the home folder `/home/u` and the project `/p`. */
  readonly files: readonly string[];
  /** How many different things its hooks can answer, over all events. */
  readonly powers: number;
}

/** The summary of a table as it is. */
export function summaryOf(dialect: Dialect): TableSummary {
  const rows = Object.entries(dialect.events);
  const place = { project: '/p', home: '/home/u', env: {}, platform: 'linux', stateDir: null, plugins: [] } as const;
  return {
    events: Object.fromEntries(rows.map(([native, { means, block }]) => [native, [means, block]])),
    failsClosed: rows.flatMap(([native, { onFault }]) => (onFault === 'block' ? [native] : [])),
    background: rows.flatMap(([native, { waits }]) => (waits ? [] : [native])),
    bounds: [dialect.bounds.keepWorking, dialect.bounds.retryTurn],
    files: locationsOf(dialect, { ...place, strict: false }).map(({ scope, file }) => `${scope} ${file}`),
    powers: rows.flatMap(([native]) => powersOf(dialect, native)).length,
  };
}
