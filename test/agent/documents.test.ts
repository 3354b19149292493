import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { delegates, hook, withServer } from './rows/qoder-scenes.ts';
import { chats } from './support/chat-scene.ts';
import type { RecordingHook } from './support/hook-files.ts';
import { hookline } from './support/hookline.ts';
import { happened, messagesOf, runsOf, textsOf } from './support/proof.ts';
import { bash, call, calls, FREELY, has, says, specific, story } from './support/story.ts';
import type { Workplace } from './support/workplace.ts';

// What the documents of the hook systems say about small things, seen in the running agent.

const kolega = (event: string, more: Partial<RecordingHook>): RecordingHook => ({
  name: 'hook',
  dialect: 'kolega',
  event,
  ...more,
});

describe('Kolega', () => {
  test(
    'Stop refused without a reason tells the model to continue working',
    story([kolega('Stop', { answers: [{ code: 2 }, {}] })], async (place) => {
      await place.ask({ script: [says('Done.'), says('Done now.')] });
      expect(textsOf(place, 'user')).toEqual(['Do it.', 'Continue working; the stop condition is not yet satisfied.']);
    }),
  );

  test(
    'a refused prompt is a warning to the user, in JSON and in plain text',
    story([kolega('UserPromptSubmit', { answers: { code: 2, err: 'not here' } })], async (place) => {
      const asked = await place.ask({ script: [says('Never.')] });
      expect(messagesOf(asked)).toContain('warning: not here');
      writeFileSync(join(place.home, 'steps.json'), JSON.stringify([says('Never.')]));
      const plain = await hookline(place, ['ask', 'Do it.', '--script', join(place.home, 'steps.json')]);
      expect(plain.status).toBe(2);
      expect(plain.stderr).toMatch(/^warning not here/m);
    }),
  );
});

describe('Agent Hooks', () => {
  const told = (event: string): RecordingHook => ({ name: 'hook', dialect: 'agent-hooks', event });

  test(
    'before_stop says no_tool_calls when the model calls no tool any more',
    story([told('before_stop')], async (place) => {
      await place.ask({ script: [says('Done.')] });
      expect(place.payloads('hook')).toMatchObject([{ stop_reason: 'no_tool_calls' }]);
    }),
  );

  test(
    'session_end counts whole seconds',
    story([told('session_end')], async (place) => {
      await place.ask({ script: [calls(bash('sleep 1.2')), says('Done.')], args: FREELY });
      const seconds = place.payloads('hook')[0]?.['duration_seconds'];
      expect(Number.isInteger(seconds)).toBe(true);
      expect(seconds).toBeGreaterThanOrEqual(1);
    }),
  );
});

describe('Qoder', () => {
  test(
    'systemMessage of an async hook is shown to the user',
    story(
      [hook('UserPromptSubmit', { answers: { out: { systemMessage: 'Seen.' } }, entry: { async: true } })],
      async (place) => {
        const asked = await place.ask({ script: [calls(bash('sleep 0.5')), says('Done.')], args: FREELY });
        expect(messagesOf(asked)).toContain('info: Seen.');
      },
    ),
  );

  test(
    'a hook that exits otherwise: the user learns that it failed, what it printed is in the record alone',
    story([hook('PreToolUse', { answers: { code: 1, err: 'a long trace' } })], async (place) => {
      const asked = await place.ask({ script: [calls(bash('touch made')), says('Done.')], args: FREELY });
      expect(has(place, 'made')).toBe(true);
      expect(messagesOf(asked).filter((text) => text.includes('failed'))).toEqual([
        expect.stringMatching(/^info: hook ".*" failed; what it printed is in the record$/),
      ]);
      expect(JSON.stringify(messagesOf(asked))).not.toContain('a long trace');
      expect(runsOf(asked, 'PreToolUse')[0]).toMatchObject({ stderr: 'a long trace', fault: { code: 'exit' } });
    }),
  );

  test(
    'sees bypassPermissions, execution_failed, and how an MCP server is reached',
    story([hook('PostToolUseFailure'), hook('PreToolUse', { name: 'mcp', matcher: 'mcp__.*' })], async (place) => {
      withServer(place);
      await place.ask({
        script: [calls(bash('exit 3'), call('mcp__tools__echo', { text: 'x' })), says('Done.')],
        args: FREELY,
      });
      expect(place.payloads('hook')).toMatchObject([
        { permission_mode: 'bypassPermissions', error_type: 'execution_failed' },
      ]);
      expect(place.payloads('mcp')[0]?.['mcp_context']).toEqual({
        server_name: 'tools',
        tool_name: 'echo',
        command: process.execPath,
        cwd: place.project,
      });
    }),
  );

  test(
    'hears of an elicitation when it is complete, with what the server was told in the end',
    story(
      [
        hook('Elicitation', { answers: { out: specific('Elicitation', { action: 'accept', content: { age: 3 } }) } }),
        hook('Notification', { name: 'note' }),
      ],
      async (place) => {
        withServer(place);
        const asked = await place.ask({ script: [calls(call('mcp__tools__ask')), says('Done.')], args: FREELY });
        expect(happened(asked, 'elicitation')).toMatchObject([{ action: 'decline', content: null }]);
        expect(place.payloads('note')).toMatchObject([
          { notification_type: 'elicitation_complete', message: 'tools has its answer: decline' },
        ]);
      },
    ),
  );

  test(
    'a plugin finds its data folder',
    story([], async (place) => {
      const command = 'echo kept > "$QODER_PLUGIN_DATA/note"';
      place.file(
        'plugin/hooks/hooks.json',
        JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command }] }] } }),
      );
      await place.ask({ script: [says('Done.')], args: ['--plugin', join(place.project, 'plugin')] });
      expect(readFileSync(join(place.home, '.qoder/plugins/data/plugin/note'), 'utf8')).toBe('kept\n');
    }),
  );
});

