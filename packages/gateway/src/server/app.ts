import { Hono } from 'hono';
import { failed, refuse } from './answers.ts';
import { machineRoutes } from './machine-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import { questionRoutes } from './question-routes.ts';
import { exceptionRoutes } from './exception-routes.ts';
import { policyPeopleRoutes } from './policy-people-routes.ts';
import { createPollNotes } from './poll-notes.ts';
import { policyRoutes } from '../policy/routes.ts';
import type { GatewayPorts } from './ports.ts';

/** Everything that a gateway answers. */
export function createApp(ports: GatewayPorts): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header('x-content-type-options', 'nosniff');
    context.header('cache-control', 'no-store');
  });
  app.route('/', operationRoutes(ports));
  app.route('/', machineRoutes(ports));
  app.route('/', questionRoutes(ports));
  app.route('/', policyPeopleRoutes(ports));
  app.route('/', exceptionRoutes(ports));
  if (ports.policyFolder !== null) app.route('/', policyRoutes(ports.policyFolder, createPollNotes(ports)));
  app.notFound((context) => refuse(context, 404, `there is no ${context.req.method} ${context.req.path}`));
  app.onError((error, context) => failed(context, error, ports));
  return app;
}
