import { describe, expect, test } from 'vitest';
import { delegates, endOf, fromHook, hook, items, NAMED, waitsFor, WELL, withServer } from './rows/qoder-scenes.ts';
import { chats, chatsInTerminal } from './support/chat-scene.ts';
import type { RecordingHook } from './support/hook-files.ts';
import { outputsOf, runsOf, textsOf } from './support/proof.ts';
import { bash, call, calls, FREELY, has, says, specific, story } from './support/story.ts';

/** A hook that is not a program; it holds back a file that is to be touched. */
const guard = (entry: object): RecordingHook => hook('PreToolUse', { entry: { if: 'Bash(touch made)', ...entry } });

const TOUCH = [calls(bash('touch made')), says('Done.')];

describe('background hooks', () => {
  test(
    'give their context to the next model turn, and block nothing',
    story(
      [
        hook('PreToolUse', {
          matcher: 'Bash',
          answers: { code: 2, err: 'no' },
          entry: { async: true, name: 'objecting' },
        }),
        hook('PostToolUse', {
          name: 'after',
          matcher: 'Glob',
          entry: { ...NAMED, async: true },
          answers: { out: specific('PostToolUse', { additionalContext: 'The index is old.' }) },
        }),
      ],
      async (place) => {
        const asked = await place.ask({
          script: [
            calls(bash('touch made'), call('Glob', { pattern: '*' })),
            ...waitsFor(place, 'after'),
            says('Done.'),
          ],
          args: FREELY,
        });
        expect(has(place, 'made')).toBe(true);
        expect(outputsOf(place)[1]).toBe('made');
        expect(textsOf(place, 'reminder')).toEqual([fromHook('The index is old.')]);
        expect(runsOf(asked, 'PostToolUse').map(({ status }) => status)).toEqual(['background']);
      },
    ),
  );

  test(
    'with asyncRewake are waited for where nothing can be woken, and exit 2 is a deny',
    story(
      [
        hook('PreToolUse', { answers: { code: 2, err: 'Not now.' }, entry: { asyncRewake: true } }),
        hook('Stop', { name: 'stop', answers: [{ code: 2, err: 'More.' }, {}], entry: { asyncRewake: true } }),
      ],
      async (place) => {
        const asked = await place.ask({ script: [...TOUCH, says('More is done.')], args: FREELY });
        expect(endOf(asked)).toEqual(WELL);
        expect(has(place, 'made')).toBe(false);
        expect(outputsOf(place)).toEqual(['Not now.']);
        expect(textsOf(place, 'user')).toEqual(['Do it.', 'More.']);
      },
    ),
  );

  test(
    'with asyncRewake wake the model of a chat that waits for its person',
    story(
      [
        hook('Stop', {
          answers: [{ code: 2, err: 'The build broke.' }, {}],
          entry: { asyncRewake: true, rewakeMessage: 'News:', rewakeSummary: 'the build\n is done' },
        }),
      ],
      async (place) => {
        const chat = await chats({
          script: [says('Pushed.'), says('I fix it.')],
          talk: async ({ send, until, shown }) => {
            send('Push.');
            await until(() => shown().includes('I fix it.'));
          },
        })(place);
        expect(items(place)).toEqual([
          { kind: 'user', text: 'Push.' },
          { kind: 'assistant', text: 'Pushed.', calls: [] },
          { kind: 'reminder', text: '<system-reminder>\nNews: The build broke.\n</system-reminder>' },
          { kind: 'assistant', text: 'I fix it.', calls: [] },
        ]);
        expect(chat.stderr).toContain('the build is done');
      },
    ),
  );
});

describe('prompt hooks ask the model', () => {
  const PROMPT = { type: 'prompt', prompt: 'May this be run? $ARGUMENTS' };
  const answers = (text: string): object => ({ for: 'prompt-hook', text });

  test(
    'ok: false denies with its reason',
    story([guard(PROMPT)], async (place) => {
      await place.ask({ script: [answers('{"ok": false, "reason": "It makes a mess."}'), ...TOUCH], args: FREELY });
      expect(has(place, 'made')).toBe(false);
      expect(outputsOf(place)).toEqual(['It makes a mess.']);
    }),
  );

  test.each([
    ['ok: true lets it be', [answers('{"ok": true}')], undefined],
    ['an answer that is none is a fault', [answers('Certainly!')], 'bad_output'],
    ['a model that fails is a fault', [], 'unavailable'],
  ])('%s, and the call runs', (_, steps, fault) =>
    story([guard(PROMPT)], async (place) => {
      const asked = await place.ask({ script: [...steps, ...TOUCH], args: FREELY });
      expect(has(place, 'made')).toBe(true);
      expect(runsOf(asked, 'PreToolUse').map((run) => run.fault?.code)).toEqual([fault]);
    })(),
  );

  test(
    'on Stop keep the agent working',
    story([hook('Stop', { entry: { type: 'prompt', prompt: 'Is it done?' } })], async (place) => {
      await place.ask({
        script: [says('A.'), answers('{"ok": false, "reason": "Do B."}'), says('B.'), answers('{"ok": true}')],
      });
      expect(textsOf(place, 'user')).toEqual(['Do it.', 'Do B.']);
    }),
  );
});

