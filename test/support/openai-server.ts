import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { JsonObject } from '@hookline/core';

/** A tool call that the server's model makes; a text is sent as it is, also where it is no JSON. */
interface ServerCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>> | string;
  readonly id?: string;
  /** For a tool that takes a text instead of arguments, in the API that has such tools. */
  readonly isFreeform?: true;
}

/** What the server does with one request. */
export type ServerReply =
  /** A whole reply, streamed: each text of the list is one chunk, the arguments of each call come in pieces. */
  | {
      readonly text?: string | readonly string[];
      readonly calls?: readonly ServerCall[];
      readonly finish?: 'stop' | 'length' | 'content-filter';
      readonly inputTokens?: number;
      readonly outputTokens?: number;
      /** Waits before each chunk. */
      readonly delayMs?: number;
    }
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  /**
   * `broken-chunk`: one that is no JSON; `cut`: the connection dies; `unfinished`: the stream ends in good order, but
   * too early; `error-chunk`: an error inside the stream; `empty` and `html`: a status of 200 with no stream at all.
   */
  | {
      readonly malformed: 'broken-chunk' | 'cut' | 'unfinished' | 'error-chunk' | 'empty' | 'html';
      /** Streamed before it goes wrong. */
      readonly text?: string;
    }
  /** Never ends: without headers, or after a text. */
  | { readonly hangs: true; readonly text?: string };

/** A request as the server saw it. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
}

export interface OpenAiServer {
  /** Base URL, with its `/v1`. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  readonly close: () => Promise<void>;
}

/**
 * A model server on loopback that gives out the replies in their order, or those that a function finds. It speaks chat
 * completions, OpenAI's Responses, Anthropic's Messages and Gemini's generateContent, each at its path; only the last two
 * also without a stream. Without a reply left it answers 400.
 */
