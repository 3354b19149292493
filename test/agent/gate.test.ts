import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { delegates, hook, resultsOf, withRepository, withServer } from './rows/qoder-scenes.ts';
import { type ChatOptions, chatsInTerminal } from './support/chat-scene.ts';
import { happened, outputsOf } from './support/proof.ts';
import { bash, call, calls, has, says, specific, story } from './support/story.ts';
import type { Workplace } from './support/workplace.ts';

const ACCEPTS_EDITS = ['--permission-mode', 'acceptEdits'];

const write = (file_path: string, content = 'new\n'): object => call('Write', { file_path, content });

const NO_USER = (tool: string): string => `${tool} needs permission, and no user is there to give it.`;

const textOf = (place: Workplace, path: string): string => readFileSync(join(place.project, path), 'utf8');

describe('acceptEdits: what really lies outside of the project is asked about', () => {
  const outside = ({ home }: Workplace): readonly string[] => readdirSync(home).filter((name) => name !== '.local');

  test(
    'a path that begins with ~ is in the home folder, for Write and for Edit',
    story([], async (place) => {
      writeFileSync(join(place.home, 'rc'), 'old\n');
      const edit = call('Edit', { file_path: '~/rc', old_string: 'old', new_string: 'new' });
      const look = call('Read', { file_path: '~/rc' });
      await place.ask({
        script: [calls(write('~/made'), look, edit), calls(write('~/../home/made')), says('No.')],
        args: ACCEPTS_EDITS,
      });
      expect(outputsOf(place)).toEqual([
        NO_USER('Write'),
        expect.stringContaining('old'),
        NO_USER('Edit'),
        NO_USER('Write'),
      ]);
      expect(outside(place)).toEqual(['rc']);
      expect(readFileSync(join(place.home, 'rc'), 'utf8')).toBe('old\n');
      expect(has(place, '~')).toBe(false);
    }),
  );

  test(
    'a link whose target is not there yet leads to its target, also by way of a second link or a linked folder',
    story([], async (place) => {
      symlinkSync(join(place.home, 'made'), join(place.project, 'link'));
      symlinkSync('link', join(place.project, 'second'));
      symlinkSync('../home', join(place.project, 'folder'));
      symlinkSync(join(place.home, 'none'), join(place.project, 'no-folder'));
      const paths = ['link', 'second', 'folder/made', 'no-folder/made', 'folder/deep/made'];
      await place.ask({ script: [calls(...paths.map((path) => write(path))), says('No.')], args: ACCEPTS_EDITS });
      expect(outputsOf(place)).toEqual(paths.map(() => NO_USER('Write')));
      expect(outside(place)).toEqual([]);
    }),
  );

  test(
    'edits inside are made unasked, also through links that stay inside',
    story([], async (place) => {
      symlinkSync('target', join(place.project, 'link'));
      await place.ask({ script: [calls(write('made'), write('link')), says('Made.')], args: ACCEPTS_EDITS });
      expect(resultsOf(place).map(({ isError }) => isError)).toEqual([false, false]);
      expect(textOf(place, 'target')).toBe('new\n');
    }),
  );
});

