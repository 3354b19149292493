import { Hono } from 'hono';
import { refuse } from './answers.ts';
import type { GatewayPorts } from './ports.ts';

/** For those who run a gateway: nothing of these says anything about a machine or a person. */
export function operationRoutes({ database, counters, version, policyWait }: GatewayPorts): Hono {
  const routes = new Hono();
  routes.get('/healthz', (context) => context.json({ ok: true, version }));
  routes.get('/readyz', async (context) => {
    try {
      await database.pool.query('select 1');
      return context.json({ ok: true });
    } catch {
      return refuse(context, 503, 'the database cannot be reached');
    }
  });
  routes.get('/metrics', (context) =>
    context.text(`${counters.text()}${waitingText(policyWait?.waiting() ?? 0)}${memoryText()}`, 200, {
      'content-type': 'text/plain; version=0.0.4',
    }),
  );
  return routes;
}

const waitingText = (count: number): string =>
  `# HELP hookline_gateway_waiting Machines that wait for a newer policy.\n# TYPE hookline_gateway_waiting gauge\nhookline_gateway_waiting ${count}\n`;

const memoryText = (): string =>
  `# HELP process_resident_memory_bytes Resident memory.\n# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`;
