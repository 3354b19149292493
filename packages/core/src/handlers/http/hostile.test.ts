import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { HttpRequest, Report } from '../../model/index.ts';
import { runHttp } from '../http.ts';
import { exchange } from './exchange.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import type { Resolve } from './refused-address.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  vi.unstubAllEnvs();
  sockets.forEach((socket) => socket.destroy());
  await Promise.all(servers.splice(0).map(async (server) => new Promise((resolve) => server.close(resolve))));
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)).on('error', () => undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A server that counts its visitors. */
async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly port: number; readonly visits: () => number }> {
  let visits = 0;
  const server: HttpServer = createServer((request, response) => {
    visits += 1;
    answer(request, response);
  });
  return { port: await listen(server), visits: () => visits };
}

const serveBytes = async (act: (socket: Socket) => void): Promise<string> =>
  `http://127.0.0.1:${await listen(createTcpServer((socket) => socket.once('data', () => act(socket))))}/`;

const requestTo = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  kind: 'http',
  runId: 'hostile',
  timeoutMs: 10_000,
  url,
  headers: {},
  body: Buffer.from('{}'),
  ...more,
});

const post = async (url: string, more: Partial<HttpRequest> = {}): Promise<Report> => runHttp(requestTo(url, more));

const REFUSED = { how: 'unavailable', why: expect.stringContaining('is a link-local or metadata address') };

describe('no spelling of a refused address gets through', () => {
  test.each([
    ['http://169.254.169.254./'],
    ['http://169.254.169.254:80/'],
    ['http://user:password@169.254.169.254/'],
    ['http://127.0.0.1@169.254.169.254/'],
    ['http://127.0.0.1%2f@169.254.169.254/'],
    ['http:169.254.169.254/'],
    ['http:\\\\169.254.169.254\\'],
    ['http://169.254.169.254\t/'],
    ['http://１６９.254.169.254/'],
    ['http://169。254。169。254/'],
    ['http://0xa9.0xfe.0xa9.0xfe/'],
    ['http://0251.254.0251.254/'],
    ['http://169.16689662/'],
    ['http://2852039166./'],
    ['http://[::ffff:0:a9fe:a9fe]/'],
    ['http://[0:0:0:0:0:ffff:a9fe:a9fe]/'],
    ['http://[64:ff9b:1::a9fe:a9fe]/'],
    ['http://[fe80::1]:8080/'],
    ['http://[fd00:ec2::23]/'],
    ['https://168.63.129.16/'],
    ['https://[::ffff:168.63.129.16]/'],
  ])('%s', async (url) => {
    expect((await post(url, { timeoutMs: 3000 })).ending).toEqual(REFUSED);
  });

  test('what stands before an @ is no host', async () => {
    const { port, visits } = await serve((_request, response) => response.end('{}'));
    expect((await post(`http://169.254.169.254@127.0.0.1:${port}/`)).ending).toEqual({ how: 'answered' });
    expect(visits()).toBe(1);
  });

  test.each([
    ['http://[fe80::1%eth0]/'],
    ['http://[fe80::1%25lo]/'],
    ['http://169.254.169.254 /'],
    ['http://a..b%00/'],
  ])('%s cannot be read at all', async (url) => {
    expect((await post(url)).ending).toMatchObject({
      how: 'unavailable',
      why: expect.stringContaining('cannot be read'),
    });
  });
});

describe('a name that is given to another address', () => {
  /** Answers with one address after another, as a server of names does that re-binds. */
  const rebinding = (...addresses: readonly string[]): { readonly resolve: Resolve; readonly asked: () => number } => {
    let asked = 0;
    const resolve: Resolve = (_name, _options, callback) => {
      const address = addresses[Math.min(asked, addresses.length - 1)] ?? '';
      asked += 1;
      callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    };
    return { resolve, asked: () => asked };
  };

  const send = (port: number, resolve: Resolve): Promise<unknown> => {
    const url = `http://rebinding.test:${port}/`;
    return exchange(requestTo(url), new URL(url), resolve).answer;
  };

  test('is connected to where it was when it was checked; it is not asked for again', async () => {
    const { port, visits } = await serve((_request, response) => response.end('checked'));
    const { resolve, asked } = rebinding('127.0.0.1', '169.254.169.254');
    expect(await send(port, resolve)).toEqual({
      status: 200,
      encoding: null,
      isCut: false,
      isJson: false,
      body: 'checked',
    });
    expect([asked(), visits()]).toEqual([1, 1]);
  });

  test('is refused from the moment on that it leads to a refused one', async () => {
    const { port, visits } = await serve((_request, response) => response.end('checked'));
    const { resolve } = rebinding('127.0.0.1', '169.254.169.254');
    await send(port, resolve);
    await expect(send(port, resolve)).rejects.toMatchObject({ address: '169.254.169.254' });
    await expect(send(port, rebinding('::ffff:a9fe:a9fe').resolve)).rejects.toMatchObject({
      address: '::ffff:a9fe:a9fe',
    });
    expect(visits()).toBe(1);
  });
});

