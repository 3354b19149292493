import { spawn } from 'node:child_process';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { openDescriptors } from '../../../../test/support/processes.ts';
import type { HttpRequest, Report } from '../model/index.ts';
import { runHttp } from './http.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  sockets.forEach((socket) => socket.destroy());
  await Promise.all(servers.splice(0).map(async (server) => new Promise((resolve) => server.close(resolve))));
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)).on('error', () => undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

const serve = async (answer: Answering): Promise<string> => listen(createHttpServer(answer));

/** A server that answers with raw bytes, and perhaps no more. */
const serveBytes = async (act: (socket: Socket) => void): Promise<string> =>
  listen(createTcpServer((socket) => socket.once('data', () => act(socket))));

const post = async (url: string, more: Partial<HttpRequest> = {}, signal?: AbortSignal): Promise<Report> =>
  runHttp(
    { kind: 'http', runId: 'http', timeoutMs: 10_000, url, headers: {}, body: Buffer.from('{"a":1}'), ...more },
    signal,
  );

const unavailable = (why: unknown): object => ({ ending: { how: 'unavailable', why }, stdout: '' });
const garbled = (why: unknown): object => ({ ending: { how: 'garbled', why }, stdout: '' });

describe('an answer', () => {
  test('the event is posted as JSON, and the body of a 2xx is the answer', async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { 'content-type': type, authorization, 'accept-encoding': coding } = request.headers;
        seen.push(request.method, request.url, type, authorization, coding, Buffer.concat(chunks).toString());
        response.end('{"decision":"deny"}');
      });
    });
    const report = await post(`${url}/hook?x=1`, { headers: { Authorization: 'Bearer secret' } });
    expect(report).toEqual({
      ending: { how: 'answered' },
      stdout: '{"decision":"deny"}',
      isJson: false,
      stderr: '',
      truncated: [],
      durationMs: expect.any(Number),
    });
    expect(seen).toEqual(['POST', '/hook?x=1', 'application/json', 'Bearer secret', 'identity', '{"a":1}']);
  });

  test.each([200, 201, 202, 299])('status %i counts', async (status) => {
    const url = await serve((_request, response) => response.writeHead(status).end('x'));
    expect(await post(url)).toMatchObject({ ending: { how: 'answered' }, stdout: 'x' });
  });

  test('an empty body, HTML and bytes that are no text are answers to be judged by others', async () => {
    const empty = await serve((_request, response) => response.writeHead(204).end());
    expect(await post(empty)).toMatchObject({ ending: { how: 'answered' }, stdout: '' });
    const bytes = await serve((_request, response) => response.end(Buffer.from([0x3c, 0xff, 0x3e])));
    expect(await post(bytes)).toMatchObject({ ending: { how: 'answered' }, stdout: '<\uFFFD>' });
  });

  test('an event of 8 MB arrives whole', async () => {
    const body = Buffer.alloc(8 * 1024 * 1024, 'x');
    const url = await serve((request, response) => {
      let length = 0;
      request.on('data', (chunk: Buffer) => (length += chunk.length)).on('end', () => response.end(String(length)));
    });
    expect((await post(url, { body })).stdout).toBe(String(body.length));
  });

  test('an answer that came while our event loop was blocked past the deadline counts', async () => {
    const program = `require('http').createServer((q, s) => setTimeout(() => s.end('in time'), 20)).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`;
    const server = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const port = await new Promise<string>((resolve) =>
      server.stdout.once('data', (text) => resolve(String(text).trim())),
    );
    await post(`http://127.0.0.1:${port}/`);
    const answer = post(`http://127.0.0.1:${port}/`, { timeoutMs: 300 });
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    const endsAt = performance.now() + 1500;
    while (performance.now() < endsAt);
    const { ending, stdout } = await answer;
    server.kill();
    expect([ending, stdout]).toEqual([{ how: 'answered' }, 'in time']);
  });
});

