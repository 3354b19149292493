import { MOST_QUESTION_BYTES } from '@hookline/core/internal';
import { Hono } from 'hono';
import { comeLater, refuse } from './answers.ts';
import { type Signed, signed } from './machine-routes.ts';
import type { GatewayPorts } from './ports.ts';

/** Decisions that machines leave to the gateway. */
export function decideRoutes(ports: GatewayPorts): Hono {
  const routes = new Hono();
  const bounds = { limits: ports.decideLimits, mostBytes: MOST_QUESTION_BYTES };
  routes.post('/v1/decide', (context) => signed(context, ports, decide, bounds));
  return routes;
}

async function decide({ context, ports, machine, body }: Signed): Promise<Response> {
  const { decisions, counters } = ports;
  if (decisions === null) return refuse(context, 404, 'this gateway gives out no policy');
  const decided = await decisions.decide(machine, body);
  if (decided.status === 200) {
    counters.add(decided.isRepeated ? 'repeated' : 'decided');
    return context.body(decided.json, 200, { 'content-type': 'application/json' });
  }
  counters.add('undecided');
  if (decided.status === 503) {
    counters.add('limited');
    return comeLater(context, 503, 1, decided.error);
  }
  return refuse(context, decided.status, decided.error);
}
