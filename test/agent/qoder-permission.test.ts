import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endOf, hook, resultsOf, WELL } from './rows/qoder-scenes.ts';
import type { Answer, RecordingHook } from './support/hook-files.ts';
import { happened, outputsOf, runsOf } from './support/proof.ts';
import { bash, call, calls, FREELY, has, says, specific, story } from './support/story.ts';
import type { Workplace } from './support/workplace.ts';

const permits = (decision: object): Answer => ({ out: specific('PermissionRequest', { decision }) });

const textOf = (place: Workplace, path: string): string => readFileSync(join(place.project, path), 'utf8');

describe('PreToolUse decides about permission', () => {
  const decides = (permissionDecision: string, more: object = {}): RecordingHook =>
    hook('PreToolUse', { answers: { out: specific('PreToolUse', { permissionDecision, ...more }) } });

  test(
    'allow: the user is not asked',
    story([decides('allow'), hook('PermissionRequest', { name: 'asked' })], async (place) => {
      await place.ask({ script: [calls(bash('touch made')), says('Made.')] });
      expect(has(place, 'made')).toBe(true);
      expect(place.payloads('asked')).toEqual([]);
    }),
  );

  test(
    'ask: in a run where no user can answer it is a deny, even where all is allowed',
    story([decides('ask', { permissionDecisionReason: 'it costs money' })], async (place) => {
      const asked = await place.ask({ script: [calls(bash('touch made')), says('No.')], args: FREELY });
      expect(has(place, 'made')).toBe(false);
      const reason = 'Bash needs permission (it costs money), and no user is there to give it.';
      expect(resultsOf(place)).toEqual([{ id: 'call-1', name: 'Bash', output: reason, isError: true }]);
      expect(happened(asked, 'permission')).toEqual([{ type: 'permission', tool: 'Bash', allowed: false, reason }]);
    }),
  );

  test(
    'ask: a hook of PermissionRequest may answer in the place of the user',
    story(
      [decides('ask'), hook('PermissionRequest', { name: 'asked', answers: permits({ behavior: 'allow' }) })],
      async (place) => {
        await place.ask({ script: [calls(bash('touch made')), says('Made.')], args: FREELY });
        expect(has(place, 'made')).toBe(true);
      },
    ),
  );

  test(
    'allow does not loosen plan mode',
    story([decides('allow')], async (place) => {
      await place.ask({ script: [calls(bash('touch made')), says('No.')], args: ['--permission-mode', 'plan'] });
      expect(has(place, 'made')).toBe(false);
      expect(outputsOf(place)[0]).toMatch(/^Bash is not allowed: plan mode only reads/);
    }),
  );

  test(
    'permissionDecision outranks decision, and its reason the other one',
    story(
      [
        hook('PreToolUse', {
          answers: {
            out: {
              decision: 'allow',
              reason: 'fine',
              ...specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'not fine' }),
            },
          },
        }),
      ],
      async (place) => {
        await place.ask({ script: [calls(bash('touch made')), says('No.')], args: FREELY });
        expect(has(place, 'made')).toBe(false);
        expect(outputsOf(place)).toEqual(['not fine']);
      },
    ),
  );

  test(
    'updatedInput is what runs, what later hooks see and what is asked about',
    story(
      [
        decides('ask', { updatedInput: { command: 'echo safe | tee made' }, additionalContext: 'It was made safe.' }),
        hook('PermissionRequest', { name: 'asked', answers: permits({ behavior: 'allow' }) }),
        hook('PostToolUse', { name: 'after' }),
      ],
      async (place) => {
        await place.ask({ script: [calls(bash('echo wild > made')), says('Made.')] });
        expect(textOf(place, 'made')).toBe('safe\n');
        const tool_input = { command: 'echo safe | tee made' };
        expect(place.payloads('asked')).toMatchObject([{ tool_input }]);
        expect(place.payloads('after')).toMatchObject([{ tool_input, tool_response: { output: 'safe\n' } }]);
        expect(outputsOf(place)[0]).toMatch(/^safe\n\n<system-reminder>\nFrom hook ".*":\nIt was made safe\.\n/);
      },
    ),
  );

  test(
    'an updatedInput that the tool cannot take is an error for the model',
    story([decides('allow', { updatedInput: { comand: 'ls' } })], async (place) => {
      await place.ask({ script: [calls(bash('touch made')), says('No.')] });
      expect(has(place, 'made')).toBe(false);
      expect(resultsOf(place)).toMatchObject([{ isError: true, output: expect.stringContaining('command') }]);
    }),
  );
});

