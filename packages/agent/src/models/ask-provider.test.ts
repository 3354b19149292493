import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  startOpenAiServer,
  type OpenAiServer,
  type SeenRequest,
  type ServerReply,
} from '../../../../test/support/openai-server.ts';
import { createModel } from './create-model.ts';
import { ModelFailure, type Model, type ModelReply, type ModelRequest } from '../contract/model.ts';

let server: OpenAiServer | null = null;

afterEach(async () => {
  await server?.close();
  server = null;
});

const KEYS = { ANTHROPIC_API_KEY: 'sk-ant-0123456789', OPENAI_API_KEY: 'sk-oai-0123456789' };

async function modelWith(
  spec: string,
  replies: readonly ServerReply[] | ((request: SeenRequest, index: number) => ServerReply),
  env: Readonly<Record<string, string>> = {},
): Promise<Model> {
  server = await startOpenAiServer(replies);
  return createModel({ spec, baseUrl: server.url, env: { ...KEYS, HOOKLINE_MODEL_RETRIES: '0', ...env } });
}

const BASH = {
  name: 'Bash',
  description: 'Runs a command',
  inputSchema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
};

const REQUEST: ModelRequest = {
  speaker: 'main',
  system: 'be brief',
  items: [{ kind: 'user', text: 'hello' }],
  tools: [BASH],
};

async function ask(
  model: Model,
  request = REQUEST,
  signal = new AbortController().signal,
): Promise<{ readonly reply: ModelReply; readonly streamed: readonly string[] }> {
  const streamed: string[] = [];
  const reply = await model.ask(request, (text) => streamed.push(text), signal);
  return { reply, streamed };
}

async function failure(model: Model, request = REQUEST): Promise<ModelFailure> {
  const error: unknown = await ask(model, request).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ModelFailure);
  return error as ModelFailure;
}

const error = (type: string, message: string) => ({ type: 'error', error: { type, message } });

