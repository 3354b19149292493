import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startOpenAiServer } from '../support/openai-server.ts';
import { delegates, hook, resultsOf, withRepository } from './rows/qoder-scenes.ts';
import { chats, chatsInTerminal } from './support/chat-scene.ts';
import type { RecordingHook } from './support/hook-files.ts';
import { happened, outputsOf, textsOf } from './support/proof.ts';
import { bash, call, calls, FREELY, has, says, story, until } from './support/story.ts';
import type { Workplace } from './support/workplace.ts';

const sub = (step: object): object => ({ for: 'subagent', ...step });

describe('a sub-agent that cannot start leaves nothing behind', () => {
  const git = ({ project, env }: Workplace, ...words: readonly string[]): string =>
    execFileSync('git', words, { cwd: project, env, encoding: 'utf8' });

  test(
    'no worktree and no branch when the model of its type cannot be had',
    story([hook('WorktreeRemove')], async (place) => {
      withRepository(place);
      const fields = ['description: helps', 'model: anthropic/x', 'isolation: worktree'];
      place.file('.agents/agents/helper.md', ['---', ...fields, '---', 'You help.', ''].join('\n'));
      const input = { description: 'help', prompt: 'Help.', subagent_type: 'helper' };
      const server = await startOpenAiServer([{ calls: [{ name: 'Agent', input }] }, { text: 'Then I do it.' }]);
      try {
        const asked = await place.ask({ args: ['--model', 'openai-compatible/own', '--base-url', server.url] });
        expect(asked.status).toBe(0);
        expect(resultsOf(place)).toMatchObject([
          {
            output: "The sub-agent's model cannot be used: no key for anthropic: set ANTHROPIC_API_KEY",
            isError: true,
          },
        ]);
      } finally {
        await server.close();
      }
      expect(git(place, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
      expect(git(place, 'branch', '--list', 'hookline/*')).toBe('');
      expect(place.payloads('hook')).toHaveLength(1);
    }),
  );
});

const MINUTE = { command: 'cat > /dev/null; touch started; exec sleep 60' };

/** A hook that takes longer than its test, in the place of a recording one. */
const slow = (event: string, more: Partial<RecordingHook> = {}): RecordingHook =>
  hook(event, { entry: MINUTE, ...more });

/** What a session may take to end when it is told to: many times its grace, and nothing to what the hook takes. */
const PATIENCE = { timeout: 30_000 };

describe('whoever ends a session does not wait for a slow hook', () => {
  interface Scene {
    readonly event: string;
    readonly script: readonly object[];
    readonly args?: readonly string[];
    readonly prepare?: (place: Workplace) => void;
  }
  const scenes: readonly Scene[] = [
    { event: 'SessionStart', script: [] },
    { event: 'InstructionsLoaded', script: [], prepare: (place) => place.file('AGENTS.md', 'Use tabs.\n') },
    { event: 'UserPromptSubmit', script: [] },
    { event: 'PreToolUse', script: [calls(bash('true'))] },
    { event: 'PostToolUse', script: [calls(bash('true'))] },
    { event: 'PostToolUseFailure', script: [calls(bash('exit 1'))] },
    { event: 'PermissionRequest', script: [calls(bash('true'))], args: [] },
    { event: 'PermissionDenied', script: [calls(bash('true'))], args: [] },
    { event: 'CwdChanged', script: [calls(bash('mkdir sub; cd sub'))] },
    { event: 'SubagentStart', script: [calls(delegates())] },
    { event: 'SubagentStop', script: [calls(delegates()), sub(says('I looked.'))] },
    { event: 'WorktreeCreate', script: [calls(delegates({ isolation: 'worktree' }))] },
    {
      event: 'WorktreeRemove',
      script: [calls(delegates({ isolation: 'worktree' })), sub(says('I looked.'))],
      prepare: withRepository,
    },
    { event: 'PreCompact', script: [{ calls: [bash('true')], inputTokens: 900 }] },
    { event: 'PostCompact', script: [{ calls: [bash('true')], inputTokens: 900 }] },
    { event: 'ConfigChange', script: [calls(bash('mkdir .kode; echo "hooks: {}" > .kode/config.yaml')), calls()] },
    { event: 'Stop', script: [says('Done.')] },
    { event: 'StopFailure', script: [{ error: { type: 'server_error', message: 'it broke' } }] },
    { event: 'SessionEnd', script: [says('Done.')] },
  ];
  test.each(scenes)('SIGTERM while $event runs', PATIENCE, ({ event, script, args = FREELY, prepare }) =>
    story([slow(event)], async (place) => {
      prepare?.(place);
      const asked = await place.ask({
        script: script.length === 0 ? [says('Done.')] : script,
        args: ['--context-length', '1000', ...args],
        during: async ({ kill }) => {
          await until(() => has(place, 'started') || has(place, 'sub/started'));
          kill('SIGTERM');
        },
      });
      expect(asked.status).toBe(143);
    })(),
  );
});

describe('Ctrl-C', () => {
  test.each(['PostToolUse', 'SessionEnd'])('an ask does not wait for a slow hook of %s', PATIENCE, (event) =>
    story([slow(event)], async (place) => {
      const asked = await place.ask({
        script: [calls(bash('true')), says('Done.')],
        args: FREELY,
        during: async ({ kill }) => {
          await until(() => has(place, 'started'));
          kill('SIGINT');
        },
      });
      expect(asked.status).toBe(130);
    })(),
  );

  test(
    'a chat in a terminal goes on soon after it, and the result of the call is kept',
    PATIENCE,
    story([slow('PostToolUse')], async (place) => {
      const script = [calls(bash('echo out')), says('Finished.')];
      await chatsInTerminal({
        script,
        args: FREELY,
        talk: async ({ send, until: waitUntil, shown }) => {
          await waitUntil(() => shown().includes('> '));
          send('Do it.');
          await waitUntil(() => has(place, 'started'));
          send('\u0003');
          await waitUntil(() => place.transcript().some(({ type }) => type === 'turn_end'));
          send('And now?');
          await waitUntil(() => shown().includes('Finished.'));
          send('/exit');
        },
      })(place);
      expect(outputsOf(place)).toEqual([expect.stringContaining('out')]);
      expect(textsOf(place, 'user')).toEqual(['Do it.', 'And now?']);
      expect(textsOf(place, 'assistant')).toEqual(['', 'Finished.']);
    }),
  );
});

describe('hooks that wake the agent', () => {
  const MANY = Array.from({ length: 60 }, () => says('Nothing new.'));
  const WOKEN = 'hooks have woken the agent 8 times; what they say now waits for your next prompt';

  test(
    'do so at most 8 times after a prompt, and again after the next one',
    story(
      [
        hook('Stop', {
          entry: { asyncRewake: true, command: 'cat > /dev/null; sleep 0.05; echo look again >&2; exit 2' },
        }),
      ],
      async (place) => {
        const timesTold = (text: string): number => text.split(WOKEN).length - 1;
        await chats({
          script: MANY,
          talk: async ({ send, until: waitUntil, shown }) => {
            for (const round of [1, 2]) {
              send('Do it.');
              await waitUntil(() => timesTold(shown()) === round);
              await pause(500);
              expect(textsOf(place, 'assistant')).toHaveLength(9 * round);
            }
          },
        })(place);
        expect(textsOf(place, 'user')).toEqual(['Do it.', 'Do it.']);
      },
    ),
  );
});

describe('work that was broken off has ended too', () => {
  const STOPS: readonly RecordingHook[] = [
    hook('SubagentStop', { name: 'qoder' }),
    { name: 'agent-hooks', dialect: 'agent-hooks', event: 'subagent_stop' },
    { name: 'polytoken', dialect: 'polytoken', event: 'subagent_stop' },
  ];
  const turn = sub({ text: 'Still at it.', calls: [bash('true')] });
  const ways: readonly (readonly [string, readonly object[]])[] = [
    ['fails', [sub({ error: { type: 'rate_limit', message: 'slow down' } })]],
    ['has used up its turns', [turn, turn, turn]],
    ['comes to its end', [turn, sub(says('I looked.'))]],
  ];

  test.each(ways)('SubagentStop of a sub-agent that %s fires once', (_, steps) =>
    story(STOPS, async (place) => {
      place.file('.agents/agents/hasty.md', '---\ndescription: hurries\nmax_turns: 2\n---\nYou hurry.\n');
      const script = [calls(delegates({ subagent_type: 'hasty' })), says('Done.'), ...steps];
      const asked = await place.ask({ script, args: FREELY });
      expect(asked.status).toBe(0);
      expect(STOPS.map(({ name }) => place.payloads(name).length)).toEqual([1, 1, 1]);
    })(),
  );

  test(
    'SubagentStop of a sub-agent that is interrupted fires once',
    PATIENCE,
    story(STOPS, async (place) => {
      const asked = await place.ask({
        script: [calls(delegates()), sub(calls(bash('touch started; sleep 60')))],
        args: FREELY,
        during: async ({ kill }) => {
          await until(() => has(place, 'started'));
          kill('SIGTERM');
        },
      });
      expect(asked.status).toBe(143);
      expect(STOPS.map(({ name }) => place.payloads(name).length)).toEqual([1, 1, 1]);
    }),
  );

  const TURN: readonly RecordingHook[] = [
    { name: 'before', dialect: 'agent-hooks', event: 'before_agent' },
    { name: 'after', dialect: 'agent-hooks', event: 'after_agent' },
  ];
  const ends: readonly (readonly [string, readonly object[], readonly RecordingHook[]])[] = [
    ['done', [says('Done.')], []],
    ['failed', [{ error: { type: 'rate_limit', message: 'slow down' } }], []],
    ['max_turns', [calls(bash('true')), calls(bash('true')), calls(bash('true'))], []],
    [
      'ended_by_hook',
      [calls(bash('true')), says('Done.')],
      [{ name: 'ends', dialect: 'kolega', event: 'PostToolUse', answers: { code: 2, err: 'Enough.' } }],
    ],
  ];
  test.each(ends)('after_agent of a turn that is %s fires once', (how, script, more) =>
    story([...TURN, ...more], async (place) => {
      const asked = await place.ask({ script, args: [...FREELY, '--max-turns', '2'] });
      expect(happened(asked, 'turn_end')).toMatchObject([{ how }]);
      expect(TURN.map(({ name }) => place.payloads(name).length)).toEqual([1, 1]);
    })(),
  );

  test(
    'after_agent of a turn that is interrupted fires once, before the session ends',
    PATIENCE,
    story([...TURN, { name: 'end', dialect: 'agent-hooks', event: 'session_end' }], async (place) => {
      const asked = await place.ask({
        script: [{ text: 'I begin.', calls: [bash('touch started; sleep 60')] }],
        args: FREELY,
        during: async ({ kill }) => {
          await until(() => has(place, 'started'));
          kill('SIGTERM');
        },
      });
      expect(asked.status).toBe(143);
      expect(['before', 'after', 'end'].map((name) => place.payloads(name).length)).toEqual([1, 1, 1]);
    }),
  );

  test(
    'a rejected prompt was no turn',
    story([...TURN, hook('UserPromptSubmit', { answers: { code: 2, err: 'No.' } })], async (place) => {
      const asked = await place.ask({ script: [says('Done.')] });
      expect(asked.status).toBe(2);
      expect(place.payloads('after')).toEqual([]);
    }),
  );
});

test(
  'a working folder that is gone is left, and the work goes on in the project',
  story([], async (place) => {
    place.file('sub/deep/file', 'x\n');
    const script = [
      calls(bash('cd sub/deep')),
      calls(bash('rmdir "$PWD" 2>/dev/null; rm -r "$PWD"'), bash('pwd'), call('Read', { file_path: 'notes.txt' })),
      calls(bash('echo still here > made')),
      says('Done.'),
    ];
    place.file('notes.txt', 'of the project\n');
    const asked = await place.ask({ script, args: FREELY });
    expect(asked.status).toBe(0);
    expect(outputsOf(place)[1]).toContain(`is gone; it is now ${place.project}.`);
    expect(outputsOf(place)[2]).toBe(`${place.project}\n`);
    expect(outputsOf(place)[3]).toContain('of the project');
    expect(readFileSync(join(place.project, 'made'), 'utf8')).toBe('still here\n');
  }),
);
