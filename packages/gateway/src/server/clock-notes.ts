import { CLOCK_HEADER } from '@hookline/fleet';
import type { Context } from 'hono';
import type { KnownMachine } from '../access/machines.ts';
import type { Database } from '../database/database.ts';

const MOST_KNOWN = 100_000;
/** Less is no news: what a machine says differs by a second or two each time. */
const NEWS_SECONDS = 60;

/** Notes by how many seconds the clock of a machine is ahead, as the machine has found out itself; what is stored of its lines never depends on it. */
export function createClockNotes(
  { inOrg }: Pick<Database, 'inOrg'>,
  onProblem: (text: string) => void,
): (context: Context, machine: KnownMachine) => void {
  const known = new Map<string, number>();
  return (context, { id, org }) => {
    const said = context.req.header(CLOCK_HEADER) ?? '0';
    const ahead = /^-?\d{1,9}$/.test(said) ? Number(said) : 0;
    const before = known.get(id);
    if (before !== undefined && Math.abs(ahead - before) < NEWS_SECONDS) return;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(id, ahead);
    inOrg(org, (query) =>
      query('update machine set clock_ahead = $2 where id = $1 and clock_ahead is distinct from $2', [
        id,
        ahead === 0 ? null : ahead,
      ]),
    ).catch((error: unknown) => {
      known.delete(id);
      onProblem(`the clock of a machine was not noted: ${String(error)}`);
    });
  };
}
