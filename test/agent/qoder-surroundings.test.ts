import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  delegates,
  fromHook,
  items,
  NAMED,
  resultsOf,
  waitsFor,
  withRepository,
  withServer,
} from './rows/qoder-scenes.ts';
import type { Answer, RecordingHook } from './support/hook-files.ts';
import { happened, messagesOf, outputsOf, textsOf } from './support/proof.ts';
import { bash, call, calls, FREELY, has, says, specific, story } from './support/story.ts';
import type { Workplace } from './support/workplace.ts';

const hook = (event: string, more: Partial<RecordingHook> = {}): RecordingHook => ({
  name: 'hook',
  dialect: 'qoder',
  event,
  ...more,
});

describe('InstructionsLoaded', () => {
  test(
    'tells of files, of what they include, of nested ones when a file beside them is read, and again after a compaction',
    story([hook('InstructionsLoaded'), hook('PreCompact', { name: 'compact' })], async (place) => {
      place.file('AGENTS.md', 'Top.\n@more.md\n');
      place.file('more.md', 'More.\n');
      place.file('sub/AGENTS.md', 'Nested.\n');
      place.file('sub/file', 'text\n');
      const read = call('Read', { file_path: 'sub/file' });
      await place.ask({
        script: [calls(read, read), { ...calls(read), inputTokens: 900 }, says('Done.')],
        args: ['--context-length', '1000'],
      });
      const loaded = (path: string, load_reason: string) => [join(place.project, path), 'Project', load_reason];
      expect(
        place.payloads('hook').map((told) => [told['file_path'], told['memory_type'], told['load_reason']]),
      ).toEqual([
        loaded('AGENTS.md', 'session_start'),
        loaded('more.md', 'include'),
        loaded('sub/AGENTS.md', 'nested_traversal'),
        loaded('AGENTS.md', 'compact'),
        loaded('more.md', 'include'),
      ]);
      expect(place.payloads('compact')).toMatchObject([{ trigger: 'auto', custom_instructions: null }]);
      const outputs = outputsOf(place).map((output) => output.includes('Nested.'));
      expect(outputs).toEqual([true, false, false]);
      expect(items(place).map(({ kind }) => kind)).toEqual(['summary', 'reminder', 'reminder', 'assistant']);
    }),
  );
});

describe('ConfigChange in the middle of a turn', () => {
  const GUARD = { type: 'command', command: "echo 'No touching.' >&2; exit 2", if: 'Bash(touch *)' };
  const settings = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [GUARD] }] } });
  const changes = (place: Workplace, command: string): Promise<unknown> =>
    place.ask({
      script: [calls(bash(command)), ...waitsFor(place, 'hook'), calls(bash('touch made')), says('Done.')],
      args: FREELY,
    });

  test(
    'is taken over when hooks let it: new hooks of the user are in force for the next call',
    story([hook('ConfigChange')], async (place) => {
      place.file('new.json', settings);
      mkdirSync(join(place.home, '.qoder'));
      await changes(place, 'cp new.json ~/.qoder/settings.json');
      const file_path = join(place.home, '.qoder/settings.json');
      expect(place.payloads('hook')).toMatchObject([{ source: 'user_settings', file_path }]);
      expect(has(place, 'made')).toBe(false);
      expect(outputsOf(place).at(-1)).toBe('No touching.');
    }),
  );

  test(
    'is refused by exit 2: the old hooks stay in force',
    story(
      [hook('ConfigChange', { answers: { code: 2 } }), hook('PreToolUse', { name: 'guard', entry: GUARD })],
      async (place) => {
        await changes(place, 'echo {} > .qoder/settings.json');
        expect(place.payloads('hook')).toMatchObject([{ source: 'project_settings' }]);
        expect(has(place, 'made')).toBe(false);
        expect(outputsOf(place).at(-1)).toBe('No touching.');
      },
    ),
  );

  test(
    'tells local settings from those of the project',
    story([hook('ConfigChange', { matcher: 'local_settings', answers: { code: 2 } })], async (place) => {
      await changes(place, 'echo {} > .qoder/settings.local.json');
      const file_path = join(place.project, '.qoder/settings.local.json');
      expect(place.payloads('hook')).toMatchObject([{ source: 'local_settings', file_path }]);
    }),
  );

  test(
    'tells of types of sub-agents, which can be used from then on',
    story([hook('ConfigChange', { matcher: 'agents' })], async (place) => {
      place.file('scout.md', '---\nname: scout\ndescription: Looks around.\n---\nLook around.\n');
      await place.ask({
        script: [
          calls(bash('mkdir -p .agents/agents; cp scout.md .agents/agents/')),
          ...waitsFor(place, 'hook'),
          calls(delegates({ subagent_type: 'scout' })),
          { for: 'subagent:scout', text: 'Looked.' },
          says('Done.'),
        ],
        args: FREELY,
      });
      const file_path = join(place.project, '.agents/agents/scout.md');
      expect(place.payloads('hook')).toMatchObject([{ source: 'agents', file_path }]);
      expect(outputsOf(place).at(-1)).toBe('Looked.');
    }),
  );
});