describe('network faults', () => {
  test.each([400, 404, 429, 500, 503])('status %i', async (status) => {
    const url = await serve((_request, response) => response.writeHead(status).end('{"decision":"allow"}'));
    expect(await post(url)).toMatchObject(unavailable(expect.stringContaining(`answered with status ${status}`)));
  });

  test.each([301, 302, 303, 307, 308])('redirect %i is not followed', async (status) => {
    let visits = 0;
    const target = await serve((_request, response) => response.end(String((visits += 1))));
    const url = await serve((_request, response) => response.writeHead(status, { location: target }).end());
    expect(await post(url)).toMatchObject(unavailable(expect.stringContaining('a redirect, which is never followed')));
    expect(visits).toBe(0);
  });

  test('nothing listens, the name is unknown', async () => {
    const url = await serve(() => undefined);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await post(url)).toMatchObject(unavailable(expect.stringContaining('nothing listens there (ECONNREFUSED)')));
    expect(await post('http://no-such-host.invalid/')).toMatchObject(
      unavailable(expect.stringContaining('no-such-host.invalid: the name cannot be resolved')),
    );
  });

  test('no TLS where https was asked for', async () => {
    const url = await serveBytes((socket) => socket.end('this is no handshake\r\n\r\n'));
    expect(await post(url.replace('http:', 'https:'))).toMatchObject(
      unavailable(expect.stringContaining('no secure connection could be made')),
    );
  });

  test('reset before, within and instead of an answer; something that is no HTTP', async () => {
    const reset = await serveBytes((socket) => socket.resetAndDestroy());
    expect(await post(reset)).toMatchObject(
      unavailable(expect.stringContaining('closed before the answer was complete')),
    );
    const closed = await serveBytes((socket) => socket.end());
    expect(await post(closed)).toMatchObject(
      unavailable(expect.stringContaining('closed before the answer was complete')),
    );
    const half = await serveBytes((socket) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"decision":"al'),
    );
    expect(await post(half)).toMatchObject(
      unavailable(expect.stringContaining('closed before the answer was complete')),
    );
    const other = await serveBytes((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
    expect(await post(other)).toMatchObject(unavailable(expect.stringContaining('does not speak HTTP')));
  });

  test.each([
    ['headers', ''],
    ['body', 'HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{"a'],
    ['endless headers', 'HTTP/1.1 200 OK\r\nx: '],
  ])('slow %s: the deadline covers everything', async (_title, start) => {
    const before = openDescriptors();
    const url = await serveBytes((socket) => {
      const timer = setInterval(() => socket.write(start === '' ? '' : 'x'), 50);
      socket.write(start);
      socket.once('close', () => clearInterval(timer));
    });
    const report = await post(url, { timeoutMs: 400 });
    expect(report).toMatchObject({ ending: { how: 'timed-out', afterMs: 400 }, stdout: '' });
    expect(report.durationMs).toBeLessThan(1400);
    for (let tries = 0; tries < 100 && sockets.size > 0; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sockets.size).toBe(0);
    expect(openDescriptors().files).toEqual(before.files);
  });

  test('a server that takes no connection does not hold us, nor is the attempt left behind', async () => {
    const server = createTcpServer();
    server.maxConnections = 0;
    const url = await listen(server);
    const report = await post(url.replace('http:', 'https:'), { timeoutMs: 500 });
    expect(['unavailable', 'timed-out']).toContain(report.ending.how);
    expect(report.durationMs).toBeLessThan(1500);
  });

  test('a body beyond 1 MiB is cut there, with or without its length being told', async () => {
    const flood = Buffer.alloc(1024 * 1024 + 1, ' ');
    const told = await serve((_request, response) =>
      response.writeHead(200, { 'content-length': flood.length }).end(flood),
    );
    const isCut = { ending: { how: 'answered' }, stdout: ' '.repeat(1024 * 1024), truncated: ['stdout'] };
    expect(await post(told)).toMatchObject(isCut);
    const endless = await serve((_request, response) => {
      const more = (): void => void (response.destroyed ? undefined : response.write(flood, () => setImmediate(more)));
      more();
    });
    expect(await post(endless)).toMatchObject(isCut);
    const fits = await serve((_request, response) => response.end(flood.subarray(1)));
    expect(await post(fits)).toMatchObject({ ...isCut, truncated: [] });
  });

  test('a compressed body, bomb or not, is no answer', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    for (const [coding, bytes] of [
      ['gzip', bomb],
      ['br', brotliCompressSync('{}')],
      ['deflate, gzip', bomb],
    ] as const) {
      const url = await serve((_request, response) =>
        response.writeHead(200, { 'content-encoding': coding }).end(bytes),
      );
      expect(await post(url)).toMatchObject(garbled(expect.stringContaining('compressed answer')));
    }
  });

  test('cancelled, before and during', async () => {
    const url = await serve(() => undefined);
    expect((await post(url, {}, AbortSignal.abort())).ending).toEqual({ how: 'cancelled' });
    const report = await post(url, {}, AbortSignal.timeout(200));
    expect(report.ending).toEqual({ how: 'cancelled' });
    expect(report.durationMs).toBeLessThan(5000);
  });
});