describe('PermissionRequest', () => {
  const SUGGESTED = {
    type: 'addRules',
    rules: [{ toolName: 'Bash', ruleContent: 'echo x >> made' }],
    behavior: 'allow',
    destination: 'session',
  };

  test(
    'updatedPermissions: the next equal call is not asked about, another one is',
    story(
      [
        hook('PermissionRequest', {
          answers: [
            permits({ behavior: 'allow', updatedPermissions: [SUGGESTED] }),
            permits({ behavior: 'deny', message: 'That one not.' }),
          ],
        }),
      ],
      async (place) => {
        const twice = bash('echo x >> made');
        await place.ask({ script: [calls(twice), calls(twice), calls(bash('echo y >> made')), says('Twice.')] });
        expect(place.payloads('hook').map(({ permission_suggestions: given }) => given)).toEqual([
          [SUGGESTED],
          [{ ...SUGGESTED, rules: [{ toolName: 'Bash', ruleContent: 'echo y >> made' }] }],
        ]);
        expect(textOf(place, 'made')).toBe('x\nx\n');
        expect(outputsOf(place)).toEqual(['(no output)', '(no output)', 'That one not.']);
      },
    ),
  );

  test(
    'updatedPermissions with setMode: the mode changes, and hooks of other systems hear of it',
    story(
      [
        hook('PermissionRequest', {
          answers: permits({
            behavior: 'allow',
            updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
          }),
        }),
        { name: 'facet', dialect: 'polytoken', event: 'facet_switch' },
      ],
      async (place) => {
        const write = (file_path: string): object => call('Write', { file_path, content: 'x' });
        const asked = await place.ask({ script: [calls(write('one')), calls(write('two')), says('Written.')] });
        expect([has(place, 'one'), has(place, 'two')]).toEqual([true, true]);
        expect(place.payloads('hook')).toHaveLength(1);
        expect(happened(asked, 'mode')).toEqual([{ type: 'mode', from: 'default', to: 'acceptEdits' }]);
        expect(place.payloads('facet')).toMatchObject([{ from_facet: 'default', to_facet: 'acceptEdits' }]);
      },
    ),
  );

  test(
    'deny: the model reads the message, and the turn goes on',
    story(
      [hook('PermissionRequest', { answers: permits({ behavior: 'deny', message: 'Use the tool Write.' }) })],
      async (place) => {
        const asked = await place.ask({ script: [calls(bash('touch made')), says('I see.')] });
        expect(endOf(asked)).toEqual(WELL);
        expect(has(place, 'made')).toBe(false);
        expect(resultsOf(place)).toEqual([
          { id: 'call-1', name: 'Bash', output: 'Use the tool Write.', isError: true },
        ]);
      },
    ),
  );

  test(
    'deny with interrupt: the turn ends at once, later calls are not run, and deny wins over the allow of another hook',
    story(
      [
        hook('PermissionRequest', {
          answers: permits({ behavior: 'deny', message: 'Stop here.', interrupt: true }),
        }),
        hook('PermissionRequest', { name: 'other', answers: permits({ behavior: 'allow' }) }),
      ],
      async (place) => {
        place.file('notes', 'unread');
        const asked = await place.ask({
          script: [calls(bash('touch made'), call('Read', { file_path: 'notes' })), says('Never.')],
        });
        expect(endOf(asked)).toEqual({ status: 0, how: 'ended_by_hook', reason: 'Stop here.' });
        expect(outputsOf(place)).toEqual([
          'Stop here.',
          'Not run: a hook stopped the turn at an earlier call of this reply: Stop here.',
        ]);
        expect(has(place, 'made')).toBe(false);
        expect(place.payloads('other')).toHaveLength(1);
      },
    ),
  );

  test(
    'exit 2 has no power: the question stays open',
    story([hook('PermissionRequest', { answers: { code: 2, err: 'no' } })], async (place) => {
      const asked = await place.ask({ script: [calls(bash('touch made')), says('No.')] });
      expect(runsOf(asked, 'PermissionRequest').map(({ fault }) => fault?.code)).toEqual(['no_power']);
      expect(outputsOf(place)).toEqual(['Bash needs permission, and no user is there to give it.']);
    }),
  );

  test(
    'after a PermissionDenied with retry it is asked once more',
    story(
      [
        hook('PermissionRequest', {
          answers: [permits({ behavior: 'deny', message: 'Wait.' }), permits({ behavior: 'allow' })],
        }),
        hook('PermissionDenied', { name: 'denied', answers: { out: specific('PermissionDenied', { retry: true }) } }),
      ],
      async (place) => {
        await place.ask({ script: [calls(bash('touch made')), says('Made.')] });
        expect(has(place, 'made')).toBe(true);
        expect(place.payloads('hook')).toHaveLength(2);
        expect(place.payloads('denied')).toMatchObject([{ reason: 'Wait.', tool_use_id: 'call-1' }]);
      },
    ),
  );

  test(
    'a denial by PreToolUse is no PermissionDenied',
    story(
      [hook('PreToolUse', { answers: { code: 2, err: 'no' } }), hook('PermissionDenied', { name: 'denied' })],
      async (place) => {
        await place.ask({ script: [calls(bash('touch made')), says('No.')] });
        expect(place.payloads('denied')).toEqual([]);
      },
    ),
  );
});