describe('acceptEdits: what decides itself about what may run is always asked about', () => {
  const ALWAYS = ['.mcp.json', '.agents/agents/helper.md', '.agents/hooks/new/HOOK.md', '.git/hooks/pre-commit'];
  const HOOK_FILES = [
    '.kolega/hooks.json',
    '.qoder/settings.json',
    '.qoder/settings.local.json',
    '.kode/config.yaml',
    '.polytoken/hooks.json',
  ];

  test.each([...ALWAYS, ...HOOK_FILES])('%s', (path) =>
    story([], async (place) => {
      withRepository(place);
      await place.ask({ script: [calls(write(path), write('beside.txt')), says('No.')], args: ACCEPTS_EDITS });
      expect(resultsOf(place).map(({ isError }) => isError)).toEqual([true, false]);
      expect(outputsOf(place)[0]).toBe(NO_USER('Write'));
      expect(has(place, path)).toBe(false);
    })(),
  );

  test(
    'a script that a trusted hook runs, by its name and by a link to it',
    story([hook('PreToolUse', { entry: { command: 'bash scripts/guard.sh' } })], async (place) => {
      place.file('scripts/guard.sh', 'exit 0\n');
      symlinkSync('scripts/guard.sh', join(place.project, 'harmless'));
      const changed = 'touch pwned\n';
      const edit = call('Edit', { file_path: 'scripts/guard.sh', old_string: 'exit 0', new_string: 'touch pwned' });
      await place.ask({
        script: [
          calls(write('scripts/guard.sh', changed), write('harmless', changed), edit, call('Glob', { pattern: '*' })),
          calls(write('scripts/other.sh', changed)),
          says('No.'),
        ],
        args: ACCEPTS_EDITS,
      });
      expect(resultsOf(place).map(({ isError }) => isError)).toEqual([true, true, true, false, false]);
      expect(textOf(place, 'scripts/guard.sh')).toBe('exit 0\n');
      expect(has(place, 'pwned')).toBe(false);
    }),
  );

  test(
    'the script beside a HOOK.md',
    story([{ name: 'guard', dialect: 'agent-hooks', event: 'before_tool' }], async (place) => {
      const path = '.agents/hooks/guard/scripts/run.sh';
      const before = textOf(place, path);
      await place.ask({ script: [calls(write(path, 'touch pwned\n')), says('No.')], args: ACCEPTS_EDITS });
      expect(outputsOf(place)).toEqual([NO_USER('Write')]);
      expect(textOf(place, path)).toBe(before);
    }),
  );
});

test(
  'a sub-agent in a worktree of its own edits there unasked; the main checkout is outside for it',
  story([hook('WorktreeRemove')], async (place) => {
    withRepository(place);
    const script = [
      calls(delegates({ isolation: 'worktree' })),
      { for: 'subagent', calls: [write('own.txt'), write(join(place.project, 'main.txt'))] },
      { for: 'subagent', text: '{{last_result}}' },
      calls(write('after.txt')),
      says('Done.'),
    ];
    await place.ask({ script, args: ACCEPTS_EDITS });
    const worktree = String(place.payloads('hook')[0]?.['worktree_path']);
    expect(readFileSync(join(worktree, 'own.txt'), 'utf8')).toBe('new\n');
    expect(has(place, 'main.txt')).toBe(false);
    expect(outputsOf(place)[0]).toBe(NO_USER('Write'));
    expect(has(place, 'after.txt')).toBe(true);
  }),
);

describe('what an MCP server says of its tools does not open the gate', () => {
  const echo = calls(call('mcp__tools__echo', { text: 'here' }));

  test.each([
    ['default', NO_USER('mcp__tools__echo')],
    ['plan', 'mcp__tools__echo is not allowed: plan mode only reads; leave it with another permission mode.'],
    ['bypass', 'here'],
  ])('a tool with readOnlyHint in mode %s', (mode, output) =>
    story([], async (place) => {
      withServer(place);
      await place.ask({ script: [echo, says('Done.')], args: ['--permission-mode', mode] });
      expect(outputsOf(place)).toEqual([output]);
    })(),
  );
});

/** A hook that allows the first call that is asked about, and gives these rules with it. */
const rules = (behavior: string, tool: string, ...contents: readonly string[]): object => ({
  behavior: 'allow',
  updatedPermissions: [
    { type: 'addRules', behavior, rules: contents.map((ruleContent) => ({ toolName: tool, ruleContent })) },
  ],
});

const allowsWith = (decision: object): ReturnType<typeof hook> =>
  hook('PermissionRequest', { answers: { out: specific('PermissionRequest', { decision }) } });

