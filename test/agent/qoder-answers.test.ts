import { describe, expect, test } from 'vitest';
import { delegates, endOf, fromHook, hook, items, NAMED, resultsOf, WELL } from './rows/qoder-scenes.ts';
import { happened, messagesOf, outputsOf, runsOf, textsOf } from './support/proof.ts';
import { bash, calls, FREELY, has, says, specific, story } from './support/story.ts';

describe('continue: false ends the turn', () => {
  const ENDS = { out: { continue: false, stopReason: 'Enough.', systemMessage: 'Look at this.' } };
  const ENDED = { status: 0, how: 'ended_by_hook', reason: 'Enough.' };
  const PERMITS = { out: specific('PermissionRequest', { decision: { behavior: 'allow' } }) };
  const TWO = calls(bash('touch one'), bash('touch two; exit 3'));

  test(
    'before it begins on UserPromptSubmit',
    story([hook('UserPromptSubmit', { answers: ENDS })], async (place) => {
      const asked = await place.ask({ script: [says('Never.')] });
      expect(endOf(asked)).toEqual({ status: 2, how: 'rejected', reason: 'Enough.' });
      expect(items(place)).toEqual([]);
    }),
  );

  const UNRUN = 'Not run: a hook stopped the turn at an earlier call of this reply: Enough.';
  const TOLD = '\n<system-reminder>\nA hook stopped the turn: Enough.\n</system-reminder>';

  test.each([
    ['PreToolUse', false, false, ['Enough.', UNRUN]],
    ['PostToolUse', true, false, [`(no output)${TOLD}`, UNRUN]],
    ['PostToolUseFailure', true, true, ['(no output)', `exit code 3${TOLD}`]],
  ])('at once on %s: the calls after it are not run, and the model reads why', (event, one, two, outputs) =>
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
    'on PermissionRequest, and neither the call nor those after it run',
    story([hook('PermissionRequest', { answers: [ENDS, PERMITS] })], async (place) => {
      const asked = await place.ask({ script: [TWO, says('Never.')] });
      expect(endOf(asked)).toEqual(ENDED);
      expect([has(place, 'one'), has(place, 'two')]).toEqual([false, false]);
      expect(outputsOf(place)).toEqual(['Enough.', UNRUN]);
    }),
  );

  test(
    'on Stop, where it outranks a deny of its own',
    story([hook('Stop', { answers: { out: { ...ENDS.out, decision: 'deny', reason: 'More.' } } })], async (place) => {
      const asked = await place.ask({ script: [says('Done.'), says('Never.')] });
      expect(endOf(asked)).toEqual(ENDED);
      expect(textsOf(place, 'user')).toEqual(['Do it.']);
      expect(textsOf(place, 'reminder')).toEqual([TOLD.trimStart()]);
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
    'systemMessage is for the user alone, sessionTitle is shown and kept, suppressOutput marks the run',
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
    'statusMessage is there to be shown while the hook runs',
    story([hook('UserPromptSubmit', { entry: { ...NAMED, statusMessage: 'Checking tickets' } })], async (place) => {
      const asked = await place.ask({ script: [says('Yes.')], env: { HOOKLINE_VERBOSE: '1' } });
      expect(happened(asked, 'hook_start').map(({ name, status }) => [name, status])).toEqual([
        ['the hook', 'Checking tickets'],
      ]);
    }),
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

describe('payloads hold the documented fields and no other', () => {
  const COMMON = ['session_id', 'transcript_path', 'cwd', 'hook_event_name', 'permission_mode'];
  const TOOL = ['tool_name', 'tool_input'];
  const AGENT = ['agent_id', 'agent_type'];
  const FIELDS: Readonly<Record<string, readonly string[]>> = {
    SessionStart: ['source', 'model'],
    SessionEnd: ['reason'],
    InstructionsLoaded: ['file_path', 'memory_type', 'load_reason'],
    UserPromptSubmit: ['prompt'],
    PreToolUse: [...TOOL, 'tool_use_id'],
    PostToolUse: [...TOOL, 'tool_use_id', 'tool_response'],
    PostToolUseFailure: [...TOOL, 'tool_use_id', 'error', 'error_type', 'is_interrupt'],
    PermissionRequest: [...TOOL, 'permission_suggestions'],
    PermissionDenied: [...TOOL, 'tool_use_id', 'reason'],
    Stop: ['stop_hook_active', 'last_assistant_message'],
    SubagentStart: AGENT,
    SubagentStop: [...AGENT, 'stop_hook_active', 'last_assistant_message', 'agent_transcript_path'],
  };
  const EVENTS = Object.keys(FIELDS);

  test(
    'from the start of a session to its end',
    story(
      EVENTS.map((event) => hook(event, { name: event })),
      async (place) => {
        const read = (file_path: string): object => ({ name: 'Read', input: { file_path } });
        place.file('AGENTS.md', 'Be brief.\n');
        await place.ask({
          script: [
            calls(read('AGENTS.md'), read('gone'), bash('touch made'), delegates()),
            { for: 'subagent', text: 'Seen.' },
            says('Done.'),
          ],
        });
        const seen = EVENTS.map((event) => [event, Object.keys(place.payloads(event)[0] ?? {}).toSorted()]);
        expect(seen).toEqual(EVENTS.map((event) => [event, [...COMMON, ...(FIELDS[event] ?? [])].toSorted()]));
      },
    ),
  );
});
