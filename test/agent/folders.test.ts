import { chmodSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { delegates, hook, withRepository } from './rows/qoder-scenes.ts';
import { messagesOf, outputsOf } from './support/proof.ts';
import { bash, call, calls, FREELY, has, says, story } from './support/story.ts';
import type { Workplace } from './support/workplace.ts';

/** Writes a program of the project that can be run. */
function program(place: Workplace, path: string, ...lines: readonly string[]): void {
  chmodSync(place.file(path, ['#!/bin/bash', ...lines, ''].join('\n')), 0o755);
}

const NOTES_FOLDERS = 'echo "$KODE_WORK_DIR $PWD" >> "$(dirname "$0")/../../../folders"';

const foldersIn = ({ project }: Workplace): readonly string[] =>
  readFileSync(join(dirname(project), 'folders'), 'utf8')
    .trimEnd()
    .split('\n');

/** Steps in which a sub-agent makes calls in a worktree of its own. */
const inWorktree = (...all: readonly object[]): readonly object[] => [
  calls(delegates({ isolation: 'worktree' })),
  { for: 'subagent', calls: all },
  { for: 'subagent', text: '{{last_result}}' },
  says('Done.'),
];

describe("Kode's work_dir", () => {
  const prepare = (place: Workplace): void => {
    place.file('sub/file', '');
    place.file('.kode/config.yaml', 'hooks:\n  tool_call_pre:\n    - exec: .kode/hooks/notes.sh\n');
    program(place, '.kode/hooks/notes.sh', NOTES_FOLDERS);
  };

  test(
    'is the folder in which the session was opened, wherever commands go',
    story([], async (place) => {
      prepare(place);
      await place.ask({
        script: [calls(bash('cd sub')), calls(bash('pwd')), calls(bash('cd ..; pwd')), says('Done.')],
        args: FREELY,
      });
      const { project } = place;
      expect(outputsOf(place).slice(1)).toEqual([`${project}/sub\n`, `${project}\n`]);
      expect(foldersIn(place)).toEqual(Array.from({ length: 3 }, () => `${project} ${project}`));
    }),
  );

  test(
    'is the worktree of a sub-agent, where the program of the project runs',
    story([], async (place) => {
      prepare(place);
      withRepository(place);
      await place.ask({ script: inWorktree(bash('pwd')), args: FREELY });
      const [worktree = ''] = outputsOf(place).map((text) => text.trimEnd());
      expect(worktree).toContain('/worktrees/');
      expect(foldersIn(place).at(-1)).toBe(`${worktree} ${worktree}`);
    }),
  );
});

describe('a Qoder hook with a relative program', () => {
  const guards = (command: string) => (place: Workplace) => {
    place.file('sub/build/file', '');
    program(place, '.qoder/hooks/guard.sh', 'if grep -q "rm -rf"; then echo "not in $PWD" >&2; exit 2; fi');
    place.file('.qoder/settings.json', JSON.stringify({ hooks: { PreToolUse: [{ hooks: [entryOf(command)] }] } }));
  };
  const entryOf = (command: string) => ({
    type: 'command',
    ...(command === 'no shell' ? { command: '.qoder/hooks/guard.sh', args: [] } : { command }),
  });

  test.each([
    ['.qoder/hooks/guard.sh'],
    ['bash .qoder/hooks/guard.sh'],
    ["'./.qoder/hooks/guard.sh' some 'more words'"],
    ['.qoder/hooks/guard.sh >&2'],
    ['no shell'],
  ])('guards after cd too, and runs in the folder of the event: %s', (command) =>
    story([], async (place) => {
      guards(command)(place);
      await place.ask({
        script: [calls(bash('cd sub')), calls(bash('rm -rf build')), says('Done.')],
        args: FREELY,
      });
      expect(has(place, 'sub/build/file')).toBe(true);
      expect(outputsOf(place)).toEqual(['(no output)', `not in ${place.project}/sub`]);
    })(),
  );

  test(
    'is the one of the project in a worktree, whatever stands there',
    story([], async (place) => {
      guards('.qoder/hooks/guard.sh')(place);
      withRepository(place);
      const asked = await place.ask({
        script: [
          ...inWorktree(bash('printf "#!/bin/sh\\n" > .qoder/hooks/guard.sh')).slice(0, 2),
          { for: 'subagent', calls: [bash('rm -rf sub/build')] },
          ...inWorktree().slice(2),
        ],
        args: FREELY,
      });
      expect(outputsOf(place)).toEqual([expect.stringMatching(/^not in .*\/worktrees\//)]);
      expect(messagesOf(asked).filter((text) => text.startsWith('warning'))).toEqual([]);
    }),
  );
});

describe('paths of a tool input', () => {
  const WRITTEN = './sub/../notes.md';

  test.each([
    ['kolega', 'PreToolUse', 'tool_input'],
    ['agent-hooks', 'before_tool', 'tool_input'],
    ['qoder', 'PreToolUse', 'tool_input'],
    ['kode', 'tool_call_pre', 'input'],
  ] as const)('reach %s as the model wrote them', (dialect, event, field) =>
    story([{ name: 'hook', dialect, event }], async (place) => {
      place.file('notes.md', 'words');
      await place.ask({ script: [calls(call('Read', { file_path: WRITTEN })), says('Done.')], args: FREELY });
      expect(Object.values(place.payloads('hook')[0]?.[field] as object)).toContain(WRITTEN);
    })(),
  );

  test.each([['locked.md'], ['$PWD/locked.md']])('are those of the worktree for Polytoken: %s', (path) =>
    story([], async (place) => {
      const locks = 'jq -e \'.input.path == "locked.md"\' >/dev/null && { echo locked; exit 2; }; exit 0';
      const entry = { name: 'lock', event: 'pre_tool_use', matcher: 'file_write', handler: { bash: locks } };
      place.file('.polytoken/hooks.json', JSON.stringify([entry]));
      withRepository(place);
      await place.ask({ script: writesIn(path), args: FREELY });
      expect(outputsOf(place)).toEqual(['locked']);
    })(),
  );

  test.each([['src/a.ts'], ['$PWD/src/a.ts']])('are those of the worktree for an if rule of Qoder: %s', (path) =>
    story(
      [hook('PreToolUse', { answers: { code: 2, err: 'locked' }, entry: { if: 'Write(src/**)' } })],
      async (place) => {
        withRepository(place);
        await place.ask({ script: writesIn(path), args: FREELY });
        expect(outputsOf(place)).toEqual(['locked']);
      },
    )(),
  );

  const writesIn = (path: string): readonly object[] => [
    ...inWorktree(bash('printf %s "$PWD"')).slice(0, 2),
    {
      for: 'subagent',
      calls: [call('Write', { file_path: path.replace('$PWD', '{{last_result}}'), content: 'changed' })],
    },
    ...inWorktree().slice(2),
  ];
});

test(
  'copies of hook files in a worktree are not edited unasked, other files there are',
  story([hook('PreToolUse')], async (place) => {
    withRepository(place);
    await place.ask({
      script: [
        calls(delegates({ isolation: 'worktree' })),
        { for: 'subagent', calls: [call('Write', { file_path: 'notes.md', content: 'x' })] },
        { for: 'subagent', calls: [call('Write', { file_path: '.qoder/settings.json', content: '{}' })] },
        { for: 'subagent', text: '{{last_result}}' },
        says('Done.'),
      ],
      args: ['--permission-mode', 'acceptEdits'],
    });
    expect(outputsOf(place)).toEqual(['Write needs permission, and no user is there to give it.']);
    expect(place.payloads('hook').map((told) => told['tool_name'])).toEqual(['Agent', 'Write', 'Write']);
  }),
);
