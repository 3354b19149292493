import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { openEventStream } from '../../packages/studio/src/http/event-stream.ts';
import { createSession } from '../../packages/studio/src/http/session.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask, codeOf, fireCommands, openTestStudio, readStream, testPlace, until } from './support.ts';

/** Sends bytes as they are, and gives what comes back until the other side closes. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.setEncoding('utf8').on('data', (part: string) => (heard += part));
    socket.on('close', () => resolve(heard)).on('error', reject);
    socket.end(text);
  });
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

describe('who can reach the studio', () => {
  test('it listens on the loopback address only', async () => {
    const { port } = await openTestStudio(await testPlace());
    const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const addresses = ['127.0.0.2', ...others.filter(({ internal }) => !internal).map(({ address }) => address)];
    for (const host of addresses) {
      const socket = connect({ port, host });
      const event = await new Promise((resolve) => {
        socket.once('connect', () => resolve('connect')).once('error', () => resolve('error'));
      });
      socket.destroy();
      expect([host, event]).toEqual([host, 'error']);
    }
  });

  test.each(['/', '/page.js', '/d/01m7', '/api/meta', '/api/live', '/nothing'])(
    'a request for %s by another name of this machine is misdirected',
    async (path) => {
      const { port, token } = await openTestStudio(await testPlace());
      const names = ['evil.example', `evil.example:${port}`, `localhost:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`];
      for (const Host of [...names, `127.0.0.1:${port}.evil.example`, `[::1]:${port}`, `0.0.0.0:${port}`]) {
        const answer = await ask(port, path, { headers: { Host, Authorization: `Bearer ${token}` } });
        expect([Host, answer.status]).toEqual([Host, 421]);
        expect(answer.text).not.toContain('page');
      }
    },
  );

  test('a host that is sent twice, or only in the first line, is misdirected', async () => {
    const { port } = await openTestStudio(await testPlace());
    const own = `Host: 127.0.0.1:${port}\r\n`;
    const answers = await Promise.all([
      raw(port, `GET / HTTP/1.1\r\n${own}Host: evil.example\r\nConnection: close\r\n\r\n`),
      raw(port, `GET / HTTP/1.0\r\n\r\n`),
      raw(port, `GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n`),
      raw(port, `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`),
      raw(port, `GET http://evil.example/ HTTP/1.1\r\n${own}Connection: close\r\n\r\n`),
      raw(port, `GET //evil.example/ HTTP/1.1\r\n${own}Connection: close\r\n\r\n`),
    ]);
    expect(answers.map(statusOf)).toEqual([421, 421, 421, 421, 400, 400]);
  });

  test.each(['/', '/page.js', '/api/meta'])('a request for %s from another site is refused', async (path) => {
    const { port, bearer } = await openTestStudio(await testPlace());
    const foreign = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `http://localhost:${port}` },
      { Origin: `https://127.0.0.1:${port}` },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: `http://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (const headers of foreign) {
      const { status } = await ask(port, path, { headers: { ...bearer, ...headers } });
      expect([headers, status]).toEqual([headers, 403]);
    }
    const own = { ...bearer, Origin: `http://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-origin' };
    expect((await ask(port, path, { headers: own })).status).toBe(200);
  });

  test('no answer lets another origin read it, and there is no WebSocket', async () => {
    const { port, bearer } = await openTestStudio(await testPlace());
    const preflight = await ask(port, '/api/meta', {
      method: 'OPTIONS',
      headers: { Origin: `http://127.0.0.1:${port}`, 'Access-Control-Request-Method': 'GET' },
    });
    expect(preflight.status).toBe(405);
    const upgrade = { ...bearer, Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
    const answers = [
      preflight,
      await ask(port, '/'),
      await ask(port, '/api/meta', { headers: bearer }),
      await ask(port, '/api/live', { headers: { ...upgrade, Host: 'evil.example' } }),
      await ask(port, '/api/meta', { headers: { ...upgrade, 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==' } }),
    ];
    for (const { status, headers } of answers) {
      expect(status).not.toBe(101);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('the token', () => {
  test('counts in its own header only: not in the address, not in a cookie, not in a body', async () => {
    const { port, token } = await openTestStudio(await testPlace());
    const tries = [
      await ask(port, '/api/meta'),
      await ask(port, `/api/meta?token=${token}`),
      await ask(port, '/api/meta', { headers: { Cookie: `token=${token}` } }),
      await ask(port, '/api/meta', { headers: { Authorization: token } }),
      await ask(port, '/api/meta', { headers: { Authorization: `Basic ${token}` } }),
      await ask(port, '/api/meta', { headers: { Authorization: `Bearer ${token.slice(1)}` } }),
      await ask(port, '/api/meta', { headers: { Authorization: `Bearer ${token}x` } }),
      await ask(port, '/api/verify', { method: 'POST', json: { token } }),
    ];
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 401));
  });

  test('is asked for on every path of the interface', async () => {
    const { port } = await openTestStudio(await testPlace());
    const paths = ['meta', 'decisions', 'decisions/x', 'decisions/x/explain', 'decisions/x/export', 'histogram'];
    const more = ['latency', 'faults', 'shadow', 'hooks', 'hooks/x', 'trust', 'doctor', 'live'];
    for (const path of [...paths, ...more])
      expect([path, (await ask(port, `/api/${path}`)).status]).toEqual([path, 401]);
  });

  test('ends with the server', async () => {
    const place = await testPlace();
    const first = await openTestStudio(place);
    await first.studio.close();
    const second = await openTestStudio(place);
    expect((await ask(second.port, '/api/meta', { headers: first.bearer })).status).toBe(401);
  });
});

describe('the code in a link', () => {
  test('works once, and who comes second is told that somebody was there', async () => {
    const { port, code, studio } = await openTestStudio(await testPlace());
    const redeem = (text: unknown) => ask(port, '/api/session', { method: 'POST', json: { code: text } });
    const again = await redeem(code);
    expect([again.status, again.body['error']]).toEqual([410, 'this link was used already']);
    expect((await redeem('wrong')).status).toBe(403);
    expect((await redeem(7)).status).toBe(400);
    expect((await redeem(codeOf(studio))).status).toBe(200);
  });

  test('is void when another one was made', async () => {
    const { port, studio } = await openTestStudio(await testPlace());
    const [old, now] = [codeOf(studio), codeOf(studio)];
    expect((await ask(port, '/api/session', { method: 'POST', json: { code: old } })).status).toBe(403);
    expect((await ask(port, '/api/session', { method: 'POST', json: { code: now } })).status).toBe(200);
  });

  test('stands behind the sign that no browser sends, and is long', async () => {
    const { studio } = await openTestStudio(await testPlace());
    const url = new URL(studio.newAddress());
    expect([url.hostname, url.pathname, url.search]).toEqual(['127.0.0.1', '/', '']);
    expect(url.hash).toMatch(/^#[\w-]{43}$/);
  });

  test('works for a minute', () => {
    let now = 0;
    const session = createSession(() => now);
    const late = session.newCode();
    now = 60_001;
    expect(() => session.redeem(late)).toThrow('too old');
    const timely = session.newCode();
    now += 60_000;
    expect(session.isToken(session.redeem(timely))).toBe(true);
  });
});

describe('what every answer carries', () => {
  test('a policy that lets nothing of others in', async () => {
    const { port, bearer } = await openTestStudio(await testPlace());
    const answers = [
      await ask(port, '/'),
      await ask(port, '/page.js'),
      await ask(port, '/missing.js'),
      await ask(port, '/api/meta', { headers: bearer }),
      await ask(port, '/api/meta'),
      await ask(port, '/', { headers: { Host: 'evil.example' } }),
    ];
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
      expect(headers['set-cookie']).toBeUndefined();
    }
  });
});

describe('paths', () => {
  test('only files of the page are served, whatever the address says', async () => {
    const { port } = await openTestStudio(await testPlace());
    const tries = [
      '/secret.key',
      '/../secret.key',
      '/..%2fsecret.key',
      '/%2e%2e/etc/passwd',
      '/page.js/',
      '/d/../page',
    ];
    for (const path of tries) {
      const { status, text } = await ask(port, path);
      expect([path, text.includes('no file of the page'), text.includes('root:')]).toEqual([path, false, false]);
      expect([200, 404]).toContain(status);
    }
    expect((await ask(port, '/d/01m7njjevnkfh8n4wcfmwy8x1s')).text).toContain('<title>page</title>');
  });

  test('a project must be one that the studio knows itself', async () => {
    const place = await testPlace();
    const { get } = await openTestStudio(place);
    const other = join(place.home, 'other/.qoder');
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, 'settings.json'), '{"hooks":{}}');
    for (const path of ['/api/hooks', '/api/trust', '/api/doctor', '/api/hooks/x']) {
      const asked = await get(`${path}?project=${encodeURIComponent(join(place.home, 'other'))}`);
      expect([path, asked.status, asked.body['error']]).toEqual([path, 404, 'there is no such project here']);
    }
    expect((await get(`/api/hooks?project=${encodeURIComponent(place.project)}`)).status).toBe(200);
  });

  test('a decision and a hook are found by their ids only', async () => {
    const { get } = await openTestStudio(await testPlace());
    expect((await get('/api/decisions/..%2f..%2fetc%2fpasswd')).status).toBe(404);
    expect((await get('/api/hooks/..%2f..%2fetc%2fpasswd')).status).toBe(404);
    expect((await get('/api/decisions/%E0%A4%A')).status).toBe(400);
  });
});

describe('bounds', () => {
  test('a body has at most 1 MiB, with or without its length in front', async () => {
    const { port, bearer, send } = await openTestStudio(await testPlace());
    expect((await send('POST', '/api/verify', { fill: 'x'.repeat(1024 * 1024 - 100) })).status).toBe(200);
    expect((await send('POST', '/api/verify', { fill: 'x'.repeat(1024 * 1024) })).status).toBe(413);
    const status = await new Promise<number>((resolve, reject) => {
      const headers = { ...bearer, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
      const sent = request({ host: '127.0.0.1', port, path: '/api/verify', method: 'POST', agent: false, headers });
      sent.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject);
      for (let count = 0; count < 20; count += 1) sent.write('x'.repeat(65_536));
      sent.end();
    });
    expect(status).toBe(413);
  });

  test('a body is JSON, and an object', async () => {
    const { port, bearer } = await openTestStudio(await testPlace());
    const post = (text: string, type: string) =>
      ask(port, '/api/verify', { method: 'POST', text, headers: { ...bearer, 'Content-Type': type } });
    expect((await post('{}', 'text/plain')).status).toBe(415);
    expect((await post('{}', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await post('{', 'application/json')).status).toBe(400);
    expect((await post('[]', 'application/json')).status).toBe(400);
    expect((await post('{}', 'application/json; charset=utf-8')).status).toBe(200);
  });

  test('a list has at most 200 rows, whatever is asked for', async () => {
    const place = await testPlace(false);
    await fireCommands(place, ...Array.from({ length: 230 }, (_, at) => `echo ${at}`));
    const { get } = await openTestStudio(place);
    await until(async () => (await get('/api/decisions?limit=1')).body['total'] === 230);
    const { rows, next } = (await get('/api/decisions?limit=5000')).body;
    expect(rows).toHaveLength(200);
    const rest = (await get(`/api/decisions?limit=5000&before=${next}`)).body;
    expect([rest['rows'].length, rest['next']]).toEqual([30, null]);
  });

  test('the 65th connection is closed, and the next one after a close is served', async () => {
    const { port } = await openTestStudio(await testPlace());
    const open: Socket[] = [];
    onTestFinished(() => open.forEach((socket) => socket.destroy()));
    for (let count = 0; count < 64; count += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      open.push(socket);
    }
    await expect(ask(port, '/')).rejects.toThrow();
    open.pop()?.destroy();
    await until(async () => (await ask(port, '/').catch(() => null))?.status === 200);
  });

  test('a reader that does not read is dropped at 8 MiB', async () => {
    let waiting = 0;
    let sent = 0;
    const server = createServer((_request, response) => {
      const stream = openEventStream(response);
      while (stream.send({ fill: 'x'.repeat(1024 * 1024) })) [sent, waiting] = [sent + 1, response.writableLength];
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => sent > 0);
    await once(socket.resume(), 'close');
    expect(waiting).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(sent).toBeGreaterThan(6);
  });

  test('who comes back gets by its last id what it missed', async () => {
    const place = await testPlace(false);
    const { port, bearer, get } = await openTestStudio(place);
    const reader = readStream(port, '/api/live', bearer);
    await until(() => reader.messages.some((message) => message['kind'] === 'meta' && message['changed'].index?.done));
    await fireCommands(place, 'echo first');
    await until(() => reader.ids.length > 0);
    const lastId = reader.ids.at(-1) ?? '';
    reader.close();
    await fireCommands(place, 'echo second', 'echo third');
    await until(async () => (await get('/api/decisions')).body['total'] === 3);
    const back = readStream(port, '/api/live', { ...bearer, 'Last-Event-ID': lastId });
    const rows = (): unknown[] => back.messages.flatMap((message) => message['rows'] ?? []);
    await until(() => rows().length >= 2);
    expect(rows()).toMatchObject([{ about: 'echo second' }, { about: 'echo third' }]);
  });
});