describe('updatedPermissions of a Qoder hook', () => {
  const permits = (destination: string): RecordingHook =>
    hook('PermissionRequest', {
      answers: [
        {
          out: specific('PermissionRequest', {
            decision: {
              behavior: 'allow',
              updatedPermissions: [
                {
                  type: 'addRules',
                  behavior: 'allow',
                  rules: [{ toolName: 'Bash', ruleContent: 'touch made' }],
                  destination,
                },
              ],
            },
          }),
        },
        {},
      ],
    });

  test.each([
    ['localSettings', 1, true],
    ['projectSettings', 1, true],
    ['userSettings', 1, true],
    ['session', 2, false],
  ])('with the destination %s: hooks are asked %i times in two sessions', (destination, times, isMade) =>
    story([permits(destination)], async (place) => {
      const script = [calls(bash('touch made')), says('Done.')];
      await place.ask({ script });
      expect(has(place, 'made')).toBe(true);
      const again = await place.ask({ script: [calls(bash('rm made')), calls(bash('touch made')), says('Done.')] });
      expect(again.status).toBe(0);
      expect(place.payloads('hook').filter((told) => JSON.stringify(told).includes('touch made'))).toHaveLength(times);
      expect(existsSync(join(place.home, '.local/state/hookline/permissions'))).toBe(isMade);
    })(),
  );

  test(
    'a hook of a project cannot keep rules for all projects',
    story([permits('userSettings')], async (place) => {
      await place.ask({ script: [calls(bash('touch made')), says('Done.')] });
      expect(existsSync(join(place.home, '.local/state/hookline/permissions/user.json'))).toBe(false);
    }),
  );
});

describe('Kode', () => {
  test(
    'session_end says user_exit at the end of input',
    story([{ name: 'hook', dialect: 'kode', event: 'session_end' }], async (place) => {
      await chats({
        script: [says('Done.')],
        talk: async ({ send, until, shown }) => {
          send('one');
          await until(() => shown().includes('Done.'));
        },
      })(place);
      expect(place.payloads('hook')).toMatchObject([{ reason: 'user_exit', turns: 1 }]);
    }),
  );

  test(
    'an unknown key is a warning on stderr',
    story(
      [{ name: 'hook', dialect: 'kode', event: 'tool_call_pre', answers: { out: { colour: 'red' } } }],
      async (place) => {
        const words = [
          'fire',
          '--event',
          'PreToolUse',
          '--tool',
          'Bash',
          '--input',
          '{"command":"ls"}',
          '--trust-hooks',
        ];
        const fired = await hookline(place, words);
        expect(fired.status).toBe(0);
        expect(fired.stderr).toMatch(/^warning: .*"colour"/m);
        expect(fired.stdout).not.toContain('colour');
      },
    ),
  );
});

describe('Polytoken', () => {
  const polytoken = (event: string, more: Partial<RecordingHook> = {}): RecordingHook => ({
    name: 'hook',
    dialect: 'polytoken',
    event,
    ...more,
  });

  test(
    'a compaction that is suppressed is held back quietly',
    story([polytoken('pre_compaction', { answers: { out: { outcome: 'suppress' } } })], async (place) => {
      const asked = await chats({
        script: [says('Done.')],
        talk: async ({ send, until, shown }) => {
          send('one');
          await until(() => shown().includes('Done.'));
          send('/compact');
        },
      })(place);
      expect(place.payloads('hook')).toHaveLength(1);
      expect(asked.stdout + asked.stderr).not.toMatch(/PreCompact|suppress/);
    }),
  );

  test(
    'a chat without a terminal is not interactive: no user can be asked there',
    story([], async (place) => {
      const script = 'echo "$POLYTOKEN_NON_INTERACTIVE" > interactive; cat > /dev/null';
      const entry = { name: 'hook', event: 'pre_user_prompt', handler: { bash: script } };
      place.file('.polytoken/hooks.json', JSON.stringify([entry]));
      await chats({
        script: [says('Done.')],
        talk: async ({ send, until, shown }) => {
          send('one');
          await until(() => shown().includes('Done.'));
        },
      })(place);
      expect(readFileSync(join(place.project, 'interactive'), 'utf8')).toBe('true\n');
    }),
  );

  test(
    'subagent_stop carries its own fields alone',
    story([polytoken('subagent_stop')], async (place) => {
      await place.ask({
        script: [calls(delegates()), { for: 'subagent', text: 'Seen.' }, calls(bash('sleep 0.5')), says('Done.')],
        args: FREELY,
      });
      expect(Object.keys(place.payloads('hook')[0] ?? {})).toEqual(['event', 'matcher_subject', 'subagent_type']);
    }),
  );
});

test(
  'an agent hook that runs out of turns is told about its own limit',
  story([], async (place: Workplace) => {
    mkdirSync(join(place.project, '.qoder'));
    const entry = { type: 'agent', prompt: 'Check.', maxTurns: 1 };
    place.file('.qoder/settings.json', JSON.stringify({ hooks: { Stop: [{ hooks: [entry] }] } }));
    const asked = await place.ask({
      script: [says('Done.'), { for: 'agent-hook', calls: [bash('true')] }],
      args: FREELY,
    });
    const fault = runsOf(asked, 'Stop')[0]?.fault?.message ?? '';
    expect(fault).toContain('maxTurns of the hook allows more');
    expect(fault).not.toContain('--max-turns');
  }),
);
