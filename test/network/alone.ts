import { createServer } from 'node:http';
import { get } from '../../packages/agent/src/tools/web/get.ts';
import { runHttp } from '../../packages/core/src/handlers/http.ts';
import { createGuardedFetch } from '../../packages/core/src/handlers/http/guarded-fetch.ts';
import { startNameServer, type Names } from './name-server.ts';

const METADATA = '169.254.169.254';

/** What each name stands for, as a hostile server of names tells. */
const NAMES: Names = {
  'honest.test': () => ['127.0.0.1'],
  'metadata.test': () => [METADATA],
  'mixed.test': () => ['127.0.0.1', METADATA],
  'rebinding.test': (asked) => [asked === 0 ? '127.0.0.1' : METADATA],
  'rebinding-fetch.test': (asked) => [asked === 0 ? '127.0.0.1' : METADATA],
  'rebinding-page.test': (asked) => [asked === 0 ? '127.0.0.1' : METADATA],
};

/** In a network of our own, where the metadata address is ours and a name means what we say. */
const visits = { honest: 0, metadata: 0 };
const closeNames = await startNameServer(NAMES);
const servers = await Promise.all([serve('127.0.0.1', 'honest'), serve(METADATA, 'metadata')]);

const LITERALS = [`http://${METADATA}/`, 'http://2852039166/', `http://[::ffff:${METADATA}]/`];
const BY_NAME = ['http://metadata.test/', 'http://mixed.test/', 'http://metadata.test./'];
const refused = [...LITERALS, ...BY_NAME];
const strict = createGuardedFetch({});
const lifted = createGuardedFetch({ HOOKLINE_ALLOW_ADDRESSES: METADATA });

const result = {
  hooks: await each(refused, post),
  fetches: await each(refused, (url) => textOf(strict(url))),
  pages: await each(refused, page),
  visitsWhenRefused: { ...visits },
  honest: [
    await post('http://honest.test/'),
    await textOf(strict('http://honest.test/')),
    await page('http://honest.test/'),
  ],
  rebindingHook: await each(['http://rebinding.test/', 'http://rebinding.test/'], post),
  rebindingFetch: await each(['http://rebinding-fetch.test/', 'http://rebinding-fetch.test/x'], (url) =>
    textOf(createGuardedFetch({})(url)),
  ),
  rebindingPage: await each(['http://rebinding-page.test/', 'http://rebinding-page.test/'], page),
  visitsWhenRebound: visits.metadata,
  lifted: [
    await post(`http://${METADATA}/`, [METADATA]),
    await post('http://metadata.test/', ['169.254.0.0/16']),
    await textOf(lifted('http://metadata.test/')),
    await post(`http://${METADATA}/`, ['169.254.170.2']),
    await page(`http://${METADATA}/`),
  ],
  visitsWhenLifted: visits.metadata,
};
servers.forEach((server) => server.close().closeAllConnections());
closeNames();
process.stdout.write(JSON.stringify(result));

async function serve(address: string, who: keyof typeof visits): Promise<ReturnType<typeof createServer>> {
  const server = createServer((_request, response) => {
    visits[who] += 1;
    response.writeHead(200, { 'content-type': 'text/plain' }).end(who);
  });
  await new Promise<void>((resolve) => server.listen(80, address, resolve));
  return server;
}

async function each(urls: readonly string[], ask: (url: string) => Promise<string>): Promise<readonly string[]> {
  const said: string[] = [];
  for (const url of urls) said.push(await ask(url));
  return said;
}

async function post(url: string, allowedAddresses: readonly string[] = []): Promise<string> {
  const body = Buffer.from('{}');
  const request = {
    kind: 'http',
    runId: 'alone',
    timeoutMs: 10_000,
    url,
    headers: {},
    body,
    allowedAddresses,
  } as const;
  const { ending, stdout } = await runHttp(request);
  return 'why' in ending ? short(ending.why) : stdout;
}

async function page(url: string): Promise<string> {
  const answer = get(new URL(url), () => true, AbortSignal.timeout(10_000));
  return textOf(
    answer.then((came) => ({ text: async () => (came.kind === 'page' ? came.body.toString() : came.kind) })),
  );
}

async function textOf(answer: Promise<{ readonly text: () => Promise<string> }>): Promise<string> {
  try {
    return await (await answer).text();
  } catch (error) {
    const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
    return short(cause instanceof Error ? cause.message : String(cause));
  }
}

function short(why: string): string {
  return /is refused/.test(why) ? 'refused' : why;
}
