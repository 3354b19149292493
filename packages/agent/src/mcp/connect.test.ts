import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@hookline/core';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ElicitationAnswer } from '../contract/user-interface.ts';
import type { Tool, ToolContext, ToolEnd } from '../tools/tool.ts';
import { connectServers, type McpConnections } from './connect.ts';
import { connectionInfo } from './connect-server.ts';
import type { ElicitationRequest } from './ports.ts';
import type { McpServerConfig } from './server-config.ts';
import { emptyTaskList } from '../../../../test/support/task-list.ts';

let project = '';
let mark = '';
let problems: string[] = [];
let asked: ElicitationRequest[] = [];
let toldServers: ElicitationAnswer[] = [];
let answer: (request: ElicitationRequest, signal: AbortSignal) => Promise<ElicitationAnswer>;
let clean: (() => unknown)[] = [];

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-mcp-')));
  mark = `HOOKLINE_MCP_TEST=${Math.random().toString(36).slice(2)}`;
  problems = [];
  asked = [];
  toldServers = [];
  answer = () => Promise.resolve({ action: 'cancel', content: null });
});
afterEach(async () => {
  for (const step of clean.reverse()) await step();
  clean = [];
  rmSync(project, { recursive: true, force: true });
  expect(markedProcesses()).toEqual([]);
});

const program = (name: string): string => fileURLToPath(new URL(`../../../../test/programs/${name}`, import.meta.url));

/** A server over pipes, whose processes all carry the mark in their environment. */
function stdio(command: string, ...args: readonly string[]): McpServerConfig {
  const [name = '', value = ''] = mark.split('=');
  return { kind: 'stdio', name: 'local', place: '.mcp.json:3', command, args, env: { [name]: value }, cwd: project };
}
const toolServer = (...args: readonly string[]): McpServerConfig =>
  stdio(process.execPath, program('mcp-stdio.mjs'), ...args);

/** Every process of this machine that was started with the mark. */
const markedProcesses = (): readonly string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readOrNothing(`/proc/${pid}/environ`).includes(mark))
    .filter((pid) => !readOrNothing(`/proc/${pid}/stat`).includes(') Z '));

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