describe('proxies that the environment names', () => {
  test('are not used, so that they cannot go where we may not', async () => {
    const proxy = await serve((_request, response) => response.end('{"from":"the proxy"}'));
    const { port } = await serve((_request, response) => response.end('{}'));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'])
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    expect((await post('http://169.254.169.254/')).ending).toEqual(REFUSED);
    expect((await post('http://metadata.invalid/')).ending).toMatchObject({ how: 'unavailable' });
    expect((await post(`http://127.0.0.1:${port}/`)).stdout).toBe('{}');
    const fetch = createGuardedFetch(process.env);
    await expect(fetch('http://169.254.169.254/')).rejects.toMatchObject({ cause: { address: '169.254.169.254' } });
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('{}');
    expect(proxy.visits()).toBe(0);
  });
});

describe('limits', () => {
  test.each([
    ['one header', `x: ${'y'.repeat(100_000)}\r\n`],
    ['many headers', Array.from({ length: 5000 }, (_, index) => `x-${index}: yyyyyyyyyyyyyyyy\r\n`).join('')],
  ])('%s beyond 16 KiB is no answer', async (_title, headers) => {
    const url = await serveBytes((socket) => socket.end(`HTTP/1.1 200 OK\r\n${headers}content-length: 2\r\n\r\n{}`));
    expect((await post(url)).ending).toEqual({
      how: 'unavailable',
      why: expect.stringMatching(/the headers of its answer are too long \(\w+\)$/),
    });
  });

  test.each([
    ['one interim answer after another', 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'],
    ['a chunk of which the beginning never ends', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;'],
    ['a body that drips', 'HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n'],
    ['chunks that drip', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'],
  ])('%s: over at the deadline, whatever still comes', async (title, start) => {
    const more = title.includes('interim') ? start : title.includes('chunks') ? '1\r\nx\r\n' : 'x';
    const url = await serveBytes((socket) => {
      socket.write(start);
      const timer = setInterval(() => socket.write(more), 20);
      socket.once('close', () => clearInterval(timer));
    });
    const { ending, durationMs } = await post(url, { timeoutMs: 500 });
    expect(['timed-out', 'unavailable']).toContain(ending.how);
    expect(durationMs).toBeLessThan(1500);
    await vi.waitFor(() => expect(sockets.size).toBe(0), { timeout: 5000 });
  });

  test('an endless body of one-byte chunks is cut at 1 MiB, with little memory', async () => {
    const url = await serveBytes((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const chunks = '1\r\nx\r\n'.repeat(20_000);
      const more = (): void => {
        while (!socket.destroyed && socket.write(chunks));
      };
      socket.on('drain', more);
      more();
    });
    const { ending, stdout, truncated } = await post(url, { timeoutMs: 20_000 });
    expect({ ending, length: stdout.length, truncated }).toEqual({
      ending: { how: 'answered' },
      length: 1024 * 1024,
      truncated: ['stdout'],
    });
  });

  const bomb = Buffer.alloc(20 * 1024 * 1024);
  test.each([
    ['gzip', gzipSync(bomb)],
    ['x-gzip', gzipSync(bomb)],
    ['deflate', deflateSync(bomb)],
    ['br', brotliCompressSync(bomb)],
    ['zstd', Buffer.from('x')],
    ['gzip, gzip', gzipSync(gzipSync(bomb))],
    ['identity, gzip', gzipSync(bomb)],
    ['GZIP', gzipSync(bomb)],
  ])('a body packed as %s is not unpacked', async (coding, bytes) => {
    const { port } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(bytes),
    );
    const { ending, stdout } = await post(`http://127.0.0.1:${port}/`);
    expect([ending, stdout]).toEqual([
      { how: 'garbled', why: expect.stringContaining('sent a compressed answer, which was not asked for') },
      '',
    ]);
  });
});

describe('redirects', () => {
  test('of every kind, also to ourselves and with a body that says yes, are not followed by hooks or by models', async () => {
    const target = await serve((_request, response) => response.end('{"decision":"allow"}'));
    for (const status of [300, 301, 302, 303, 304, 305, 307, 308]) {
      const { port, visits } = await serve((_request, response) =>
        response
          .writeHead(status, { location: `http://127.0.0.1:${target.port}/`, refresh: `0; url=/again` })
          .end(status === 304 ? undefined : '{"decision":"allow"}'),
      );
      const { ending, stdout } = await post(`http://127.0.0.1:${port}/`);
      expect([ending.how, stdout]).toEqual(['unavailable', '']);
      expect((await createGuardedFetch({})(`http://127.0.0.1:${port}/`)).status).toBe(status);
      expect(visits()).toBe(2);
    }
    expect(target.visits()).toBe(0);
  });
});
