import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { delegates, fromHook, hook, items, NAMED, waitsFor } from './rows/qoder-scenes.ts';
import { chats } from './support/chat-scene.ts';
import { outputsOf, textsOf } from './support/proof.ts';
import { bash, call, calls, FREELY, has, says, specific, story } from './support/story.ts';
import type { Workplace } from './support/workplace.ts';

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

test(
  'InstructionsLoaded tells whose the instructions are',
  story([hook('InstructionsLoaded')], async (place) => {
    place.file('AGENTS.local.md', 'Local.\n');
    const own = place.file('../home/.config/agents/AGENTS.md', 'Mine.\n');
    await place.ask({ script: [says('Yes.')] });
    expect(place.payloads('hook').map((told) => [told['file_path'], told['memory_type']])).toEqual([
      [own, 'User'],
      [join(place.project, 'AGENTS.local.md'), 'Local'],
    ]);
  }),
);

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
  const changesOf = (place: Workplace): unknown =>
    place.payloads('hook').map((told) => [told['file_path'], told['event']]);

  /** How often hooks have answered. */
  const toldTimes = (place: Workplace): number =>
    place.transcript().filter(({ type, event }) => type === 'hook' && event === 'FileChanged').length;

  /** A chat in which another process changes files while the agent waits, each after the one before was reported. */
  const chat = (script: readonly object[], changes: readonly ((place: Workplace) => void)[]) =>
    chats({
      script: [...script, says('Ready.'), says('Done.')],
      args: FREELY,
      talk: async ({ send, until, shown }, place) => {
        send('Begin.');
        await until(() => shown().includes('Ready.'));
        for (const [index, change] of changes.entries()) {
          change(place);
          await until(() => toldTimes(place) > index);
        }
        send('Go on.');
      },
    });

  test(
    'tells of a named file that comes, changes and goes',
    story([hook('FileChanged', { matcher: '.env|.envrc' })], async (place) => {
      const path = join(place.project, '.envrc');
      await chat(
        [],
        [
          () => place.file('.envrc', '1'),
          () => [place.file('.envrc', '22'), place.file('other', '1')],
          () => rmSync(path),
        ],
      )(place);
      expect(changesOf(place)).toEqual([
        [path, 'add'],
        [path, 'change'],
        [path, 'unlink'],
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
        hook('FileChanged', { name: 'named', matcher: 'named' }),
      ],
      async (place) => {
        place.file('sub/file', '');
        await chat(
          [calls(bash('cd sub'))],
          [
            () => place.file('config/a.toml', '1'),
            () => place.file('config/a.toml', '22'),
            () => [place.file('config/b.toml', '1'), place.file('sub/named', '1')],
          ],
        )(place);
        expect(changesOf(place)).toEqual([
          [join(place.project, 'config/a.toml'), 'add'],
          [join(place.project, 'config/a.toml'), 'change'],
          [join(place.project, 'sub/named'), 'add'],
        ]);
        expect(textsOf(place, 'reminder')).toEqual([fromHook('No more.')]);
      },
    ),
  );
});

const watching = (event: string, path: string): string =>
  `printf '{"hookSpecificOutput":{"hookEventName":"${event}","watchPaths":["%s"]}}' "${path}"`;

describe('CwdChanged', () => {
  test(
    'tells of the way back when the working folder is removed, so that guards can still be started',
    story(
      [
        hook('CwdChanged', { entry: NAMED, answers: { out: specific('CwdChanged', { additionalContext: 'Moved.' }) } }),
        hook('PreToolUse', { name: 'guard', matcher: 'Write', answers: { code: 2, err: 'No.' } }),
      ],
      async (place) => {
        place.file('sub/file', '');
        const write = call('Write', { file_path: join(place.project, 'made'), content: 'x' });
        await place.ask({
          script: [calls(bash('cd sub')), calls(bash('rm -r ../sub')), calls(write), calls(bash('pwd')), says('Done.')],
          args: FREELY,
        });
        const sub = join(place.project, 'sub');
        expect(place.payloads('hook').map((told) => [told['old_cwd'], told['new_cwd']])).toEqual([
          [place.project, sub],
          [sub, place.project],
        ]);
        const gone = `<system-reminder>\nThe working folder ${sub} is gone; it is now ${place.project}.\n</system-reminder>`;
        expect(outputsOf(place).slice(1)).toEqual([
          ['(no output)', gone, fromHook('Moved.')].join('\n'),
          'No.',
          `${place.project}\n`,
        ]);
        expect(has(place, 'made')).toBe(false);
      },
    ),
  );
});
