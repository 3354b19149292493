import { Hono } from 'hono';
import { refuse } from './answers.ts';
import type { GatewayPorts } from './ports.ts';

/** For those who run a gateway: nothing of these says anything about a machine or a person. */
export function operationRoutes({ database, counters, version }: GatewayPorts): Hono {
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
    context.text(`${counters.text()}${memoryText()}`, 200, { 'content-type': 'text/plain; version=0.0.4' }),
  );
  return routes;
}

const memoryText = (): string =>
  `# HELP process_resident_memory_bytes Resident memory.\n# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`;
