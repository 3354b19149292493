import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createModel } from './create-model.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function ask(spec: string, baseUrl: string): Promise<string> {
  const key = 'the-key-of-the-user';
  const env = { ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key, HOOKLINE_MODEL_RETRIES: '0' };
  const model = await createModel({ spec, baseUrl, env });
  const request = { speaker: 'main', system: '', items: [{ kind: 'user', text: 'hello' }], tools: [] } as const;
  return model
    .ask(request, () => undefined, AbortSignal.timeout(20_000))
    .then(
      () => 'answered',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
}

const SPECS = ['anthropic/m', 'openai/m', 'openai-compatible/m'];

test.each(SPECS)('%s: a redirect is not followed, so that the key goes nowhere else', async (spec) => {
  const seen: string[] = [];
  const elsewhere = await serve((request, response) => {
    seen.push(JSON.stringify(request.headers));
    response.end('{}');
  });
  for (const status of [301, 302, 307, 308]) {
    const url = await serve((_request, response) => response.writeHead(status, { location: elsewhere }).end());
    expect(await ask(spec, url)).not.toBe('answered');
  }
  expect(seen).toEqual([]);
});

test.each(SPECS)(
  '%s: a metadata address is refused, whatever leads there',
  async (spec) => {
    for (const host of ['169.254.169.254', '2852039166', '[::ffff:169.254.169.254]', '[fd00:ec2::254]'])
      expect(await ask(spec, `http://${host}/v1`)).toMatch(/the address .* is refused/);
  },
  60_000,
);
