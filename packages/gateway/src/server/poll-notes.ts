import { parseInForce, type PolicyInForce } from '@hookline/fleet';
import type { Context } from 'hono';
import type { GatewayPorts } from './ports.ts';

const MOST_AT_ONCE = 100;

/** Notes which version is in force on a machine that looks for a newer one; what it gets never depends on that. */
export function createPollNotes({ verify, database, onProblem }: GatewayPorts): (context: Context) => void {
  let busy = 0;
  const note = async (authorization: string, path: string, inForce: PolicyInForce): Promise<void> => {
    const machine = await verify({ method: 'GET', path, body: new Uint8Array(), authorization });
    if (typeof machine === 'string') return;
    await database.pool.query('select note_policy($1, $2, $3, null)', [
      machine.org,
      machine.id,
      JSON.stringify(inForce),
    ]);
  };
  return (context) => {
    const authorization = context.req.header('authorization');
    const inForce = parseInForce(context.req.query('policy'));
    if (authorization === undefined || inForce === null || busy >= MOST_AT_ONCE) return;
    const { pathname, search } = new URL(context.req.url);
    busy += 1;
    note(authorization, pathname + search, inForce)
      .catch((error: unknown) => onProblem(`a version in force was not noted: ${String(error)}`))
      .finally(() => (busy -= 1));
  };
}
