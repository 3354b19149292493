import { EVERY_ANSWER } from '@hookline/studio';
import { Hono } from 'hono';
import { failed, refuse } from './answers.ts';
import { checkpointRoutes } from './checkpoint-routes.ts';
import { decideRoutes } from './decide-routes.ts';
import { loginRoutes } from './login-routes.ts';
import { machineRoutes } from './machine-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import { pageRoutes } from './page-routes.ts';
import { questionRoutes } from './question-routes.ts';
import { exceptionRoutes } from './exception-routes.ts';
import { policyPeopleRoutes } from './policy-people-routes.ts';
import { createPollNotes } from './poll-notes.ts';
import { policyRoutes } from '../policy/routes.ts';
import type { GatewayPorts } from './ports.ts';
import { createPolicyNewsWait } from './wait-for-policy.ts';

/** Everything that a gateway answers. */
export function createApp(ports: GatewayPorts): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    // Before the answer is made: to change one that is there copies it.
    for (const [name, value] of Object.entries(EVERY_ANSWER)) context.header(name, value);
    await next();
  });
  app.route('/', operationRoutes(ports));
  app.route('/', machineRoutes(ports));
  app.route('/', decideRoutes(ports));
  app.route('/', questionRoutes(ports));
  app.route('/', checkpointRoutes(ports));
  app.route('/', policyPeopleRoutes(ports));
  app.route('/', exceptionRoutes(ports));
  if (ports.policyFolder !== null) {
    const options = { onPoll: createPollNotes(ports), waitForNews: createPolicyNewsWait(ports) };
    app.route('/', policyRoutes(ports.policyFolder, options));
  }
  app.route('/', loginRoutes(ports));
  app.route('/', pageRoutes(ports));
  app.notFound((context) => refuse(context, 404, `there is no ${context.req.method} ${context.req.path}`));
  app.onError((error, context) => failed(context, error, ports));
  return app;
}
