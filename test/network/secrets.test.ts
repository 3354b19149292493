import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHooks, type Hooks, type AnyEvent, type Message } from '../../packages/core/src/internal.ts';

const SECRET = 'wJalrXUtnFEMI-K7MDENG-bPxRfiCYEXAMPLEKEY';

let root: string;
let server: Server;
let answer: RequestListener;
const told: Message[] = [];
const lines: string[] = [];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'hookline-network-'));
  mkdirSync(join(root, 'project/.qoder'), { recursive: true });
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  told.splice(0);
  lines.splice(0);
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(root, { recursive: true, force: true });
});

const here = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;

async function open(url: string, env: Readonly<Record<string, string>> = {}, settings: object = {}): Promise<Hooks> {
  const hook = {
    type: 'http',
    url,
    headers: { Authorization: 'Bearer ${TOKEN}', 'X-Both': 'a ${TOKEN} b' },
    timeout: 5,
  };
  const file = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook] }] }, ...settings };
  writeFileSync(join(root, 'project/.qoder/settings.json'), JSON.stringify(file));
  return createHooks({
    project: join(root, 'project'),
    home: join(root, 'home'),
    env: { PATH: process.env['PATH'] ?? '', TOKEN: SECRET, ...env },
    trust: 'all',
    record: join(root, 'record'),
    onMessage: (message) => told.push(message),
    onDebug: (line) => lines.push(line),
  });
}

const EVENT: AnyEvent = {
  hook_event_name: 'PreToolUse',
  session_id: 's-1',
  cwd: '/',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};

const recorded = (): string =>
  readdirSync(join(root, 'record'))
    .map((name) => readFileSync(join(root, 'record', name), 'utf8'))
    .join('');

const echoed = (headers: object): string => JSON.stringify(headers);

/** Servers that repeat the headers of a request, each in another part of its answer. */
const ECHOES: readonly (readonly [title: string, answer: RequestListener])[] = [
  ['no JSON', (request, response) => response.end(`<pre>${echoed(request.headers)}</pre>`)],
  ['half of its JSON', (request, response) => response.end(`{"a": ${echoed(request.headers)}`)],
  [
    'a refusal',
    (request, response) => response.end(JSON.stringify({ decision: 'deny', reason: echoed(request.headers) })),
  ],
  [
    'a context, a message and an unknown field',
    (request, response) => {
      const text = request.headers.authorization ?? '';
      const output = {
        hookEventName: 'PreToolUse',
        additionalContext: text,
        updatedInput: { command: text, [text]: 1 },
      };
      response.end(JSON.stringify({ systemMessage: text, [text]: text, hookSpecificOutput: output }));
    },
  ],
  [
    'an error',
    (request, response) => response.writeHead(500, request.headers.authorization).end(echoed(request.headers)),
  ],
  [
    'a redirect',
    (request, response) => response.writeHead(302, { location: `/${request.headers.authorization ?? ''}` }).end(),
  ],
  [
    'an answer that breaks off',
    (request, response) =>
      void response.writeHead(200, { 'content-length': 9999 }).write(echoed(request.headers), () => response.destroy()),
  ],
  [
    'a body that does not come to its end',
    (request, response) => void response.writeHead(200).write(echoed(request.headers)),
  ],
];

describe('the value of a variable that stands in a header is not recorded when the server sends it back in', () => {
  test.each(ECHOES)('%s', async (_title, listener) => {
    let sent: string | undefined;
    answer = (request, response) => {
      sent = request.headers.authorization;
      listener(request, response);
    };
    const hooks = await open(here());
    const outcome = await hooks.fire(EVENT);
    await hooks.close();
    expect(sent).toBe(`Bearer ${SECRET}`);
    expect(outcome.hooks).toHaveLength(1);
    expect(recorded()).toContain('"kind":"end"');
    expect(recorded()).not.toContain(SECRET);
    expect(
      [hooks.list(), hooks.explain(EVENT), hooks.diagnostics, lines].map((said) => JSON.stringify(said)),
    ).not.toContain(expect.stringContaining(SECRET));
    for (const { fault } of outcome.hooks) expect(fault?.message ?? '').not.toContain(SECRET);
  });

  test('the refusal itself counts all the same', async () => {
    answer = (request, response) =>
      response.end(JSON.stringify({ decision: 'deny', reason: request.headers.authorization }));
    const hooks = await open(here());
    const { block } = await hooks.fire(EVENT);
    await hooks.close();
    expect(block).toMatchObject({ effect: 'deny_tool', reason: `Bearer ${SECRET}` });
    expect(recorded()).toContain('Bearer ${TOKEN}');
  });

  test('a command that prints the variable later is not recorded with it either', async () => {
    answer = (_request, response) => response.end('{}');
    const more = { type: 'command', command: 'echo "$TOKEN"; echo "$TOKEN" >&2; exit 2' };
    const hooks = await open(
      here(),
      {},
      { hooks: { PreToolUse: [{ hooks: [httpHook()] }], Stop: [{ hooks: [more] }] } },
    );
    await hooks.fire(EVENT);
    await hooks.fire({ hook_event_name: 'Stop', session_id: 's-1', cwd: '/' });
    await hooks.close();
    expect(recorded()).toContain('"event":{"hook_event_name":"Stop"');
    expect(recorded()).not.toContain(SECRET);
  });
});

const httpHook = (): object => ({ type: 'http', url: here(), headers: { Authorization: 'Bearer ${TOKEN}' } });

describe('a refused address', () => {
  const METADATA = 'http://169.254.1.1:1/latest';
  const refusal = expect.stringContaining('169.254.1.1 is a link-local or metadata address');

  test('is recorded as refused', async () => {
    const hooks = await open(METADATA);
    const { hooks: runs } = await hooks.fire(EVENT);
    await hooks.close();
    expect(runs).toMatchObject([{ status: 'failed', fault: { code: 'unavailable', message: refusal } }]);
    expect(recorded()).toContain('is a link-local or metadata address');
  });

  test('is allowed by no file of the project', async () => {
    const allow = { HOOKLINE_ALLOW_ADDRESSES: '169.254.1.1' };
    for (const name of ['.env', '.envrc', '.qoder/.env'])
      writeFileSync(join(root, 'project', name), 'HOOKLINE_ALLOW_ADDRESSES=169.254.1.1\n');
    const hooks = await open(METADATA, {}, { env: allow, ...allow, allowedAddresses: ['169.254.1.1'] });
    const { hooks: runs } = await hooks.fire(EVENT);
    await hooks.close();
    expect(runs).toMatchObject([{ fault: { code: 'unavailable', message: refusal } }]);
  });
});