export async function startOpenAiServer(
  replies: readonly ServerReply[] | ((request: SeenRequest, index: number) => ServerReply | undefined),
): Promise<OpenAiServer> {
  const requests: SeenRequest[] = [];
  const find = typeof replies === 'function' ? replies : (_: SeenRequest, index: number) => replies[index];
  const server = createServer((request, response) => {
    answer(request, response, (seen) => find(seen, requests.push(seen) - 1)).catch((error: unknown) => {
      response.destroy(error as Error);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  find: (seen: SeenRequest) => ServerReply | undefined,
): Promise<void> {
  // Some programs ask with a query, such as ?beta=true.
  const path = (request.url ?? '').replace(/\?.*$/, '');
  const wire = WIRES[path] ?? (CONTENT_PATH.test(path) ? CONTENT : undefined);
  const sent = await readText(request);
  if (wire === undefined) return refuse(response, { status: 404, body: errorBody(`no such path: ${path}`) });
  const reply = find({ path, headers: request.headers, body: JSON.parse(sent) });
  if (reply === undefined) return refuse(response, { status: 400, body: errorBody('the server has no reply left') });
  if ('status' in reply) return refuse(response, reply);
  if ('malformed' in reply) return misbehave(response, wire, reply);
  if ('hangs' in reply) return hang(response, wire, reply.text);
  if (wire.whole !== undefined && !isStreamed(sent) && !path.endsWith(':streamGenerateContent'))
    return refuse(response, { status: 200, body: wire.whole(partsOf(reply)) });
  openStream(response);
  for (const frame of wholeReply(wire, reply)) await send(response, frame, reply.delayMs);
  response.end();
}

const isStreamed = (sent: string): boolean => (JSON.parse(sent) as { stream?: unknown }).stream === true;

const errorBody = (message: string) => ({ type: 'error', error: { message, type: 'invalid_request_error' } });

function refuse(response: ServerResponse, { status, body, headers }: Extract<ServerReply, { status: number }>): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(body === undefined ? '' : isText ? body : JSON.stringify(body));
}

async function misbehave(
  response: ServerResponse,
  wire: Wire,
  { malformed, text }: Extract<ServerReply, { malformed: string }>,
): Promise<void> {
  if (malformed === 'html') return refuse(response, { status: 200, body: '<html><title>Welcome</title></html>' });
  openStream(response);
  if (malformed === 'empty') {
    response.end();
    return;
  }
  for (const frame of [...wire.start(), ...(text === undefined ? [] : wire.text([text]))]) await send(response, frame);
  if (malformed === 'cut') {
    // Else what was written might be thrown away with the connection.
    await new Promise((resolve) => setTimeout(resolve, 50));
    response.destroy();
    return;
  }
  if (malformed === 'broken-chunk') await send(response, 'data: {"id": "half a chu\n\n');
  if (malformed === 'error-chunk') await send(response, wire.error('the engine is overloaded'));
  response.end();
}

async function hang(response: ServerResponse, wire: Wire, text: string | undefined): Promise<void> {
  if (text === undefined) return;
  openStream(response);
  for (const frame of [...wire.start(), ...wire.text([text])]) await send(response, frame);
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

async function send(response: ServerResponse, frame: string, delayMs = 0): Promise<void> {
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (!response.destroyed) await new Promise((resolve) => response.write(frame, resolve));
}

type WholeReply = Exclude<ServerReply, { status: number } | { malformed: string } | { hangs: true }>;

interface End {
  readonly reason: 'stop' | 'length' | 'content-filter' | 'tool-calls';
  readonly input: number;
  readonly output: number;
}

interface Call {
  readonly id: string;
  readonly name: string;
  /** The arguments, cut into pieces. */
  readonly pieces: readonly string[];
  readonly isFreeform: boolean;
}

/** How one API writes the parts of a reply; each frame is sent by itself. */
interface Wire {
  readonly start: () => readonly string[];
  readonly text: (chunks: readonly string[]) => readonly string[];
  readonly calls: (calls: readonly Call[], from: number) => readonly string[];
  readonly finish: (end: End) => readonly string[];
  readonly error: (message: string) => string;
  /** The whole reply as one value, for a request that wants no stream. */
  readonly whole?: (parts: Parts) => object;
}

interface Parts {
  readonly chunks: readonly string[];
  readonly calls: readonly Call[];
  readonly end: End;
}

let made = 0;

function partsOf({ text = [], calls = [], finish, inputTokens = 10, outputTokens = 5 }: WholeReply): Parts {
  return {
    chunks: typeof text === 'string' ? [text] : text,
    calls: calls.map(inPieces),
    end: { reason: finish ?? (calls.length > 0 ? 'tool-calls' : 'stop'), input: inputTokens, output: outputTokens },
  };
}

function wholeReply(wire: Wire, reply: WholeReply): readonly string[] {
  const { chunks, calls, end } = partsOf(reply);
  return [
    ...wire.start(),
    ...(chunks.length > 0 ? wire.text(chunks) : []),
    ...wire.calls(calls, chunks.length > 0 ? 1 : 0),
    ...wire.finish(end),
  ];
}

function inPieces({ id, name, input, isFreeform }: ServerCall): Call {
  made += 1;
  const written = typeof input === 'string' ? input : JSON.stringify(input);
  const pieces = written.match(/[\s\S]{1,7}/g) ?? [''];
  return { id: id ?? `call_${made}`, name, pieces, isFreeform: isFreeform === true };
}

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

const chunk = (delta: object, finish: string | null = null): string =>
  data({
    id: 'reply',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'test',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });

const CHAT_REASONS = { stop: 'stop', length: 'length', 'content-filter': 'content_filter', 'tool-calls': 'tool_calls' };

const CHAT: Wire = {
  start: () => [chunk({ role: 'assistant', content: '' })],
  text: (chunks) => chunks.map((content) => chunk({ content })),
  calls: (calls) =>
    calls.flatMap(({ id, name, pieces }, index) => [
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...pieces.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
  finish: ({ reason, input, output }) => [
    chunk({}, CHAT_REASONS[reason]),
    data({
      id: 'reply',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'test',
      choices: [],
      usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    }),
    'data: [DONE]\n\n',
  ],
  error: (message) => data({ error: { message, type: 'server_error', code: null } }),
};

const messageItem = (chunks: readonly string[]): object => ({
  type: 'message',
  id: 'text',
  role: 'assistant',
  content: chunks.length === 0 ? [] : [{ type: 'output_text', text: chunks.join(''), annotations: [] }],
});

const RESPONSES: Wire = {
  start: () => [data({ type: 'response.created', response: { id: 'reply', created_at: 1, model: 'test' } })],
  text: (chunks) => [
    data({ type: 'response.output_item.added', output_index: 0, item: messageItem([]) }),
    ...chunks.map((delta) => data({ type: 'response.output_text.delta', item_id: 'text', output_index: 0, delta })),
    data({ type: 'response.output_item.done', output_index: 0, item: messageItem(chunks) }),
  ],
  calls: (calls, from) =>
    calls.flatMap(({ id, name, pieces, isFreeform }, at) => {
      const place = { output_index: from + at };
      const item = { type: 'function_call', id: `item_${id}`, call_id: id, name };
      const whole = pieces.join('');
      if (isFreeform) {
        const custom = { ...item, type: 'custom_tool_call' };
        return [
          data({ type: 'response.output_item.added', ...place, item: { ...custom, input: '' } }),
          data({ type: 'response.output_item.done', ...place, item: { ...custom, input: whole, status: 'completed' } }),
        ];
      }
      return [
        data({ type: 'response.output_item.added', ...place, item: { ...item, arguments: '' } }),
        ...pieces.map((delta) =>
          data({ type: 'response.function_call_arguments.delta', ...place, item_id: item.id, delta }),
        ),
        data({ type: 'response.function_call_arguments.done', ...place, item_id: item.id, arguments: whole }),
        data({ type: 'response.output_item.done', ...place, item: { ...item, arguments: whole, status: 'completed' } }),
      ];
    }),
  finish: ({ reason, input, output }) => {
    const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
    const why = reason === 'length' ? 'max_output_tokens' : reason === 'content-filter' ? 'content_filter' : null;
    return [
      data({
        type: why === null ? 'response.completed' : 'response.incomplete',
        response: { id: 'reply', usage, incomplete_details: why === null ? null : { reason: why } },
      }),
    ];
  },
  error: (message) =>
    data({ type: 'error', sequence_number: 1, error: { type: 'server_error', code: null, message, param: null } }),
};

const event = (type: string, fields: object): string => `event: ${type}\n${data({ type, ...fields })}`;

const block = (index: number, start: object, deltas: readonly object[]): readonly string[] => [
  event('content_block_start', { index, content_block: start }),
  ...deltas.map((delta) => event('content_block_delta', { index, delta })),
  event('content_block_stop', { index }),
];

const MESSAGES_REASONS = {
  stop: 'end_turn',
  length: 'max_tokens',
  'content-filter': 'refusal',
  'tool-calls': 'tool_use',
};

const MESSAGES: Wire = {
  start: () => [
    event('message_start', {
      message: { id: 'reply', model: 'test', role: 'assistant', content: [], usage: { input_tokens: 0 } },
    }),
    event('ping', {}),
  ],
  text: (chunks) =>
    block(
      0,
      { type: 'text', text: '' },
      chunks.map((text) => ({ type: 'text_delta', text })),
    ),
  calls: (calls, from) =>
    calls.flatMap(({ id, name, pieces }, at) =>
      block(
        from + at,
        { type: 'tool_use', id, name, input: {} },
        pieces.map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
      ),
    ),
  finish: ({ reason, input, output }) => [
    event('message_delta', {
      delta: { stop_reason: MESSAGES_REASONS[reason], stop_sequence: null },
      usage: { input_tokens: input, output_tokens: output },
    }),
    event('message_stop', {}),
  ],
  error: (message) => event('error', { error: { type: 'overloaded_error', message } }),
  whole: ({ chunks, calls, end }) => ({
    id: 'reply',
    type: 'message',
    model: 'test',
    role: 'assistant',
    content: [
      ...chunks.map((text) => ({ type: 'text', text })),
      ...calls.map(({ id, name, pieces }) => ({
        type: 'tool_use',
        id,
        name,
        input: JSON.parse(pieces.join('')) as unknown,
      })),
    ],
    stop_reason: MESSAGES_REASONS[end.reason],
    stop_sequence: null,
    usage: { input_tokens: end.input, output_tokens: end.output },
  }),
};

const WIRES: Readonly<Record<string, Wire>> = {
  '/v1/chat/completions': CHAT,
  '/v1/responses': RESPONSES,
  '/v1/messages': MESSAGES,
};

const CONTENT_PATH = /^\/v1beta\/models\/[^/]+:(?:streamG|g)enerateContent$/;

const CONTENT_REASONS = { stop: 'STOP', length: 'MAX_TOKENS', 'content-filter': 'SAFETY', 'tool-calls': 'STOP' };

const candidate = (parts: readonly object[], more: object = {}): object => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
});

const functionCall = ({ name, pieces }: Call): object => ({
  functionCall: { name, args: JSON.parse(pieces.join('')) as unknown },
});

const finished = ({ reason, input, output }: End): readonly [object, object] => [
  { finishReason: CONTENT_REASONS[reason] },
  { usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output } },
];

const CONTENT: Wire = {
  start: () => [],
  text: (chunks) => chunks.map((text) => data(candidate([{ text }]))),
  calls: (calls) => calls.map((call) => data(candidate([functionCall(call)]))),
  finish: (end) => {
    const [reason, usage] = finished(end);
    return [data({ ...candidate([], reason), ...usage })];
  },
  error: (message) => data({ error: { code: 500, message, status: 'INTERNAL' } }),
  whole: ({ chunks, calls, end }) => {
    const [reason, usage] = finished(end);
    return { ...candidate([...chunks.map((text) => ({ text })), ...calls.map(functionCall)], reason), ...usage };
  },
};