describe('what is refused before anything is sent', () => {
  test.each([
    ['http://169.254.169.254/latest/meta-data'],
    ['http://169.254.0.1/'],
    ['http://2852039166/'],
    ['http://0xA9FEA9FE/'],
    ['http://0251.0376.0251.0376/'],
    ['http://169.254.43518/'],
    ['http://[::ffff:169.254.169.254]/'],
    ['http://[::ffff:a9fe:a9fe]/'],
    ['http://[::169.254.169.254]/'],
    ['http://[64:ff9b::169.254.169.254]/'],
    ['http://[2002:a9fe:a9fe::1]/'],
    ['http://[fe80::1]/'],
    ['http://[febf::1]/'],
    ['http://[fd00:ec2::254]/'],
    ['http://[FD00:EC2:0:0::254]:80/'],
    ['https://100.100.100.200/'],
    ['http://168.63.129.16/'],
  ])('%s', async (url) => {
    const { ending, durationMs } = await post(url, { timeoutMs: 2000 });
    expect(ending).toEqual({ how: 'unavailable', why: expect.stringContaining('is a link-local or metadata address') });
    expect(durationMs).toBeLessThan(1000);
  });

  test.each([['ftp://127.0.0.1/'], ['file:///etc/passwd'], ['unix:/run/x.sock'], ['javascript:1']])(
    '%s',
    async (url) => {
      expect((await post(url)).ending).toMatchObject({
        how: 'unavailable',
        why: expect.stringContaining('use http: or https:'),
      });
    },
  );

  test.each([['not a url'], [''], ['http://'], ['http://[fe80::1%25eth0]/']])('%j cannot be read', async (url) => {
    expect((await post(url)).ending).toMatchObject({
      how: 'unavailable',
      why: expect.stringContaining('cannot be read'),
    });
  });
});

describe('secrets and bad headers', () => {
  test('neither headers nor path nor query nor password show in a reason', async () => {
    const url = await serve((_request, response) => response.writeHead(500).end());
    const secretive = `${url.replace('://', '://user:pass-secret@')}/path-secret?q=query-secret`;
    for (const place of [secretive, secretive.replace('http:', 'https:'), secretive.replace(/:\d+\//, ':1/')]) {
      const report = await post(place, { headers: { Authorization: 'header-secret' } });
      expect(report.ending.how).toBe('unavailable');
      expect(JSON.stringify(report)).not.toContain('secret');
    }
  });

  test('headers that cannot be sent are left out or cleaned, never thrown', async () => {
    const url = await serve((request, response) => response.end(JSON.stringify(request.headers)));
    const headers = {
      'Content-Length': '99999',
      'Transfer-Encoding': 'chunked',
      Connection: 'upgrade',
      Upgrade: 'x',
      Expect: '100-continue',
      'bad name': 'x',
      'bad\r\nname': 'x',
      '': 'x',
      'X-Line': 'a\r\nInjected: b\0',
      'X-Wide': 'naïve ☃',
      'Accept-Encoding': 'gzip',
    };
    const { ending, stdout } = await post(url, { headers });
    expect(ending).toEqual({ how: 'answered' });
    expect(JSON.parse(stdout)).toMatchObject({
      'content-length': '7',
      'accept-encoding': 'identity',
      'x-line': 'aInjected: b',
      'x-wide': 'naïve',
    });
    expect(JSON.parse(stdout)).not.toHaveProperty('injected');
  });
});