describe.each(['openai-compatible/test-model', 'openai/test-model', 'anthropic/test-model'])('%s', (spec) => {
  test('streams its text and gives the whole reply with its tokens', async () => {
    const model = await modelWith(spec, [{ text: ['Hel', 'lo ', '😀'], inputTokens: 70, outputTokens: 9 }]);
    expect(await ask(model)).toEqual({
      reply: { text: 'Hello 😀', calls: [], finish: 'stop', inputTokens: 70, outputTokens: 9 },
      streamed: ['Hel', 'lo ', '😀'],
    });
    const { provider, name } = model;
    expect(`${provider}/${name}`).toBe(spec);
  });

  test('gives several tool calls with their inputs put together, also one that is no object', async () => {
    const calls = [
      { id: 'a', name: 'Bash', input: { command: 'ls -la /a/long/path', nested: { list: [1, null] } } },
      { id: 'b', name: 'Bash', input: '{"command": "cut he' },
      { id: 'c', name: 'Bash', input: '["no object"]' },
    ];
    const { reply } = await ask(await modelWith(spec, [{ text: 'I look.', calls }]));
    expect(reply).toMatchObject({ text: 'I look.', finish: 'tool-calls' });
    expect(reply.calls).toEqual([
      { id: 'a', name: 'Bash', input: { command: 'ls -la /a/long/path', nested: { list: [1, null] } } },
      { id: 'b', name: 'Bash', input: null, rawInput: '{"command": "cut he' },
      { id: 'c', name: 'Bash', input: null, rawInput: '["no object"]' },
    ]);
  });

  test('a call without arguments has an empty input', async () => {
    const { reply } = await ask(await modelWith(spec, [{ calls: [{ id: 'a', name: 'Bash', input: {} }] }]));
    expect(reply.calls).toEqual([{ id: 'a', name: 'Bash', input: {} }]);
  });

  test.each(['length', 'content-filter'] as const)('says that a reply ended by %s', async (finish) => {
    const { reply } = await ask(await modelWith(spec, [{ text: 'so far', finish }]));
    expect(reply).toMatchObject({ text: 'so far', finish });
  });

  test('sends system text, conversation, tools and settings', async () => {
    const model = await modelWith(spec, [{ text: 'ok' }]);
    await ask(model, {
      ...REQUEST,
      items: [
        { kind: 'user', text: 'list' },
        { kind: 'assistant', text: '', calls: [{ id: 'call_1', name: 'Bash', input: { command: 'ls' } }] },
        { kind: 'results', results: [{ id: 'call_1', name: 'Bash', output: 'a.txt', isError: false }] },
        { kind: 'user', text: 'thanks' },
      ],
      temperature: 0,
      maxOutputTokens: 512,
    });
    const [request] = server?.requests ?? [];
    expect(request?.body).toMatchObject({ model: 'test-model', stream: true, temperature: 0 });
    const sent = JSON.stringify(request?.body);
    for (const part of ['be brief', 'list', 'a.txt', 'thanks', 'Runs a command', '512', 'call_1'])
      expect(sent).toContain(part);
    expect(JSON.stringify(request?.headers)).toContain(
      spec.startsWith('anthropic') ? KEYS.ANTHROPIC_API_KEY : KEYS.OPENAI_API_KEY,
    );
  });

  test.each([
    [429, error('rate_limit_error', 'slow down'), 'rate_limit', 'slow down; wait a little and try again'],
    [429, error('insufficient_quota', 'You exceeded your quota'), 'billing_error', 'check the credit of the account'],
    [400, error('invalid_request_error', 'Your credit balance is too low'), 'billing_error', 'check the credit'],
    [402, undefined, 'billing_error', 'answered 402'],
    [401, error('authentication_error', 'invalid x-api-key'), 'authentication_failed', 'invalid x-api-key; check '],
    [403, error('permission_error', 'not for you'), 'authentication_failed', 'not for you; check '],
    [404, error('not_found_error', 'no such model'), 'invalid_request', 'is test-model a model of http://127.0.0.1:'],
    [400, error('invalid_request_error', 'prompt is too long'), 'invalid_request', 'shorten the conversation'],
    [422, 'unprocessable', 'invalid_request', 'unprocessable; check that test-model takes such requests'],
    [500, error('api_error', 'oops'), 'server_error', 'answered 500: oops; try again later'],
    [503, '<html><title>Bad day</title></html>', 'server_error', 'answered 503: an HTML page "Bad day"; try again'],
    [529, error('overloaded_error', 'Overloaded'), 'server_error', 'answered 529: Overloaded'],
  ])('a status of %i with %j is %s', async (status, body, errorType, message) => {
    const thrown = await failure(await modelWith(spec, [{ status, body }]));
    expect(thrown.errorType).toBe(errorType);
    expect(thrown.message).toContain(message);
    expect(thrown.message.startsWith(`${spec} answered ${status}`)).toBe(true);
    expect(thrown.message).not.toContain('\n');
  });

  test.each(['broken-chunk', 'cut', 'unfinished', 'error-chunk'] as const)(
    'a stream that is %s after some text is a server error, and is not tried again',
    async (malformed) => {
      const model = await modelWith(spec, [{ malformed, text: 'half' }, { text: 'again' }], {
        HOOKLINE_MODEL_RETRIES: '2',
      });
      expect((await failure(model)).errorType).toBe('server_error');
      expect(server?.requests).toHaveLength(1);
    },
  );

  test.each(['broken-chunk', 'unfinished', 'empty', 'html'] as const)(
    'an answer that is no reply (%s) is a server error that asks whether the URL is right',
    async (malformed) => {
      const { errorType, message } = await failure(await modelWith(spec, [{ malformed }]));
      expect({ errorType, message }).toEqual({
        errorType: 'server_error',
        message: expect.stringMatching(/does http.*speak the/),
      });
    },
  );

  test('a server that fails in passing is asked again until it answers', async () => {
    const replies: readonly ServerReply[] = [
      { status: 429, body: error('rate_limit_error', 'x'), headers: { 'retry-after': '0' } },
      { malformed: 'cut' },
      { text: 'at last' },
    ];
    const { reply } = await ask(await modelWith(spec, replies, { HOOKLINE_MODEL_RETRIES: '2' }));
    expect(reply.text).toBe('at last');
    expect(server?.requests).toHaveLength(3);
  });

  test.each([undefined, 'some words'])('silence (after %j) is a server error', async (text) => {
    const hanging: ServerReply = text === undefined ? { hangs: true } : { hangs: true, text };
    const model = await modelWith(spec, [hanging], { HOOKLINE_MODEL_IDLE_MS: '300', HOOKLINE_MODEL_RETRIES: '2' });
    const { errorType, message } = await failure(model);
    expect(errorType).toBe('server_error');
    expect(message).toContain('said nothing for 300 ms');
    expect(server?.requests).toHaveLength(1);
  });

  test.each([undefined, 'some words'])(
    'an aborted signal ends the wait (after %j) with its own reason',
    async (text) => {
      const stop = new AbortController();
      const reason = new Error('the user pressed Ctrl-C');
      const model = await modelWith(spec, () => {
        setTimeout(() => stop.abort(reason), 100);
        return text === undefined ? { hangs: true } : { hangs: true, text };
      });
      await expect(ask(model, REQUEST, stop.signal)).rejects.toBe(reason);
      await expect(ask(model, REQUEST, stop.signal)).rejects.toBe(reason);
      expect(server?.requests).toHaveLength(1);
    },
  );
});

