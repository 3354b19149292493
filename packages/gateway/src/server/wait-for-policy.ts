import type { Context } from 'hono';
import { numberIn } from './answers.ts';
import type { GatewayPorts } from './ports.ts';

const MOST_SECONDS = 50;

/** `?wait=SECONDS`: a machine that has signed its look is answered when there is something new. Others are answered at once. */
export const createPolicyNewsWait =
  ({ verify, policyWait, counters }: GatewayPorts): ((context: Context, etag: string) => Promise<void>) =>
  async (context, etag) => {
    const seconds = numberIn(context.req.query('wait'));
    const authorization = context.req.header('authorization');
    if (seconds === null || seconds === 0 || authorization === undefined || policyWait === null) return;
    const { pathname, search } = new URL(context.req.url);
    const asked = { method: 'GET', path: pathname + search, body: new Uint8Array(), authorization };
    const machine = await verify(asked).catch(() => 'the database is away');
    if (typeof machine === 'string') return;
    const ms = Math.min(seconds, MOST_SECONDS) * 1000;
    counters.add('waited');
    await policyWait.forNews({ machine: machine.id, etag, ms, gone: context.req.raw.signal });
  };
