import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorkbench, type Workbench } from '../../../../test/support/workbench.ts';
import type { ToolEnd } from './tool.ts';
import { webFetchTool } from './web-fetch.ts';
import { withinTime } from './web/within-time.ts';

let bench: Workbench;
let server: Server;
let origin: string;
let answers: Record<string, RequestListener>;
let asked: string[];

beforeEach(async () => {
  bench = createWorkbench();
  answers = {};
  asked = [];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const answer = answers[request.url ?? ''];
    if (answer === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<p>nothing <b>here</b>');
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  bench.remove();
});

function serve(path: string, type: string | null, body: string | Uint8Array, more: Record<string, string> = {}): void {
  answers[path] = (_request, response) =>
    response.writeHead(200, { ...(type === null ? {} : { 'content-type': type }), ...more }).end(body);
}

function redirect(path: string, location: string, status = 302): void {
  answers[path] = (_request, response) => response.writeHead(status, { location }).end('moved');
}

const fetchUrl = async (url: string, signal?: AbortSignal): Promise<ToolEnd> =>
  bench.run(webFetchTool, { url, prompt: 'what is it?' }, signal === undefined ? {} : { signal });
const textOf = async (path: string): Promise<string> => {
  const end = await fetchUrl(path.startsWith('/') ? `${origin}${path}` : path);
  return end.ok ? end.text : `${end.errorType}: ${end.error.replaceAll(origin, '…')}`;
};

describe('a page is fetched', () => {
  test('and an HTML page is read as text', async () => {
    serve('/page', 'text/html; charset=utf-8', '<h1>Hello</h1><script>x()</script><p>To <a href="/b">b</a>.');
    expect(await fetchUrl(`${origin}/page`)).toEqual({
      ok: true,
      text: `# Hello\n\nTo b (${origin}/b).`,
    });
    expect(asked).toEqual(['GET /page']);
  });

  test('and other text comes as it is', async () => {
    serve('/data.json', 'application/json', '{"a": "<b>"}');
    serve('/plain', 'text/plain', '<p>&amp;');
    serve('/untold', null, 'just text');
    serve('/untold.html', null, ' <!doctype html><p>a page');
    serve('/octets', 'application/octet-stream', 'text after all');
    serve('/empty', 'text/plain', '');
    expect(await textOf('/data.json')).toBe('{"a": "<b>"}');
    expect(await textOf('/plain')).toBe('<p>&amp;');
    expect(await textOf('/untold')).toBe('just text');
    expect(await textOf('/untold.html')).toBe('a page');
    expect(await textOf('/octets')).toBe('text after all');
    expect(await textOf('/empty')).toBe('(the page is empty)');
  });

  test('in the characters it is written in', async () => {
    serve('/header', 'text/plain; charset=iso-8859-1', Uint8Array.of(0xe4));
    serve('/inside', 'text/html', Buffer.from('<meta charset="windows-1252"><p>\x93\xe4\x94', 'latin1'));
    serve('/unknown', 'text/plain; charset=martian', 'ä');
    expect([await textOf('/header'), await textOf('/inside'), await textOf('/unknown')]).toEqual(['ä', '“ä”', 'ä']);
  });

  test('also where it comes packed', async () => {
    serve('/gzip', 'text/plain', gzipSync('one'), { 'content-encoding': 'gzip' });
    serve('/deflate', 'text/plain', deflateSync('two'), { 'content-encoding': 'deflate' });
    serve('/br', 'text/plain', brotliCompressSync('three'), { 'content-encoding': 'br' });
    serve('/odd', 'text/plain', 'x', { 'content-encoding': 'zip' });
    serve('/broken', 'text/plain', 'x', { 'content-encoding': 'gzip' });
    expect([await textOf('/gzip'), await textOf('/deflate'), await textOf('/br')]).toEqual(['one', 'two', 'three']);
    expect(await textOf('/odd')).toBe('http: the answer has the content encoding "zip", which is not supported');
    expect(await textOf('/broken')).toMatch(/^network: …\/broken could not be read: /);
  });

  test('up to 50,000 characters of text', async () => {
    serve('/long', 'text/plain', 'x'.repeat(60_000));
    expect(await textOf('/long')).toBe(`${'x'.repeat(50_000)}\n[… 10,000 characters left out …]`);
  });
});

describe('redirects', () => {
  test('are followed on the same host, up to five', async () => {
    redirect('/1', '/2', 301);
    redirect('/2', `${origin}/3`, 307);
    redirect('/3', './4', 308);
    redirect('/4', '/5', 303);
    redirect('/5', '/6');
    serve('/6', 'text/plain', 'arrived');
    redirect('/0', '/1');
    expect(await textOf('/1')).toBe('arrived');
    expect(await textOf('/0')).toBe('redirects: …/0 leads through more than 5 redirects');
  });

  test('to another host are reported, and that host is not asked', async () => {
    const other = `http://localhost:${new URL(origin).port}/there`;
    redirect('/away', other);
    serve('/there', 'text/plain', 'secret');
    expect(await fetchUrl(`${origin}/away`)).toEqual({
      ok: true,
      text: `${origin}/away redirects to another host (status 302): ${other}\nFetch that URL if you want to go there.`,
    });
    expect(asked).toEqual(['GET /away']);
    redirect('/metadata', 'http://169.254.169.254/latest');
    expect(await textOf('/metadata')).toContain('redirects to another host');
    redirect('/file', 'file:///etc/passwd');
    expect(await textOf('/file')).toContain('redirects to another host');
    redirect('/bad', 'http://[');
    expect(await textOf('/bad')).toBe('http: …/bad redirects to "http://[", which is not a URL');
  });
});

describe('what cannot be fetched is an error that says why', () => {
  test('a status that is no success, with what the page says', async () => {
    expect(await fetchUrl(`${origin}/nowhere`)).toEqual({
      ok: false,
      error: 'HTTP 404 Not Found\nnothing here',
      errorType: 'http',
    });
    redirect('/odd', '/x', 304);
    expect(await textOf('/odd')).toBe('http: HTTP 304 Not Modified');
  });

  test('a URL that is none, or of another kind', async () => {
    expect(await textOf('example.com')).toBe('invalid_input: "example.com" is not a URL');
    expect(await textOf('file:///etc/passwd')).toBe('invalid_input: only http and https can be fetched, not file:');
    expect(await textOf(origin.replace('//', '//me:secret@'))).toBe(
      'invalid_input: a URL with a user name or password is not fetched',
    );
    expect(asked).toEqual([]);
  });

  test('binary content, by name or by what it is', async () => {
    serve('/image', 'image/png', 'x');
    serve('/octets', 'application/octet-stream', Uint8Array.of(1, 0, 2));
    serve('/bytes', null, Uint8Array.of(0xff, 0xfe, 0xfd));
    expect(await textOf('/image')).toBe('binary: …/image is image/png, not text');
    expect(await textOf('/octets')).toBe('binary: …/octets is binary, not text');
    expect(await textOf('/bytes')).toBe('binary: …/bytes is binary, not text');
  });

  test('more than 5 MB, also where few bytes unpack to so many', async () => {
    answers['/endless'] = (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(100_000)));
      };
      response.on('drain', more).writeHead(200, { 'content-type': 'text/plain' });
      more();
    };
    serve('/bomb', 'text/plain', gzipSync('x'.repeat(50_000_000)), { 'content-encoding': 'gzip' });
    expect(await textOf('/endless')).toBe('too_large: …/endless is larger than 5 MB');
    expect(await textOf('/bomb')).toBe('too_large: …/bomb is larger than 5 MB');
  });

  test('an answer that breaks off, and a server that is not there', async () => {
    answers['/broken'] = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
    };
    expect(await textOf('/broken')).toMatch(/^network: …\/broken could not be read: (aborted|ECONNRESET)$/);
    expect(await textOf('http://127.0.0.1:1/')).toBe('network: http://127.0.0.1:1/ could not be read: ECONNREFUSED');
    expect(await textOf('http://no-such-host.invalid/')).toMatch(/^network: .* could not be read: E/);
  });

  test.each(['http://169.254.169.254/', 'http://2852039166/', 'http://[fe80::1]/', 'http://[::ffff:169.254.169.254]/'])(
    'the address of %s is refused',
    async (url) => {
      expect(await textOf(url)).toMatch(/^refused: the address .* is refused: /);
    },
  );

  test('an interruption, at any moment', async () => {
    answers['/silent'] = () => undefined;
    answers['/slow'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('half');
    };
    for (const path of ['/silent', '/slow'])
      expect(await fetchUrl(`${origin}${path}`, AbortSignal.timeout(200))).toEqual({
        ok: false,
        error: 'interrupted',
        errorType: 'interrupted',
      });
  });

  test('an answer that takes too long', async () => {
    const forever = async (signal: AbortSignal): Promise<never> =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    await expect(withinTime(50, forever, new AbortController().signal)).rejects.toMatchObject({
      errorType: 'timeout',
      message: 'no complete answer within 0.05 s',
    });
  });
});
