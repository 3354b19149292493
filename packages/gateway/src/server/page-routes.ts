import { type EventStream, HttpProblem, type PageFiles, type Route, specialOf } from '@hookline/studio';
import { type Context, Hono } from 'hono';
import { stream } from 'hono/streaming';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { personOf } from '../access/tokens.ts';
import { createFleetRoutes } from '../page/looking.ts';
import { machineRows } from '../questions/machines.ts';
import { refuse } from './answers.ts';
import { asPerson } from './people.ts';
import type { GatewayPorts } from './ports.ts';

/** What the studio asks about one record, a gateway answers about many; programs ask the same under another name. */
const FOR_PROGRAMS = ['/api/decisions/:', '/api/latency', '/api/faults', '/api/shadow'];

/** The studio's page and what it asks. */
export function pageRoutes(ports: GatewayPorts): Hono {
  const routes = new Hono();
  const fleet = createFleetRoutes(ports);
  for (const [index, { method, path }] of fleet.table.entries()) {
    const answer = (context: Context): Promise<Response> =>
      asPerson(context, ports, 'reader', ({ org }, token) => {
        const route = fleet.of(org)[index];
        return route === undefined ? context.notFound() : answered(context, ports, route, token);
      });
    routes.on(method, path.replace('/:', '/:id'), answer);
    if (FOR_PROGRAMS.includes(path)) routes.get(path.replace('/api/', '/v1/').replace('/:', '/:id'), answer);
  }
  routes.get('/api/machines', (context) =>
    asPerson(context, ports, 'reader', async ({ org }) =>
      context.json({ machines: await ports.database.inOrg(org, (query) => machineRows(query, MOST_MACHINES)) }),
    ),
  );
  if (ports.files !== null) routes.get('*', servedFiles(ports.files, ports.login !== null));
  return routes;
}

const MOST_MACHINES = 10_000;

async function answered(context: Context, ports: GatewayPorts, route: Route, token: string): Promise<Response> {
  const gone = new AbortController();
  context.req.raw.signal.addEventListener('abort', () => gone.abort());
  try {
    const answer = await route.answer({
      parts: [context.req.param('id') ?? ''],
      query: new URL(context.req.url).searchParams,
      body: {},
      lastId: context.req.header('last-event-id') ?? null,
      gone: gone.signal,
    });
    const special = specialOf(answer);
    if (special === null) return context.json(answer);
    if (special.kind === 'stream') return streamed(context, ports, special.run, token);
    context.header('content-disposition', `attachment; filename="${special.name}"`);
    return context.body(special.text, 200, { 'content-type': special.type });
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return refuse(context, error.status as ContentfulStatusCode, error.message, error.hint);
  }
}

const STILL_EVERY_MS = 15_000;

/** Goes on until the page is gone, or its token is not valid any more. */
function streamed(
  context: Context,
  { database }: GatewayPorts,
  run: (events: EventStream) => void,
  token: string,
): Response {
  context.header('content-type', 'text/event-stream; charset=utf-8');
  return stream(context, async (output) => {
    const gone = new AbortController();
    output.onAbort(() => gone.abort());
    const write = (text: string): boolean => {
      if (!gone.signal.aborted) output.write(text).catch(() => gone.abort());
      return !gone.signal.aborted;
    };
    run({
      send: (message, id) => write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`),
      end: () => gone.abort(),
      gone: gone.signal,
    });
    while (!gone.signal.aborted) {
      await waited(STILL_EVERY_MS, gone.signal);
      if ((await personOf(database, token).catch(() => null)) === null) gone.abort();
      write(': alive\n\n');
    }
  });
}

const waited = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** The page is the studio's; a mark in its document says who serves it, and where people log in. */
function servedFiles(files: PageFiles, hasLogin: boolean): (context: Context) => Response | Promise<Response> {
  const mark = `<meta name="hookline-gateway" content="${hasLogin ? '/login' : ''}" />\n  </head>`;
  return (context) => {
    const { path } = context.req;
    const file = /^\/(?:v1|api)\//.test(path) ? null : files(path);
    if (file === null) return context.notFound();
    const isDocument = file.type.startsWith('text/html');
    const bytes = isDocument
      ? file.bytes.toString().replace('</head>', mark).replace('hookline studio', 'hookline gateway')
      : new Uint8Array(file.bytes);
    return context.body(bytes, 200, { 'content-type': file.type });
  };
}
