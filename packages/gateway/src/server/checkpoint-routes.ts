import { Hono } from 'hono';
import { dailyAnswer, dailyDetail } from '../checkpoints/daily-answer.ts';
import { numberIn, refuse } from './answers.ts';
import { asPerson } from './people.ts';
import type { GatewayPorts } from './ports.ts';

const MOST_NUMBER = 1_000_000;

/** What the gateway signs once a day, for those who keep it elsewhere. */
export function checkpointRoutes(ports: GatewayPorts): Hono {
  const routes = new Hono();
  routes.get('/v1/checkpoints', (context) =>
    asPerson(context, ports, 'reader', async ({ org }) =>
      context.json(await dailyAnswer(ports.database, org, numberIn(context.req.query('after'), MOST_NUMBER) ?? 0)),
    ),
  );
  routes.get('/v1/checkpoints/:number', (context) =>
    asPerson(context, ports, 'auditor', async ({ org }) => {
      const number = numberIn(context.req.param('number'), MOST_NUMBER) ?? 0;
      const found = await ports.database.inOrg(org, (query) => dailyDetail(query, org, number));
      return found === null ? refuse(context, 404, 'there is no such checkpoint') : context.json(found);
    }),
  );
  return routes;
}