test.each(['openai-compatible/m', 'openai/m', 'anthropic/m'])(
  'the connection to %s is given up together with a reply that cannot be read',
  async (spec) => {
    const given = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"half\n\n');
    });
    const closed = new Promise((resolve) => {
      given.on('connection', (socket) => socket.on('close', resolve));
    });
    await new Promise<void>((resolve) => {
      given.listen(0, '127.0.0.1', resolve);
    });
    const baseUrl = `http://127.0.0.1:${(given.address() as AddressInfo).port}/v1`;
    const model = await createModel({ spec, baseUrl, env: { ...KEYS, HOOKLINE_MODEL_RETRIES: '0' } });
    expect((await failure(model)).errorType).toBe('server_error');
    await closed;
    const ended = new Promise((resolve) => given.close(resolve));
    given.closeAllConnections();
    await ended;
  },
);

const SPEC = 'openai-compatible/test-model';

test('a server that keeps failing is asked one time more than HOOKLINE_MODEL_RETRIES says', async () => {
  const broken: ServerReply = { status: 500, headers: { 'retry-after-ms': '1' } };
  const model = await modelWith(SPEC, () => broken, { HOOKLINE_MODEL_RETRIES: '3' });
  expect((await failure(model)).errorType).toBe('server_error');
  expect(server?.requests).toHaveLength(4);
});

test('what would fail again is asked once', async () => {
  for (const status of [400, 401, 402, 403, 404]) {
    const model = await modelWith(SPEC, () => ({ status }), { HOOKLINE_MODEL_RETRIES: '2' });
    await failure(model);
    expect(server?.requests).toHaveLength(1);
    await server?.close();
  }
});

test('a server that asks for more patience than 20 seconds is not asked again, and the message says when', async () => {
  const model = await modelWith(SPEC, () => ({ status: 429, headers: { 'retry-after': '90' } }), {
    HOOKLINE_MODEL_RETRIES: '2',
  });
  expect((await failure(model)).message).toContain('try again in 90 s');
  expect(server?.requests).toHaveLength(1);
});

test('an aborted signal ends the pause before another try', async () => {
  const stop = new AbortController();
  const model = await modelWith(
    SPEC,
    () => {
      setTimeout(() => stop.abort(new Error('enough')), 100);
      return { status: 429, headers: { 'retry-after': '19' } };
    },
    { HOOKLINE_MODEL_RETRIES: '2' },
  );
  await expect(ask(model, REQUEST, stop.signal)).rejects.toThrow('enough');
  expect(server?.requests).toHaveLength(1);
});