describe('FileChanged', () => {
  /** Gives each change time to be told of before the next is made. */
  const inTurn = (place: Workplace, ...commands: readonly string[]): readonly object[] =>
    commands.flatMap((command, index) => [calls(bash(command)), ...waitsFor(place, 'hook', index + 1)]);

  test(
    'tells of a named file that comes, changes and goes',
    story([hook('FileChanged', { matcher: '.env|.envrc' })], async (place) => {
      const changed = inTurn(place, 'echo 1 > .envrc', 'echo 22 > .envrc; echo 1 > other', 'rm .envrc');
      await place.ask({ script: [...changed, says('Done.')], args: FREELY });
      const file_path = join(place.project, '.envrc');
      expect(place.payloads('hook').map((told) => [told['file_path'], told['event']])).toEqual([
        [file_path, 'add'],
        [file_path, 'change'],
        [file_path, 'unlink'],
      ]);
    }),
  );

  test(
    'tells of the watchPaths of CwdChanged, until another answer takes their place',
    story(
      [
        hook('CwdChanged', { name: 'moved', entry: { command: watching('CwdChanged', '$QODER_PROJECT_DIR/config') } }),
        hook('FileChanged', {
          entry: NAMED,
          answers: [{}, { out: specific('FileChanged', { watchPaths: [], additionalContext: 'No more.' }) }, {}],
        }),
        hook('FileChanged', { name: 'other', matcher: 'other' }),
      ],
      async (place) => {
        place.file('sub/file', '');
        const changed = inTurn(
          place,
          'mkdir ../config; echo 1 > ../config/a.toml',
          'echo 22 > ../config/a.toml',
          'echo 1 > ../config/more.toml; echo 1 > other',
        );
        await place.ask({ script: [calls(bash('cd sub')), ...changed, says('Done.')], args: FREELY });
        expect(place.payloads('hook').map((told) => [told['file_path'], told['event']])).toEqual([
          [join(place.project, 'config/a.toml'), 'add'],
          [join(place.project, 'config/a.toml'), 'change'],
          [join(place.project, 'sub/other'), 'add'],
        ]);
        expect(place.payloads('other')).toHaveLength(1);
        expect(textsOf(place, 'reminder')).toEqual([fromHook('No more.')]);
      },
    ),
  );
});

const watching = (event: string, path: string): string =>
  `printf '{"hookSpecificOutput":{"hookEventName":"${event}","watchPaths":["%s"]}}' "${path}"`;

