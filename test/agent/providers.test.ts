import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type OpenAiServer, type ServerReply, startOpenAiServer } from '../support/openai-server.ts';
import type { RecordingHook } from './support/hook-files.ts';
import { hookline } from './support/hookline.ts';
import { happened, itemsOf, outputsOf, runsOf, textsOf } from './support/proof.ts';
import { FREELY, has, reminderOf, story } from './support/story.ts';
import type { Asked, Workplace } from './support/workplace.ts';

interface Provider {
  readonly model: string;
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

const PROVIDERS: readonly Provider[] = [
  { model: 'openai-compatible/test', path: '/v1/chat/completions', env: {} },
  { model: 'openai/test', path: '/v1/responses', env: { OPENAI_API_KEY: 'sk-test' } },
  { model: 'anthropic/test', path: '/v1/messages', env: { ANTHROPIC_API_KEY: 'sk-test' } },
];

const IMPATIENT = { HOOKLINE_MODEL_RETRIES: '0' };

/** A story with a model server that gives out these replies. */
const served = (
  replies: readonly ServerReply[],
  hooks: readonly RecordingHook[],
  tell: (place: Workplace, server: OpenAiServer) => Promise<void>,
): (() => Promise<void>) =>
  story(hooks, async (place) => {
    const server = await startOpenAiServer(replies);
    try {
      await tell(place, server);
    } finally {
      await server.close();
    }
  });

const asks = (
  place: Workplace,
  { url }: Pick<OpenAiServer, 'url'>,
  { model, env }: Provider,
  more: Readonly<Record<string, string>> = {},
): Promise<Asked> => place.ask({ args: ['--model', model, '--base-url', url, ...FREELY], env: { ...env, ...more } });

const bash = (command: string): { readonly name: string; readonly input: object & { readonly command: string } } => ({
  name: 'Bash',
  input: { command },
});

/** Everything that was sent with a request, as text. */
const sent = ({ requests }: OpenAiServer, index: number): string => JSON.stringify(requests[index]?.body);

const tellsFailure: RecordingHook = { name: 'failure', dialect: 'qoder', event: 'StopFailure' };

/** Nothing but one line that begins with the name of the program, and ends. */
const ONE_LINE = /^hookline: [^\n]+\n$/;

describe.each(PROVIDERS)('$model over a real server', (provider) => {
  test(
    'the text is streamed as it comes, and is whole in the end',
    served([{ text: ['Hel', 'lo ', 'there.'] }], [], async (place, server) => {
      const asked = await asks(place, server, provider, { HOOKLINE_VERBOSE: '1' });
      expect(asked.status).toBe(0);
      expect(happened(asked, 'text_delta').map(({ text }) => text)).toEqual(['Hel', 'lo ', 'there.']);
      expect(happened(asked, 'text').map(({ text }) => text)).toEqual(['Hello there.']);
      expect(server.requests.map(({ path }) => path)).toEqual([provider.path]);
      expect(server.requests[0]?.body['stream']).toBe(true);
      expect(sent(server, 0)).toContain('Do it.');
    }),
  );

  test(
    'several calls of one reply, their arguments in pieces, run in order; their results go back under their ids',
    served(
      [
        {
          text: 'I look.',
          calls: [
            { ...bash('printf one; touch a'), id: 'id_a' },
            { ...bash('printf two; ls a'), id: 'id_b' },
          ],
        },
        { text: 'Done.' },
      ],
      [],
      async (place, server) => {
        const asked = await asks(place, server, provider);
        expect(asked.status).toBe(0);
        expect(itemsOf(place, 'results').flatMap(({ results }) => results)).toEqual([
          { id: 'id_a', name: 'Bash', output: 'one', isError: false },
          { id: 'id_b', name: 'Bash', output: 'twoa\n', isError: false },
        ]);
        const back = sent(server, 1);
        expect(['id_a', 'id_b', 'I look.', 'twoa'].filter((text) => !back.includes(text))).toEqual([]);
        expect(textsOf(place, 'assistant')).toEqual(['I look.', 'Done.']);
      },
    ),
  );

  test(
    'a hook blocks a call of a streamed reply: it does not run, and the server is told why',
    served(
      [{ calls: [bash('touch made'), bash('touch other')] }, { text: 'Understood.' }],
      [{ name: 'guard', dialect: 'kolega', event: 'PreToolUse', answers: [{ code: 2, err: 'not here' }, {}] }],
      async (place, server) => {
        const asked = await asks(place, server, provider);
        expect(asked.status).toBe(0);
        expect([has(place, 'made'), has(place, 'other')]).toEqual([false, true]);
        expect(place.payloads('guard')[0]).toMatchObject({ tool_input: { command: 'touch made' } });
        expect(sent(server, 1)).toContain('Permission denied for Bash: not here');
      },
    ),
  );

  test(
    'contexts of hooks reach the server as system reminders after the prompt',
    served(
      [{ text: 'Done.' }],
      [
        {
          name: 'adviser',
          dialect: 'polytoken',
          event: 'pre_user_prompt',
          answers: { out: { outcome: 'accept', additional_context: 'be brief' } },
        },
      ],
      async (place, server) => {
        await asks(place, server, provider);
        const body = sent(server, 0);
        const at = body.indexOf(JSON.stringify(reminderOf('adviser', 'be brief')).slice(1, -1));
        expect(at).toBeGreaterThan(body.indexOf('Do it.'));
      },
    ),
  );

  test(
    'arguments that are no JSON object are a tool error, and the model may try again',
    served([{ calls: [{ name: 'Bash', input: '{"command": tou' }] }, { text: 'Sorry.' }], [], async (place, server) => {
      const asked = await asks(place, server, provider);
      expect(asked.status).toBe(0);
      expect(outputsOf(place)).toEqual(['The input must be a JSON object; it was: {"command": tou']);
      expect(textsOf(place, 'assistant')).toEqual(['', 'Sorry.']);
    }),
  );

  const refusals: readonly (readonly [number, string, object])[] = [
    [429, 'rate_limit', { error: { message: 'slow down', type: 'rate_limit_error' } }],
    [500, 'server_error', { error: { message: 'oops', type: 'server_error' } }],
    [503, 'server_error', { error: { message: 'busy', type: 'overloaded' } }],
    [401, 'authentication_failed', { error: { message: 'bad key', type: 'authentication_error' } }],
    [402, 'billing_error', { error: { message: 'no credit', type: 'billing_error' } }],
    [400, 'invalid_request', { error: { message: 'bad request', type: 'invalid_request_error' } }],
  ];
  test.each(refusals)('status %i: StopFailure with %s, exit status 1, one line, no Stop', (status, type, body) =>
    served(
      [{ status, body }],
      [
        tellsFailure,
        { name: 'stop', dialect: 'kolega', event: 'Stop' },
        { name: 'end', dialect: 'kolega', event: 'SessionEnd' },
      ],
      async (place, server) => {
        const asked = await asks(place, server, provider, IMPATIENT);
        expect(asked.status).toBe(1);
        expect(asked.stderr).toMatch(ONE_LINE);
        expect(asked.stderr).toContain(`${provider.model} answered ${status}`);
        const error = asked.stderr.slice('hookline: '.length, -1);
        expect(place.payloads('failure')).toEqual([expect.objectContaining({ error_type: type, error })]);
        expect(happened(asked, 'turn_end')).toEqual([{ type: 'turn_end', how: 'failed', reason: error }]);
        expect(place.payloads('stop')).toEqual([]);
        expect(place.payloads('end')).toHaveLength(1);
      },
    )(),
  );

  test(
    'a server that fails in passing is asked again, and hooks hear nothing of it',
    served(
      [
        { status: 429, body: { error: { message: 'slow down' } }, headers: { 'retry-after-ms': '10' } },
        { status: 500, headers: { 'retry-after-ms': '10' } },
        { text: 'Here I am.' },
      ],
      [tellsFailure, { name: 'turn', dialect: 'polytoken', event: 'pre_model_turn' }],
      async (place, server) => {
        const asked = await asks(place, server, provider);
        expect(asked.status).toBe(0);
        expect(server.requests).toHaveLength(3);
        expect(textsOf(place, 'assistant')).toEqual(['Here I am.']);
        expect(place.payloads('failure')).toEqual([]);
        expect(place.payloads('turn')).toHaveLength(1);
      },
    ),
  );

  const malformed: readonly ServerReply[] = [
    { malformed: 'broken-chunk', text: 'Hello' },
    { malformed: 'cut', text: 'Hello' },
    { malformed: 'cut' },
    { malformed: 'unfinished', text: 'Hello' },
    { malformed: 'error-chunk', text: 'Hello' },
    { malformed: 'empty' },
    { malformed: 'html' },
  ];
  test.each(malformed.map((reply) => [JSON.stringify(reply), reply] as const))(
    'the reply %s: StopFailure with server_error, exit status 1, one line',
    (_, reply) =>
      served([reply], [tellsFailure], async (place, server) => {
        const asked = await asks(place, server, provider, IMPATIENT);
        expect(asked.status).toBe(1);
        expect(asked.stderr).toMatch(ONE_LINE);
        expect(asked.stderr).toContain(provider.model);
        expect(place.payloads('failure')).toEqual([expect.objectContaining({ error_type: 'server_error' })]);
        expect(itemsOf(place, 'assistant')).toEqual([]);
      })(),
  );

  test(
    'a reply that was cut at the limit of output tokens: StopFailure with max_output_tokens; what was said is kept',
    served([{ text: 'A long st', finish: 'length' }], [tellsFailure], async (place, server) => {
      const asked = await asks(place, server, provider);
      expect(asked.status).toBe(1);
      expect(asked.stderr).toMatch(ONE_LINE);
      expect(place.payloads('failure')).toEqual([expect.objectContaining({ error_type: 'max_output_tokens' })]);
      expect(textsOf(place, 'assistant')).toEqual(['A long st']);
    }),
  );

  test.each<ServerReply>([{ hangs: true }, { hangs: true, text: 'Hel' }])(
    'a server that says nothing more (%o) is given up after the idle time',
    (reply) =>
      served([reply], [tellsFailure], async (place, server) => {
        const asked = await asks(place, server, provider, { ...IMPATIENT, HOOKLINE_MODEL_IDLE_MS: '500' });
        expect(asked.status).toBe(1);
        expect(asked.stderr).toMatch(ONE_LINE);
        expect(asked.stderr).toContain('said nothing for 500 ms');
        expect(place.payloads('failure')).toEqual([expect.objectContaining({ error_type: 'server_error' })]);
      })(),
  );

  test(
    'a server that is not there: StopFailure with server_error, exit status 1, one line with its address',
    story([tellsFailure], async (place) => {
      const url = `http://127.0.0.1:${await freePort()}/v1`;
      const asked = await asks(place, { url }, provider, IMPATIENT);
      expect(asked.status).toBe(1);
      expect(asked.stderr).toMatch(ONE_LINE);
      expect(asked.stderr).toContain(`could not be reached: ECONNREFUSED; is the server at ${url} running?`);
      expect(place.payloads('failure')).toEqual([expect.objectContaining({ error_type: 'server_error' })]);
    }),
  );

  test(
    'prompt hooks ask over the same line: one completion, temperature 0, at most 512 tokens, no tools, no conversation',
    served(
      [{ calls: [bash('touch made')] }, { text: '{"ok": false, "reason": "too bold"}' }, { text: 'Understood.' }],
      [],
      async (place, server) => {
        const hooks = { PreToolUse: [{ hooks: [{ type: 'prompt', prompt: 'Is this fine? $EVENT' }] }] };
        place.file('.kolega/hooks.json', JSON.stringify({ schema_version: 1, hooks }));
        const asked = await asks(place, server, provider);
        expect(asked.status).toBe(0);
        expect(has(place, 'made')).toBe(false);
        expect(outputsOf(place)).toEqual(['Permission denied for Bash: too bold']);
        expect(runsOf(asked, 'PreToolUse')).toEqual([
          expect.objectContaining({ handler: 'prompt', status: 'blocked' }),
        ]);
        const body = server.requests[1]?.body ?? {};
        expect(body).toMatchObject({ temperature: 0 });
        expect([body['max_tokens'], body['max_output_tokens']]).toContain(512);
        expect(body).not.toHaveProperty('tools');
        expect(sent(server, 1)).toContain('Is this fine?');
        expect(sent(server, 1)).toContain('touch made');
        expect(sent(server, 1)).not.toContain('Do it.');
      },
    ),
  );
});

test(
  'plain output: the words of the model on stdout, the failure in one line after what else there is on stderr',
  served([{ text: ['Hel', 'lo.'] }, { status: 500 }], [], async (place, server) => {
    const words = ['--model', 'openai-compatible/test', '--base-url', server.url];
    const good = await hookline(place, ['ask', 'Do it.', ...words], IMPATIENT);
    expect([good.status, good.stdout]).toEqual([0, 'Hello.\n']);
    const bad = await hookline(place, ['ask', 'Do it.', ...words], IMPATIENT);
    expect([bad.status, bad.stdout]).toEqual([1, '']);
    expect(bad.stderr.trimEnd().split('\n').at(-1)).toMatch(/^hookline: openai-compatible\/test answered 500/);
    expect(bad.stderr).not.toMatch(/^\s+at /m);
  }),
);

test(
  'a key is sent and never shown, also when the server repeats it',
  served(
    [{ status: 401, body: { error: { message: 'wrong key sk-very-secret-1234567890' } } }],
    [tellsFailure],
    async (place, server) => {
      const env = { OPENAI_COMPATIBLE_API_KEY: 'sk-very-secret-1234567890', ...IMPATIENT };
      const asked = await asks(place, server, { model: 'openai-compatible/test', path: '', env });
      expect(asked.status).toBe(1);
      expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-very-secret-1234567890');
      expect(asked.stderr).toContain('check OPENAI_COMPATIBLE_API_KEY');
      expect(asked.stderr + asked.stdout + JSON.stringify(place.payloads('failure'))).not.toContain('very-secret');
    },
  ),
);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}