async function startHttp(...args: readonly string[]): Promise<{ readonly url: string; readonly lines: string[] }> {
  const child = spawn(process.execPath, [program('mcp-http.mjs'), ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  clean.push(() => {
    child.kill('SIGKILL');
    return exited;
  });
  const lines: string[] = [];
  return new Promise((resolve) =>
    child.stdout.on('data', (piece: Buffer) => {
      lines.push(...piece.toString().trim().split('\n'));
      resolve({ url: lines[0] ?? '', lines });
    }),
  );
}

const http = (url: string, headers = {}): McpServerConfig => ({
  kind: 'http',
  name: 'remote',
  place: '.mcp.json:3',
  url,
  headers,
});

/** What hooks are told of the way to a server. */
const connectionOf = (config: McpServerConfig): object =>
  config.kind === 'http' ? { url: config.url } : { command: config.command, cwd: config.cwd };

async function connect(
  configs: readonly McpServerConfig[],
  env: Readonly<Record<string, string>> = {},
): Promise<McpConnections> {
  const connections = await connectServers(configs, {
    elicit: (request, signal) => {
      asked.push(request);
      return answer(request, signal);
    },
    onElicited: (_, told) => {
      toldServers.push(told);
      return Promise.resolve();
    },
    onProblem: (text) => problems.push(text),
    env: { PATH: process.env['PATH'], ...env },
    project,
  });
  clean.push(connections.close);
  return connections;
}

const never = new AbortController().signal;
const run = (tools: readonly Tool[], name: string, input: JsonObject = {}, signal = never): Promise<ToolEnd> => {
  const tool = tools.find((each) => each.mcp?.tool === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool.run(input, context(), signal);
};
const context = (): ToolContext => ({
  project,
  cwd: project,
  home: project,
  env: {},
  callId: 'call',
  onFile: () => undefined,
  tasks: emptyTaskList(),
  shellFiles: () => [],
});
const said = (text: string, more: JsonObject = {}): ToolEnd => ({
  ok: true,
  output: { content: [{ type: 'text', text }], ...more },
  text,
});

const TOOLS = 'echo shrink sum parts environment where ask open gate fail slow flood die grow a_name_with_marks'.split(
  ' ',
);

describe.each([
  { kind: 'a program', open: () => Promise.resolve(toolServer()) },
  { kind: 'a program of the newest revision only', open: () => Promise.resolve(toolServer('--modern-only')) },
  { kind: 'HTTP', open: async () => http((await startHttp()).url) },
  { kind: 'HTTP with sessions', open: async () => http((await startHttp('--sessions')).url) },
])('through $kind', ({ open }) => {
  test('every tool is listed under a name of its own and can be called', async () => {
    const config = await open();
    const { tools } = await connect([config]);
    expect(problems).toEqual([]);
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map((name) => `mcp__${config.name}__${name}`));
    const { run: _, ...echo } = tools[0] ?? { run: null };
    expect(echo).toEqual({
      name: `mcp__${config.name}__echo`,
      description: 'Says it again.',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      access: 'network',
      mcp: { server: config.name, tool: 'echo', connection: connectionOf(config) },
    });
    expect(tools[2]?.access).toBe('network');
    expect(await run(tools, 'echo', { text: 'hello' })).toEqual(said('hello'));
    expect(await run(tools, 'a name/with.marks')).toEqual(said('odd'));
    expect(await run(tools, 'sum', { a: 2, b: 3 })).toEqual(said('5', { structuredContent: { sum: 5 } }));
    expect(await run(tools, 'fail')).toEqual({ ok: false, error: 'the disk is full', errorType: 'tool_error' });
  });

  test('a form is passed on, and its answer reaches the tool', async () => {
    const config = await open();
    const { tools } = await connect([config]);
    answer = () => Promise.resolve({ action: 'accept', content: { name: 'Ada', age: 36 } });
    expect(await run(tools, 'ask')).toEqual(said('{"action":"accept","content":{"name":"Ada","age":36}}'));
    answer = () => Promise.resolve({ action: 'decline', content: null });
    expect(await run(tools, 'ask')).toEqual(said('{"action":"decline"}'));
    expect(asked).toEqual([FORM(config.name), FORM(config.name)]);
    expect(problems).toEqual([]);
  });

  test('a page to open is passed on', async () => {
    const config = await open();
    const { tools } = await connect([config]);
    answer = () => Promise.resolve({ action: 'accept', content: null });
    expect(await run(tools, 'open')).toEqual(said('{"action":"accept"}'));
    expect(asked).toEqual([
      {
        server: config.name,
        message: 'Please sign in.',
        mode: 'url',
        url: 'https://example.test/sign-in',
        requestedSchema: null,
        elicitationId: asked[0]?.elicitationId,
      },
    ]);
  });

  test('a call ends at once when it is interrupted, and the server goes on', async () => {
    const { tools } = await connect([await open()]);
    const stop = new AbortController();
    const call = run(tools, 'slow', {}, stop.signal);
    await wait(100);
    stop.abort();
    expect(await call).toEqual({ ok: false, error: 'The call was interrupted.', errorType: 'interrupted' });
    expect(await run(tools, 'echo', { text: 'still here' })).toEqual(said('still here'));
  });
});

const FORM = (server: string): ElicitationRequest => ({
  server,
  message: 'Who are you?',
  mode: 'form',
  url: null,
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer' } },
    required: ['name'],
  },
  elicitationId: null,
});

test('an answer that does not fit what was asked for is declined, and the user is warned', async () => {
  const { tools } = await connect([toolServer()]);
  for (const content of [{}, { name: 5 }, { name: 'x', age: 1.5 }, 'text', { name: 'x', more: { deep: true } }]) {
    answer = () => Promise.resolve({ action: 'accept', content });
    expect(await run(tools, 'ask')).toEqual(said('{"action":"decline"}'));
  }
  expect(toldServers).toEqual(Array.from({ length: 5 }, () => ({ action: 'decline', content: null })));
  answer = () => Promise.reject(new Error('no user is here'));
  expect(await run(tools, 'ask')).toEqual(said('{"action":"cancel"}'));
  const declined = 'MCP server "local" was answered "decline": the answer to "Who are you?"';
  expect(problems).toEqual([
    `${declined} lacks "name"`,
    `${declined} has a wrong value for "name"`,
    `${declined} has a wrong value for "age"`,
    `${declined} is no object`,
    `${declined} has a wrong value for "more"`,
    'MCP server "local" was answered "cancel": no user is here',
  ]);
});

test('a question to the user ends with the call that led to it', async () => {
  const { tools } = await connect([toolServer()]);
  const stop = new AbortController();
  const ended = new Promise((resolve) => {
    answer = (_, signal) =>
      new Promise(() => {
        signal.addEventListener('abort', resolve);
        stop.abort();
      });
  });
  expect(await run(tools, 'ask', {}, stop.signal)).toMatchObject({ errorType: 'interrupted' });
  await ended;
});

test('a call that needs a page first leads the user there, and the model is told to try again', async () => {
  const { tools } = await connect([toolServer()]);
  const wanted = 'MCP server "local" wants the user to open a page first;';
  answer = () => Promise.resolve({ action: 'accept', content: null });
  const again = `${wanted} try again when the user is done`;
  expect(await run(tools, 'gate')).toEqual({ ok: false, error: again, errorType: 'mcp' });
  answer = () => Promise.resolve({ action: 'decline', content: null });
  const refused = `${wanted} the user did not agree`;
  expect(await run(tools, 'gate')).toEqual({ ok: false, error: refused, errorType: 'mcp' });
  const [server, mode, url] = ['local', 'url', 'https://example.test/gate'] as const;
  const question = { server, message: 'Please pay.', mode, url, requestedSchema: null, elicitationId: 'gate-1' };
  expect(asked).toEqual([question, question]);
});

test('a tool that its server took away is refused, and goes from the list', async () => {
  const connections = await connect([toolServer()]);
  const { tools } = connections;
  expect(await run(tools, 'shrink')).toEqual(said('shrunk'));
  const error = 'MCP server "local" refused: Tool echo not found';
  expect(await run(tools, 'echo', { text: 'x' })).toEqual({ ok: false, error, errorType: 'mcp' });
  const isThere = (): boolean => connections.tools.some(({ name }) => name === 'mcp__local__echo');
  for (let turn = 0; turn < 200 && isThere(); turn++) await wait(25);
  expect(isThere()).toBe(false);
});

test('parts that are no text are named, and long answers are cut', async () => {
  const { tools } = await connect([toolServer()]);
  const parts = [
    'first',
    '[image, image/png, 5 bytes]',
    '[audio, audio/wav, 7 bytes]',
    '[resource link, notes, file:///notes.txt]',
    '[resource, file:///in.txt]\ninside',
    '[resource, file:///in.bin, application/zip, 3 bytes]',
  ];
  expect(await run(tools, 'parts')).toEqual(said(parts.join('\n')));
  const note = '\n[cut: the answer has 300000 characters, the first 100000 are shown]';
  expect(await run(tools, 'flood')).toEqual(said(`${'x'.repeat(100_000)}${note}`));
});

test('a call that takes longer than MCP_TOOL_TIMEOUT is given up', async () => {
  const { tools } = await connect([toolServer()], { MCP_TOOL_TIMEOUT: '200' });
  const error = 'MCP server "local" gave no answer within 200 ms (MCP_TOOL_TIMEOUT)';
  expect(await run(tools, 'slow')).toEqual({ ok: false, error, errorType: 'timeout' });
});

test('tools that a server adds while it runs can be used', async () => {
  const connections = await connect([toolServer()]);
  expect(await run(connections.tools, 'grow')).toEqual(said('grown'));
  const isThere = (): boolean => connections.tools.some(({ name }) => name === 'mcp__local__grown');
  for (let turn = 0; turn < 200 && !isThere(); turn++) await wait(25);
  expect(await run(connections.tools, 'grown')).toEqual(said('here'));
});

test('a program runs in its folder, and sees of the environment only what programs need and its entry names', async () => {
  const { tools } = await connect([toolServer()], { HOME: '/home/x', ANTHROPIC_API_KEY: 'secret', LC_ALL: 'C' });
  expect(await run(tools, 'environment')).toEqual(
    said('HOME HOOKLINE_AGENT HOOKLINE_MCP_TEST HOOKLINE_SERVER LC_ALL PATH SHLVL'),
  );
  expect((await run(tools, 'where')) as { text: string }).toMatchObject({
    text: expect.stringContaining(`${project} `) as string,
  });
});

test('a server that dies is reported once, and its tools answer with an error', async () => {
  const { tools } = await connect([toolServer()]);
  const text = 'MCP server "local" is gone: it exited with code 7: out of luck; its tools cannot be used any more';
  const gone: ToolEnd = { ok: false, error: text, errorType: 'mcp' };
  expect(await run(tools, 'die')).toEqual(gone);
  expect(await run(tools, 'echo', { text: 'x' })).toEqual(gone);
  expect(problems).toEqual([text]);
});

test('a server over HTTP that is gone makes its tools answer with an error', async () => {
  const { url } = await startHttp();
  const { tools } = await connect([http(url)]);
  await run(tools, 'die');
  const error = expect.stringMatching(/^MCP server "remote" could not be asked: ./) as string;
  expect(await run(tools, 'echo', { text: 'x' })).toEqual({ ok: false, error, errorType: 'mcp' });
});

test('headers are sent with every request', async () => {
  const { url } = await startHttp('--key', 'opensesame');
  const { tools } = await connect([http(url, { Authorization: 'Bearer opensesame' })]);
  expect(await run(tools, 'echo', { text: 'hello' })).toEqual(said('hello'));
});

test('a session over HTTP is ended at close', async () => {
  const { url, lines } = await startHttp('--sessions');
  const connections = await connect([http(url)]);
  await connections.close();
  for (let turn = 0; turn < 200 && lines.length < 2; turn++) await wait(25);
  expect(lines).toEqual([url, 'closed true']);
});

test('after close no process of a server is left, not even a child or one that ignores the end', async () => {
  const connections = await connect([toolServer('--child'), toolServer('--stubborn', '--child'), toolServer()]);
  expect(problems).toEqual([]);
  expect(markedProcesses()).toHaveLength(5);
  await connections.close();
  expect(markedProcesses()).toEqual([]);
  expect(problems).toEqual([]);
});

describe('a server that cannot be used costs one line, and the others go on', () => {
  async function lineFor(config: McpServerConfig, env = {}): Promise<string> {
    const good: McpServerConfig = { ...toolServer(), name: 'good' };
    const { tools } = await connect([config, good], env);
    expect(tools.map(({ mcp }) => mcp?.server)).toEqual(TOOLS.map(() => 'good'));
    expect(problems).toHaveLength(1);
    return problems[0] ?? '';
  }

  test('a program that does not exist', async () => {
    expect(await lineFor(stdio('nonexistent'))).toBe(
      'MCP server "local" did not start: spawn nonexistent ENOENT; check "command" in .mcp.json:3',
    );
  });

  test('a folder that does not exist', async () => {
    expect(await lineFor({ ...toolServer(), cwd: '/nowhere' } as McpServerConfig)).toBe(
      'MCP server "local" did not start: there is no folder /nowhere; check "cwd" in .mcp.json:3',
    );
  });

  test('a program that ends at once', async () => {
    expect(await lineFor(stdio(program('mcp-exit.sh')))).toBe(
      'MCP server "local" did not start: it exited with code 3: no licence found; check "command" and "args" in .mcp.json:3',
    );
  });

  test('a program that refuses us', async () => {
    expect(await lineFor(stdio(program('mcp-refuse.sh')))).toBe(
      'MCP server "local" did not start: no seats left; check "command" in .mcp.json:3',
    );
  });

  test('a program that floods us', async () => {
    expect(await lineFor(stdio('bash', '-c', 'head -c 20000000 /dev/zero 2>/dev/null; cat'))).toBe(
      'MCP server "local" did not start: it was ended: it wrote a line of more than 16777216 bytes; ' +
        'check "command" and "args" in .mcp.json:3',
    );
  });

  test('a program that does not speak MCP', async () => {
    expect(await lineFor(stdio(program('mcp-garbage.sh')), { MCP_TIMEOUT: '5000' })).toBe(
      'MCP server "local" did not start: it does not speak MCP, its output is "Welcome to the server!"; ' +
        'check "command" and "args" in .mcp.json:3',
    );
  });

  test('a program that never answers', async () => {
    expect(await lineFor(stdio(program('mcp-silent.sh')), { MCP_TIMEOUT: '5000' })).toBe(
      'MCP server "local" did not start: it did not answer within 5000 ms; check it, or set MCP_TIMEOUT (.mcp.json:3)',
    );
  });

  test('an address where nothing listens', async () => {
    const port = await freePort();
    expect(await lineFor(http(`http://127.0.0.1:${port}/mcp`))).toBe(
      `MCP server "remote" did not start: connect ECONNREFUSED 127.0.0.1:${port}; check "url" in .mcp.json:3`,
    );
  });

  test('a server that wants a key', async () => {
    const { url } = await startHttp('--key', 'opensesame');
    expect(await lineFor(http(url))).toBe(
      'MCP server "remote" did not start: it requires authentication (HTTP 401); check "headers" in .mcp.json:3',
    );
  });

  test.each([
    [404, 'text/html', 'there is no MCP server at this address (HTTP 404)'],
    [500, 'text/plain', 'it answered with HTTP 500'],
    [200, 'text/html', 'Unexpected content type: text/html'],
    [200, 'application/json', 'it answered, but not in the words of MCP'],
  ])('a web server that answers %d with %s', async (status, type, cause) => {
    const url = await serve(status, type);
    const line = await lineFor(http(url));
    expect(line).toBe(`MCP server "remote" did not start: ${cause}; check "url" in .mcp.json:3`);
  });

  test('a web server that never answers', async () => {
    const url = await serve(0, '');
    expect(await lineFor(http(url), { MCP_TIMEOUT: '5000' })).toBe(
      'MCP server "remote" did not start: it did not answer within 5000 ms; check it, or set MCP_TIMEOUT (.mcp.json:3)',
    );
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A web server that is no MCP server; status 0: it never answers. */
async function serve(status: number, type: string): Promise<string> {
  const server = createServer((_, response) => {
    if (status > 0) response.writeHead(status, { 'content-type': type }).end('{"hello":"world"}\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  clean.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

test('a limit that is no number is reported, and the usual one is used', async () => {
  const { tools } = await connect([toolServer()], { MCP_TOOL_TIMEOUT: 'soon' });
  expect(problems).toEqual(['MCP_TOOL_TIMEOUT must be a number of milliseconds, not "soon"; 600000 is used']);
  expect(await run(tools, 'echo', { text: 'hello' })).toEqual(said('hello'));
});

test('no server is waited for any longer when the session gives up', async () => {
  const stop = new AbortController();
  const ports = {
    elicit: answer,
    onElicited: () => Promise.resolve(),
    onProblem: (text: string) => problems.push(text),
    env: process.env,
    project,
  };
  const connecting = connectServers([stdio(program('mcp-silent.sh'))], ports, stop.signal);
  await wait(200);
  stop.abort();
  expect((await connecting).tools).toEqual([]);
  expect(problems).toEqual([]);
});

test('a server over HTTP at a metadata address is refused, and a redirect is not followed', async () => {
  await connect([http('http://169.254.169.254/mcp', { Authorization: 'Bearer opensesame' })]);
  expect(problems.splice(0)).toEqual([expect.stringContaining('the address 169.254.169.254 is refused')]);
  let visits = 0;
  const target = createServer((_request, response) => response.end(String((visits += 1))));
  const { port } = await listening(target);
  const { port: from } = await listening(
    createServer((_request, response) => response.writeHead(307, { location: `http://127.0.0.1:${port}/mcp` }).end()),
  );
  await connect([http(`http://127.0.0.1:${from}/mcp`)]);
  expect(problems).toEqual([expect.stringContaining('"remote" did not start')]);
  expect(visits).toBe(0);
});

async function listening(server: Server): Promise<AddressInfo> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server.address() as AddressInfo;
}

test('hooks are told how a server is reached, and nothing that could be secret', () => {
  const remote = http('https://user:secret@example.test:8443/mcp?token=secret#x', { authorization: 'secret' });
  expect(connectionInfo(remote)).toEqual({ url: 'https://example.test:8443/mcp' });
  const local = { ...stdio('server.sh'), args: ['--token', 'secret'], env: { TOKEN: 'secret' } } as McpServerConfig;
  expect(JSON.stringify(connectionInfo(local))).not.toContain('secret');
});