describe('agent hooks let an agent find out', () => {
  const AGENT = { type: 'agent', prompt: 'Is all in order? $ARGUMENTS' };
  const acts = (...all: readonly object[]): object => ({ for: 'agent-hook', calls: all });
  const answers = (ok: boolean, reason?: string): object =>
    acts(call('StructuredOutput', { ok, ...(reason === undefined ? {} : { reason }) }));
  const WATCHING = ['PreToolUse', 'PostToolUse', 'SubagentStart', 'SubagentStop', 'Stop'].map((event) =>
    hook(event, { name: `saw-${event}` }),
  );

  test(
    'its tools run and fire no hooks, its StructuredOutput denies',
    story([guard(AGENT), ...WATCHING], async (place) => {
      await place.ask({
        script: [acts(bash('touch looked')), answers(false, 'It is not.'), ...TOUCH],
        args: ['--permission-mode', 'default'],
      });
      expect([has(place, 'looked'), has(place, 'made')]).toEqual([true, false]);
      expect(outputsOf(place)).toEqual(['It is not.']);
      expect(WATCHING.map(({ name }) => place.payloads(name).length)).toEqual([1, 0, 0, 0, 1]);
    }),
  );

  test(
    'has only the tools that it is given, and never the one that starts agents',
    story([guard({ ...AGENT, tools: ['Read', 'Agent'] })], async (place) => {
      const asked = await place.ask({
        script: [acts(bash('touch looked'), delegates()), answers(true), ...TOUCH],
        args: FREELY,
      });
      expect([has(place, 'looked'), has(place, 'made')]).toEqual([false, true]);
      expect(runsOf(asked, 'PreToolUse').map(({ status }) => status)).toEqual(['passed']);
    }),
  );

  test.each([
    ['has used up its maxTurns', { maxTurns: 2 }, [acts(bash('true')), acts(bash('true')), answers(false)]],
    [
      'never answers',
      {},
      [
        { for: 'agent-hook', text: 'Hm.' },
        { for: 'agent-hook', text: 'Well.' },
      ],
    ],
    ['takes too long', { timeout: 0.3 }, [{ for: 'agent-hook', text: 'Hm.', delayMs: 60_000 }]],
  ])('one that %s is a fault, and the call runs', (_, more, steps) =>
    story([guard({ ...AGENT, ...more })], async (place) => {
      const asked = await place.ask({ script: [...steps, ...TOUCH], args: FREELY });
      expect(has(place, 'made')).toBe(true);
      const [run] = runsOf(asked, 'PreToolUse');
      expect(run?.fault).not.toBeNull();
      expect(run?.status).toBe('timeout' in more ? 'timed_out' : 'failed');
    })(),
  );
});

describe('Notification', () => {
  const hooks = [
    hook('Notification', { entry: NAMED, answers: { out: specific('Notification', { additionalContext: 'Told.' }) } }),
  ];

  test(
    'tells of a question about permission, and the context comes with the next model turn',
    story(hooks, async (place) => {
      await chatsInTerminal({
        script: TOUCH,
        talk: async ({ send, until, shown }) => {
          await until(() => shown().includes('> '));
          send('Do it.');
          await until(() => shown().includes('Allow?'));
          send('y');
          await until(() => shown().includes('Done.'));
          send('/exit');
        },
      })(place);
      expect(place.payloads('hook')).toMatchObject([
        { notification_type: 'permission_prompt', message: 'Permission requested for Bash', details: {} },
      ]);
      expect(has(place, 'made')).toBe(true);
      expect(textsOf(place, 'reminder')).toEqual([fromHook('Told.')]);
    }),
  );

  test(
    'tells of a question that a server asks, and of its answer',
    story(hooks, async (place) => {
      withServer(place);
      await chatsInTerminal({
        script: [calls(call('mcp__tools__open')), says('Done.')],
        args: FREELY,
        talk: async ({ send, until, shown }) => {
          await until(() => shown().includes('> '));
          send('Do it.');
          await until(() => shown().includes('press Enter'));
          send('/decline');
          await until(() => shown().includes('Done.'));
          send('/exit');
        },
      })(place);
      expect(place.payloads('hook').map((told) => [told['notification_type'], told['message']])).toEqual([
        ['elicitation_dialog', 'tools asks: Please sign in.'],
        ['elicitation_response', 'tools was answered: decline'],
        ['elicitation_complete', 'tools has its answer: decline'],
      ]);
    }),
  );
});
