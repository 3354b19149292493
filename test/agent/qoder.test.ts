import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { delegates, endOf, fromHook, items, NAMED, resultsOf, wasCalled, WELL } from './rows/qoder-scenes.ts';
import { chats } from './support/chat-scene.ts';
import type { RecordingHook } from './support/hook-files.ts';
import { happened, messagesOf, outputsOf, runsOf, textsOf } from './support/proof.ts';
import { bash, calls, FREELY, has, says, specific, story } from './support/story.ts';

const hook = (event: string, more: Partial<RecordingHook> = {}): RecordingHook => ({
  name: 'hook',
  dialect: 'qoder',
  event,
  ...more,
});

describe('SessionStart says why a conversation begins, SessionEnd why it ends', () => {
  const HOOKS = [hook('SessionStart'), hook('SessionEnd', { name: 'end' })];

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

describe('continue: false ends the turn', () => {
  const ENDS = { out: { continue: false, stopReason: 'Enough.', systemMessage: 'Look at this.' } };
  const ENDED = { status: 0, how: 'ended_by_hook', reason: 'Enough.' };
  const TWO = calls(bash('touch one'), bash('touch two; exit 3'));

  test(
    'before it begins on UserPromptSubmit',
    story([hook('UserPromptSubmit', { answers: ENDS })], async (place) => {
      const asked = await place.ask({ script: [says('Never.')] });
      expect(endOf(asked)).toEqual({ status: 2, how: 'rejected', reason: 'Enough.' });
      expect(items(place)).toEqual([]);
    }),
  );

  test.each([
    ['PreToolUse', false, true, ['Enough.', 'exit code 3']],
    ['PostToolUse', true, true, ['(no output)', 'exit code 3']],
    ['PostToolUseFailure', true, true, ['(no output)', 'exit code 3']],
  ])('after the running batch on %s', (event, one, two, outputs) =>
    story([hook(event, { answers: [ENDS, {}] })], async (place) => {
      const asked = await place.ask({ script: [TWO, says('Never.')], args: FREELY });
      expect(endOf(asked)).toEqual(ENDED);
      expect([has(place, 'one'), has(place, 'two')]).toEqual([one, two]);
      expect(outputsOf(place)).toEqual(outputs);
      expect(messagesOf(asked).slice(1)).toEqual(['info: Look at this.', 'warning: Enough.']);
      expect(textsOf(place, 'assistant')).toEqual(['']);
    })(),
  );

  test(
    'on PermissionRequest, and the call does not run',
    story([hook('PermissionRequest', { answers: ENDS })], async (place) => {
      const asked = await place.ask({ script: [calls(bash('touch one')), says('Never.')] });
      expect(endOf(asked)).toEqual(ENDED);
      expect(has(place, 'one')).toBe(false);
      expect(outputsOf(place)).toEqual(['Enough.']);
    }),
  );

  test(
    'on Stop, where it outranks a deny of its own',
    story([hook('Stop', { answers: { out: { ...ENDS.out, decision: 'deny', reason: 'More.' } } })], async (place) => {
      const asked = await place.ask({ script: [says('Done.'), says('Never.')] });
      expect(endOf(asked)).toEqual(ENDED);
      expect(textsOf(place, 'user')).toEqual(['Do it.']);
    }),
  );

  test(
    'of the sub-agent on SubagentStop, and its parent reads so',
    story([hook('SubagentStop', { answers: ENDS })], async (place) => {
      const asked = await place.ask({
        script: [calls(delegates()), { for: 'subagent', text: 'Half done.' }, says('Done.')],
      });
      expect(endOf(asked)).toEqual(WELL);
      expect(outputsOf(place)).toEqual(['Half done.\n[the sub-agent did not finish: Enough.]']);
    }),
  );

  test.each([['SessionStart'], ['SubagentStart']])('but not on %s, which does not know it', (event) =>
    story([hook(event, { answers: ENDS })], async (place) => {
      const asked = await place.ask({
        script: [calls(delegates()), { for: 'subagent', text: 'Seen.' }, says('Done.')],
      });
      expect(endOf(asked)).toEqual(WELL);
      expect(outputsOf(place)).toEqual(['Seen.']);
    })(),
  );
});

describe('answers that every event may give', () => {
  test(
    'systemMessage is for the person alone, sessionTitle is shown and kept, suppressOutput marks the run',
    story(
      [
        hook('UserPromptSubmit', {
          entry: NAMED,
          answers: {
            out: {
              systemMessage: 'Tickets are checked.',
              suppressOutput: true,
              ...specific('UserPromptSubmit', { sessionTitle: 'The fix', additionalContext: 'Ticket 7.' }),
            },
          },
        }),
      ],
      async (place) => {
        const asked = await place.ask({ script: [says('Fixed.')] });
        expect(messagesOf(asked)).toContain('info: Tickets are checked.');
        expect(happened(asked, 'title')).toEqual([{ type: 'title', title: 'The fix' }]);
        expect(place.transcript()).toContainEqual(expect.objectContaining({ type: 'title', title: 'The fix' }));
        expect(runsOf(asked, 'UserPromptSubmit').map(({ quiet }) => quiet)).toEqual([true]);
        expect(items(place)).toEqual([
          { kind: 'user', text: 'Do it.' },
          { kind: 'reminder', text: fromHook('Ticket 7.') },
          { kind: 'assistant', text: 'Fixed.', calls: [] },
        ]);
      },
    ),
  );

  test(
    'contexts of several hooks come in the order of the configuration, each under the name of its hook',
    story(
      [
        hook('UserPromptSubmit', { name: 'slow', entry: { name: 'first', command: "sleep 0.2; echo 'one'" } }),
        hook('UserPromptSubmit', { name: 'fast', entry: { name: 'second', command: "echo 'two'" } }),
      ],
      async (place) => {
        await place.ask({ script: [says('Yes.')] });
        expect(textsOf(place, 'reminder')).toEqual([
          '<system-reminder>\nFrom hook "first":\none\n</system-reminder>',
          '<system-reminder>\nFrom hook "second":\ntwo\n</system-reminder>',
        ]);
      },
    ),
  );

  test(
    'hookSpecificOutput without hookEventName spoils the whole answer',
    story(
      [hook('PreToolUse', { answers: { out: { hookSpecificOutput: { permissionDecision: 'deny' } } } })],
      async (place) => {
        const asked = await place.ask({ script: [calls(bash('touch one')), says('Made.')], args: FREELY });
        expect(has(place, 'one')).toBe(true);
        expect(resultsOf(place)).toHaveLength(1);
        expect(runsOf(asked, 'PreToolUse').map(({ fault }) => fault)).toEqual([
          {
            code: 'bad_output',
            message: 'PreToolUse:Bash hook error: hookSpecificOutput is missing required field "hookEventName"',
          },
        ]);
      },
    ),
  );
});