describe('worktrees', () => {
  const script = [
    calls(delegates({ isolation: 'worktree' })),
    { for: 'subagent', calls: [bash('pwd; touch made')] },
    { for: 'subagent', text: '{{last_result}}' },
    says('Done.'),
  ];
  const HOOK_MADE = 'mkdir -p "$QODER_PROJECT_DIR/../tree"; echo Making it; realpath "$QODER_PROJECT_DIR/../tree"';

  test(
    'are made by a hook that prints the path, and left to it',
    story(
      [hook('WorktreeCreate', { entry: { command: HOOK_MADE } }), hook('WorktreeRemove', { name: 'removed' })],
      async (place) => {
        await place.ask({ script, args: FREELY });
        const path = join(dirname(place.project), 'tree');
        expect(outputsOf(place)).toEqual([`${path}\n`]);
        expect(existsSync(join(path, 'made'))).toBe(true);
        expect(place.payloads('removed')).toMatchObject([{ worktree_path: path }]);
      },
    ),
  );

  test.each<readonly [string, Answer]>([
    ['prints no absolute path', { out: 'somewhere' }],
    ['denies', { out: { decision: 'deny', reason: 'no room' } }],
    ['fails', { code: 1, err: 'no room' }],
  ])('are not made when the hook %s', (_, answers) =>
    story([hook('WorktreeCreate', { answers })], async (place) => {
      withRepository(place);
      const asked = await place.ask({ script, args: FREELY });
      expect(resultsOf(place)).toMatchObject([
        { isError: true, output: expect.stringMatching(/^The worktree was not made: ./) },
      ]);
      expect(happened(asked, 'subagent')).toEqual([]);
    })(),
  );

  test(
    'are made by git when no hook is there for it, and stay when they hold work',
    story([hook('WorktreeRemove')], async (place) => {
      withRepository(place);
      const asked = await place.ask({ script, args: FREELY });
      const path = String(place.payloads('hook')[0]?.['worktree_path']);
      expect(path.startsWith(join(place.home, '.local/state/hookline/worktrees/'))).toBe(true);
      expect(outputsOf(place)).toEqual([`${realpathSync(path)}\n`]);
      expect(has(place, 'made')).toBe(false);
      expect(existsSync(join(path, 'README'))).toBe(true);
      expect(messagesOf(asked)).toContain(`info: ${path} holds changes and stays: commit or discard them`);
    }),
  );
});

describe('elicitation', () => {
  const asks = async (place: Workplace, tool: string): Promise<unknown> => {
    withServer(place);
    const asked = await place.ask({ script: [calls(call(`mcp__tools__${tool}`)), says('Done.')], args: FREELY });
    return happened(asked, 'elicitation').map(({ action, content }) => ({ action, content }));
  };
  const answerOf = (place: Workplace): unknown => JSON.parse(outputsOf(place)[0] ?? '');

  test(
    'is cancelled where neither a hook nor a person answers',
    story([hook('Elicitation')], async (place) => {
      expect(await asks(place, 'ask')).toEqual([{ action: 'cancel', content: null }]);
      expect(answerOf(place)).toEqual({ action: 'cancel' });
    }),
  );

  test(
    'is declined by exit 2, and ElicitationResult hears so',
    story(
      [hook('Elicitation', { answers: { code: 2, err: 'no' } }), hook('ElicitationResult', { name: 'result' })],
      async (place) => {
        expect(await asks(place, 'ask')).toEqual([{ action: 'decline', content: null }]);
        expect(answerOf(place)).toEqual({ action: 'decline' });
        expect(place.payloads('result')).toMatchObject([{ mcp_server_name: 'tools', action: 'decline' }]);
      },
    ),
  );

  test(
    'that a hook has accepted is declined by exit 2 of ElicitationResult',
    story(
      [
        hook('Elicitation', {
          answers: { out: specific('Elicitation', { action: 'accept', content: { name: 'Ada' } }) },
        }),
        hook('ElicitationResult', { name: 'result', answers: { code: 2, err: 'no' } }),
      ],
      async (place) => {
        expect(await asks(place, 'ask')).toEqual([{ action: 'decline', content: null }]);
        expect(answerOf(place)).toEqual({ action: 'decline' });
        expect(place.payloads('result')).toMatchObject([{ action: 'accept', content: { name: 'Ada' }, mode: 'form' }]);
      },
    ),
  );

  test(
    'of a page has its address and id',
    story([hook('Elicitation', { answers: { out: specific('Elicitation', { action: 'accept' }) } })], async (place) => {
      expect(await asks(place, 'gate')).toEqual([{ action: 'accept', content: null }]);
      expect(place.payloads('hook')).toMatchObject([
        { mode: 'url', url: 'https://example.test/gate', elicitation_id: 'gate-1', requested_schema: null },
      ]);
      expect(outputsOf(place)[0]).toContain('try again when the person is done');
    }),
  );
});