test('a stream that is slow but never silent for long is waited for', async () => {
  const text = Array.from({ length: 25 }, (_, index) => `${index} `);
  const model = await modelWith(SPEC, [{ text, delayMs: 100 }], { HOOKLINE_MODEL_IDLE_MS: '2000' });
  expect((await ask(model)).reply.text).toBe(text.join(''));
});

test('a port where nothing listens is a server error that asks whether the server runs', async () => {
  const model = await modelWith(SPEC, []);
  await server?.close();
  const { errorType, message } = await failure(model);
  expect(errorType).toBe('server_error');
  expect(message).toBe(`${SPEC} could not be reached: ECONNREFUSED; is the server at ${server?.url ?? ''} running?`);
});

test('a host that does not exist is a server error that asks for its name', async () => {
  // Longer than a label may be, so that no name server is asked.
  const baseUrl = `http://${'a'.repeat(64)}.invalid/v1`;
  const model = await createModel({ spec: SPEC, baseUrl, env: { HOOKLINE_MODEL_RETRIES: '0' } });
  const { errorType, message } = await failure(model);
  expect(errorType).toBe('server_error');
  expect(message).toContain(`is the host name in ${baseUrl} right`);
});

test('a server of one’s own needs no key, and none is sent', async () => {
  server = await startOpenAiServer([{ text: 'hi' }, { status: 401 }]);
  const model = await createModel({ spec: SPEC, baseUrl: `${server.url}/`, env: { HOOKLINE_MODEL_RETRIES: '0' } });
  expect((await ask(model)).reply.text).toBe('hi');
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
  expect((await failure(model)).message).toContain('; set OPENAI_COMPATIBLE_API_KEY');
});

test('a failure shows neither the key nor control sequences, and at most 300 characters of the server', async () => {
  const said = `key ${KEYS.OPENAI_API_KEY} or Bearer abcdef123456\u001b[2J\n${'x'.repeat(1000)}`;
  const { message } = await failure(
    await modelWith(SPEC, [{ status: 400, body: error('invalid_request_error', said) }]),
  );
  expect(message).toContain(': key [key] or [key] xxx');
  expect(message).toMatch(/x…; check that/);
  expect(message.length).toBeLessThan(450);
  expect(message).not.toMatch(/[\0-\x1f]/);
});

test('a rate limit stays one when its text links to the billing page', async () => {
  const said = 'Rate limit reached. Visit https://example.com/account/billing to raise it.';
  const body = { error: { message: said, type: 'requests', code: 'rate_limit_exceeded' } };
  expect((await failure(await modelWith(SPEC, [{ status: 429, body }]))).errorType).toBe('rate_limit');
});

test('a conversation with calls can be asked about without tools', async () => {
  const model = await modelWith('anthropic/test-model', [{ text: 'a summary' }]);
  await ask(model, {
    ...REQUEST,
    speaker: 'compaction',
    tools: [],
    items: [
      { kind: 'assistant', text: '', calls: [{ id: 'a', name: 'Bash', input: { command: 'ls' } }] },
      { kind: 'results', results: [{ id: 'a', name: 'Bash', output: 'a.txt', isError: false }] },
    ],
  });
  const sent = JSON.stringify(server?.requests[0]?.body);
  expect(sent).toContain('[Bash gave: a.txt]');
  expect(sent).not.toMatch(/tool_use|tool_result|"tools"/);
});

test('an exception of whoever listens to the text is not taken for a failure of the model', async () => {
  const model = await modelWith(SPEC, [{ text: 'hi' }]);
  const broken = new Error('the terminal is gone');
  const listen = (): void => {
    throw broken;
  };
  await expect(model.ask(REQUEST, listen, new AbortController().signal)).rejects.toBe(broken);
});
