import { parseInForce, type PolicyInForce } from '@hookline/fleet';
import type { Context } from 'hono';
import type { KnownMachine } from '../access/machines.ts';
import type { GatewayPorts } from './ports.ts';

const MOST_AT_ONCE = 100;

/** In one order everywhere, so that two gateways never wait for each other. */
const NOTE = `select note_policy(r.org, r.id, r.said, null)
  from (select * from jsonb_to_recordset($1) as j(org int, id uuid, said jsonb) order by j.id) r`;

/** Notes which version is in force on machines that look for a newer one; what they get never depends on that. */
export function createPollNotes({ verify, database, onProblem }: GatewayPorts): (context: Context) => void {
  const waiting = new Map<string, { readonly machine: KnownMachine; readonly said: PolicyInForce }>();
  let [busy, isNoting] = [0, false];
  const take = async (authorization: string, path: string, said: PolicyInForce): Promise<void> => {
    const machine = await verify({ method: 'GET', path, body: new Uint8Array(), authorization });
    if (typeof machine === 'string') return;
    waiting.set(machine.id, { machine, said });
    if (!isNoting) await noteAll();
  };
  /** All that came while the last ones were written go together: a fleet that looks at once takes one connection. */
  const noteAll = async (): Promise<void> => {
    isNoting = true;
    try {
      while (waiting.size > 0) {
        const rows = [...waiting.values()].map(({ machine: { org, id }, said }) => ({ org, id, said }));
        waiting.clear();
        // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
        await database.pool.query(NOTE, [JSON.stringify(rows)]);
      }
    } finally {
      isNoting = false;
    }
  };
  return (context) => {
    const authorization = context.req.header('authorization');
    const said = parseInForce(context.req.query('policy'));
    if (authorization === undefined || said === null || busy >= MOST_AT_ONCE) return;
    const { pathname, search } = new URL(context.req.url);
    busy += 1;
    take(authorization, pathname + search, said)
      .catch((error: unknown) => onProblem(`which versions are in force was not noted: ${String(error)}`))
      .finally(() => (busy -= 1));
  };
}