describe('rules of a hook hold for commands as the shell reads them', () => {
  const WAYS = [
    'rm -rf victim',
    'X=1 rm -rf victim',
    '"rm" -rf victim',
    '\\rm -rf victim',
    'rm\t-rf victim',
    'if true; then rm -rf victim; fi',
    '! rm -rf victim',
    'true && rm -rf victim',
    'echo $(rm -rf victim)',
    'rm -rf victim; echo "',
  ];

  test(
    'what is denied is found in every part of a line',
    story([allowsWith(rules('deny', 'Bash', 'rm:*'))], async (place) => {
      place.file('victim/file', 'x');
      const script = [calls(bash('true')), ...WAYS.map((way) => calls(bash(way))), calls(bash('echo rm')), says('No.')];
      await place.ask({ script });
      const denial = 'Bash is not allowed: the rule Bash(rm:*) denies it.';
      expect(outputsOf(place)).toEqual(['(no output)', ...WAYS.map(() => denial), 'rm\n']);
      expect(has(place, 'victim/file')).toBe(true);
    }),
  );

  test(
    'what is allowed is a line of one command, and nothing that hides behind it',
    story(
      [
        hook('PermissionRequest', {
          answers: [
            { out: specific('PermissionRequest', { decision: rules('allow', 'Bash', 'echo:*') }) },
            { out: specific('PermissionRequest', { decision: { behavior: 'deny', message: 'asked' } }) },
          ],
        }),
      ],
      async (place) => {
        const lines = [
          'echo one',
          'echo two',
          'echo three > made',
          'echo $(touch made)',
          'echo a; touch made',
          'echos',
        ];
        await place.ask({ script: [...lines.map((line) => calls(bash(line))), says('Done.')] });
        expect(outputsOf(place)).toEqual(['one\n', 'two\n', 'asked', 'asked', 'asked', 'asked']);
        expect(has(place, 'made')).toBe(false);
      },
    ),
  );
});

describe('PermissionDenied with retry', () => {
  test(
    'does not overrule a hook that wants the turn to end',
    story(
      [
        hook('PermissionRequest', {
          name: 'asked',
          answers: {
            out: specific('PermissionRequest', { decision: { behavior: 'deny', message: 'Stop.', interrupt: true } }),
          },
        }),
        hook('PermissionDenied', { answers: { out: specific('PermissionDenied', { retry: true }) } }),
      ],
      async (place) => {
        const asked = await place.ask({ script: [calls(bash('touch made')), says('No.')] });
        expect(place.payloads('asked')).toHaveLength(1);
        expect(place.payloads('hook')).toHaveLength(1);
        expect(happened(asked, 'turn_end')).toEqual([{ type: 'turn_end', how: 'ended_by_hook', reason: 'Stop.' }]);
        expect(has(place, 'made')).toBe(false);
      },
    ),
  );
});

describe('"always" of a user is about this very call, whatever patterns its text would make', () => {
  /** Answers the questions one after another, then leaves. */
  const answering =
    (...answers: readonly string[]): ChatOptions['talk'] =>
    async ({ send, until, shown }) => {
      await until(() => shown().includes('> '));
      send('Do it.');
      for (const [index, answer] of answers.entries()) {
        await until(() => shown().split(' run?\r\n')[index + 1]?.includes('Allow?') ?? false);
        send(answer);
      }
      await until(() => shown().includes('Finished.'));
      send('/exit');
    };

  test.each<readonly [string, object, object]>([
    ['a command', bash('touch:*'), bash('touch made')],
    ['a file', write('**'), write('made')],
  ])('%s', (_, first, other) =>
    story([], async (place) => {
      const script = [calls(first), calls(first), calls(other), says('Finished.')];
      await chatsInTerminal({ script, talk: answering('a', 'n') })(place);
      expect(has(place, 'made')).toBe(false);
      expect(outputsOf(place).at(-1)).toMatch(/^The user does not allow (Bash|Write) here\.$/);
    })(),
  );

  test(
    'PermissionDenied with retry does not ask a user again who has said no',
    story(
      [hook('PermissionDenied', { answers: { out: specific('PermissionDenied', { retry: true }) } })],
      async (place) => {
        const asked = await chatsInTerminal({
          script: [calls(bash('touch made')), says('Finished.')],
          talk: answering('n'),
        })(place);
        expect(asked.stdout.split('May Bash run?')).toHaveLength(2);
        expect(has(place, 'made')).toBe(false);
      },
    ),
  );
});

test(
  'what is suggested to hooks about a call allows no more than that call',
  story(
    [
      hook('PermissionRequest', {
        answers: { out: specific('PermissionRequest', { decision: { behavior: 'allow' } }) },
      }),
    ],
    async (place) => {
      const script = [calls(bash('touch:*'), write('**'), write('[ab]'), bash('true'), write('made')), says('Done.')];
      await place.ask({ script });
      const suggested = place.payloads('hook').map((told) => told['permission_suggestions']);
      const rule = (toolName: string, ruleContent: string): readonly object[] => [
        { type: 'addRules', rules: [{ toolName, ruleContent }], behavior: 'allow', destination: 'session' },
      ];
      expect(suggested).toEqual([[], [], [], rule('Bash', 'true'), rule('Write', 'made')]);
    },
  ),
);
