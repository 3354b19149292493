import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { delegates, endOf, fromHook, hook, items, NAMED, wasCalled, WELL } from './rows/qoder-scenes.ts';
import { chats } from './support/chat-scene.ts';
import { messagesOf, outputsOf, textsOf } from './support/proof.ts';
import { calls, says, specific, story } from './support/story.ts';

describe('SessionStart says why a conversation begins, SessionEnd why it ends', () => {
  const HOOKS = [hook('SessionStart'), hook('SessionEnd', { name: 'end' })];

  test(
    '/resume ends a session for another one; an unknown id ends nothing',
    story(HOOKS, async (place) => {
      await place.ask({ prompt: 'Remember me.', script: [says('I do.')] });
      const { session_id: first } = place.payloads('hook')[0] ?? {};
      const chat = await chats({
        script: [says('You again.')],
        talk: ({ send }) => send('/resume missing', `/resume ${String(first)}`, 'Who am I?', '/exit'),
      })(place);
      expect(chat.stderr).toContain('no session "missing"');
      expect(chat.status).toBe(0);
      expect(place.payloads('hook').map(({ source }) => source)).toEqual(['startup', 'startup', 'resume']);
      expect(place.payloads('end').map(({ reason }) => reason)).toEqual(['other', 'resume', 'prompt_input_exit']);
      const second = place.payloads('hook')[1]?.['session_id'];
      expect(place.payloads('end').map(({ session_id }) => session_id)).toEqual([first, second, first]);
      expect(readFileSync(String(place.payloads('hook')[2]?.['transcript_path']), 'utf8')).toMatch(
        /Remember me\.[^]*Who am I\?[^]*You again\./,
      );
    }),
  );

  test(
    'startup, /clear, /compact and /exit in a chat, then a resumed session',
    story(
      [
        ...HOOKS,
        hook('SessionStart', { name: 'resumed', matcher: 'resume', answers: { out: 'Welcome back.' }, entry: NAMED }),
      ],
      async (place) => {
        const chat = await chats({
          script: [says('Hello.'), says('Again.'), { for: 'compaction', text: 'They met.' }],
          talk: ({ send }) => send('Hi.', '/clear', 'Hi again.', '/compact', '/exit'),
        })(place);
        expect(chat.status).toBe(0);
        expect(place.payloads('hook').map(({ source }) => source)).toEqual(['startup', 'clear', 'compact']);
        expect(place.payloads('end').map(({ reason }) => reason)).toEqual(['clear', 'prompt_input_exit']);
        expect(place.payloads('resumed')).toEqual([]);
        const { session_id, transcript_path } = place.payloads('hook')[0] ?? {};
        expect(readFileSync(String(transcript_path), 'utf8')).toContain(`"id":"${String(session_id)}"`);

        const asked = await place.ask({
          prompt: 'Go on.',
          script: [says('On.')],
          args: ['--resume', String(session_id)],
        });
        expect(endOf(asked)).toEqual(WELL);
        expect(place.payloads('resumed')).toMatchObject([{ source: 'resume', session_id, transcript_path }]);
        expect(items(place)).toEqual([
          { kind: 'summary', text: 'They met.' },
          { kind: 'reminder', text: fromHook('Welcome back.') },
          { kind: 'user', text: 'Go on.' },
          { kind: 'assistant', text: 'On.', calls: [] },
        ]);
      },
    ),
  );

  test(
    'the end of the input and SIGTERM are other reasons',
    story(HOOKS, async (place) => {
      await chats({ script: [], talk: () => undefined })(place);
      const asked = await place.ask({
        script: [{ text: 'Late.', delayMs: 60_000 }],
        during: async ({ kill }) => {
          while (!wasCalled(place, 'hook', 2) || place.transcript().every(({ type }) => type !== 'item'))
            await new Promise((resolve) => setTimeout(resolve, 10));
          kill('SIGTERM');
        },
      });
      expect(endOf(asked)).toEqual({ status: 143, how: 'interrupted', reason: null });
      expect(place.payloads('end').map(({ reason }) => reason)).toEqual(['other', 'other']);
    }),
  );
});

describe('Stop', () => {
  test(
    'keeps the agent working at most 8 times in a row',
    story([hook('Stop', { answers: { err: 'More.', code: 2 } })], async (place) => {
      const asked = await place.ask({ script: Array.from({ length: 10 }, (_, index) => says(`${index}`)) });
      expect(endOf(asked)).toEqual(WELL);
      expect(textsOf(place, 'user')).toEqual(['Do it.', ...Array<string>(8).fill('More.')]);
      expect(place.payloads('hook').map(({ stop_hook_active: active }) => active)).toEqual([
        false,
        ...Array<boolean>(8).fill(true),
      ]);
      expect(messagesOf(asked)).toEqual([
        expect.stringMatching(/^info: trusted/),
        'warning: stopping although a hook objects: it has kept this turn going 8 times',
      ]);
    }),
  );

  test(
    'of a sub-agent keeps it working as often, and its parent goes on',
    story([hook('SubagentStop', { answers: { err: 'More.', code: 2 } })], async (place) => {
      const steps = Array.from({ length: 10 }, (_, index) => ({ for: 'subagent', text: `${index}` }));
      const asked = await place.ask({ script: [calls(delegates()), ...steps, says('Done.')] });
      expect(endOf(asked)).toEqual(WELL);
      expect(place.payloads('hook')).toHaveLength(9);
      expect(outputsOf(place)).toEqual(['8']);
    }),
  );

  test(
    'with clearContext the conversation starts again from the reason alone',
    story(
      [
        hook('Stop', {
          answers: [{ out: { decision: 'deny', reason: 'Now the second half.', ...clearing('Stop') } }, {}],
        }),
      ],
      async (place) => {
        await place.ask({ script: [says('The first half is done.'), says('The second too.')] });
        expect(place.transcript().filter(({ type }) => type === 'cleared')).toHaveLength(1);
        expect(items(place)).toEqual([
          { kind: 'user', text: 'Now the second half.' },
          { kind: 'assistant', text: 'The second too.', calls: [] },
        ]);
      },
    ),
  );

  test(
    'of a sub-agent clears only the conversation of the sub-agent',
    story([hook('SubagentStop', { answers: { out: clearing('SubagentStop') } })], async (place) => {
      await place.ask({ script: [calls(delegates()), { for: 'subagent', text: 'Seen.' }, says('Done.')] });
      expect(place.transcript().filter(({ type }) => type === 'cleared')).toEqual([]);
      expect(outputsOf(place)).toEqual(['Seen.']);
    }),
  );
});

const clearing = (event: string): object => specific(event, { clearContext: true });

describe('StopFailure', () => {
  const TYPES = [
    'rate_limit',
    'authentication_failed',
    'billing_error',
    'invalid_request',
    'server_error',
    'max_output_tokens',
    'unknown',
  ];

  test(
    'names each kind of error, and a reply that was cut',
    story([hook('StopFailure'), hook('Stop', { name: 'stop' })], async (place) => {
      const errors = TYPES.map((type) => ({ error: { type, message: `This is ${type}.` } }));
      await chats({
        script: [...errors, { text: 'And so', finish: 'length' }],
        talk: ({ send }) => send(...TYPES, 'One more.'),
      })(place);
      expect(place.payloads('hook').map(({ error_type, error }) => [error_type, error])).toEqual([
        ...TYPES.map((type) => [type, `This is ${type}.`]),
        ['max_output_tokens', 'the reply was cut at the limit of output tokens'],
      ]);
      expect(place.payloads('stop')).toEqual([]);
    }),
  );
});
