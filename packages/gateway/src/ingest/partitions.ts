import type { Database } from '../database/database.ts';

const DAY_MS = 24 * 3600 * 1000;
const TABLES = ['chunk', 'decision', 'run'] as const;
const DAYS_BACK = 60;
const DAYS_AHEAD = 7;
const LOCK = 4_723_002;

/** Makes the partitions of days before rows come for them; a day far from now has its rows in the default partition. */
export interface Partitions {
  readonly ensure: (days: Iterable<string>) => Promise<void>;
  readonly ahead: (now?: number) => Promise<void>;
  /** Looks again whether they are there. */
  readonly forget: () => void;
}

export function createPartitions(
  { everywhere }: Pick<Database, 'everywhere'>,
  onProblem: (text: string) => void = () => undefined,
): Partitions {
  const known = new Set<string>();
  const make = (day: string): Promise<unknown> =>
    everywhere(async (query) => {
      await query('select pg_advisory_xact_lock($1)', [LOCK]);
      for (const table of TABLES) await query(partitionOf(table, day));
    });
  const ensure = async (days: Iterable<string>): Promise<void> => {
    for (const day of days) {
      if (known.has(day) || !isNear(day, Date.now())) continue;
      // Where the default partition has rows of that day already, they stay there: slower, and nothing is lost.
      await make(day).catch((error: unknown) => {
        if ((error as { readonly code?: unknown }).code !== HAS_ROWS) throw error;
        onProblem(`rows of ${day} have come into the default partition before it had one of its own, and stay there`);
      });
      known.add(day);
    }
  };
  return {
    ensure,
    forget: () => known.clear(),
    ahead: (now = Date.now()) =>
      ensure(Array.from({ length: DAYS_AHEAD + 1 }, (_, add) => dayText(now + add * DAY_MS))),
  };
}

/** PostgreSQL's code for rows that the new partition should hold and does not. */
const HAS_ROWS = '23514';

const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A machine with a wrong clock must not make tables for thousands of days. */
function isNear(day: string, now: number): boolean {
  const days = (Date.parse(day) - now) / DAY_MS;
  return /^\d{4}-\d\d-\d\d$/.test(day) && days > -DAYS_BACK && days < DAYS_AHEAD + 1;
}

function partitionOf(table: (typeof TABLES)[number], day: string): string {
  const next = dayText(Date.parse(day) + DAY_MS);
  const name = `${table}_${day.replaceAll('-', '')}`;
  return `create table if not exists ${name} partition of ${table} for values from ('${day}') to ('${next}')`;
}
