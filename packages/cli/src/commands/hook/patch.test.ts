import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePlace, type Place } from '../../testing/place.ts';

const PATCH = [
  '*** Begin Patch',
  '*** Add File: docs/new.md',
  '+a new line',
  '*** Update File: src/a.ts',
  '@@',
  '-two',
  '+three',
  '*** Delete File: old.txt',
  '*** End Patch',
  '',
].join('\n');

/** Hooks of one system: each writes down what it is told, and refuses what holds the word. */
const hooked = (matchers: Readonly<Record<string, string>>, event = 'PreToolUse'): Place =>
  makePlace({
    'home/.qoder/settings.json': {
      hooks: {
        [event]: Object.entries(matchers).map(([matcher, word]) => ({
          matcher,
          hooks: [
            {
              type: 'command',
              command: `tee -a ${matcher.replace(/\W/g, '-')}.jsonl | grep -q '${word}' && { echo "no ${word}" >&2; exit 2; }; exit 0`,
            },
          ],
        })),
      },
    },
  });

let calls = 0;

async function told(
  place: Place,
  patch: string,
  event = 'PreToolUse',
  words: readonly string[] = [],
): Promise<string | null> {
  const payload = {
    session_id: 's-1',
    cwd: place.project,
    hook_event_name: event,
    tool_name: 'apply_patch',
    tool_input: { command: patch },
    tool_use_id: `call_${(calls += 1)}`,
    ...(event === 'PostToolUse' ? { tool_response: 'Done' } : {}),
  };
  const { stdout } = await place.run(['hook', 'codex', event, ...words], { input: JSON.stringify(payload) });
  if (stdout === '') return null;
  const answer = JSON.parse(stdout) as {
    readonly reason?: string;
    readonly hookSpecificOutput?: { readonly permissionDecisionReason?: string };
  };
  return answer.hookSpecificOutput?.permissionDecisionReason ?? answer.reason ?? stdout;
}

/** What a hook was told, in the order of its runs. */
const seen = (place: Place, name: string): readonly unknown[] => {
  const file = join(place.project, `${name}.jsonl`);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const { tool_name, tool_input } = JSON.parse(line) as { readonly tool_name: string; readonly tool_input: unknown };
    return [tool_name, tool_input];
  });
};

const NONE = 'a word that is nowhere';

describe('a patch of several files', () => {
  it('is heard by hooks of other systems file by file', async () => {
    const place = hooked({ Write: NONE, Edit: NONE, 'Edit|Write': NONE, apply_patch: NONE });
    expect(await told(place, PATCH)).toBe(null);
    const written = ['Write', { file_path: join(place.project, 'docs/new.md'), content: 'a new line\n' }];
    const edited = [
      ['Edit', { file_path: join(place.project, 'src/a.ts'), old_string: 'two\n', new_string: 'three\n' }],
      ['Edit', { file_path: join(place.project, 'old.txt'), old_string: '', new_string: '' }],
    ];
    expect(seen(place, 'Write')).toEqual([written]);
    expect(seen(place, 'Edit')).toEqual(edited);
    expect(seen(place, 'Edit-Write')).toEqual([written, ...edited]);
    expect(seen(place, 'apply_patch')).toEqual([[expect.any(String), { command: PATCH }]]);
    const { stdout } = await place.run(['log', '--json']);
    const notes = stdout
      .split('\n')
      .filter(Boolean)
      .flatMap((line) => (JSON.parse(line) as { readonly notes?: readonly string[] }).notes ?? []);
    expect(notes.toSorted()).toEqual([
      '1 of 3 of one apply_patch',
      '2 of 3 of one apply_patch',
      '3 of 3 of one apply_patch',
      'the whole apply_patch',
    ]);
  });

  it.each([
    ['Write', 'docs/new.md'],
    ['Write', 'a new line'],
    ['Edit', 'src/a.ts'],
    ['Edit', 'three'],
    ['Edit', 'old.txt'],
    ['apply_patch', 'Delete File'],
  ])('is refused by a guard for %s that refuses "%s"', async (matcher, word) => {
    expect(await told(hooked({ [matcher]: word }), PATCH)).toBe(`no ${word}`);
  });

  it('is refused where it cannot be read and a hook listens, unless the entry fails open', async () => {
    for (const matcher of ['Write', 'Edit', '.*']) {
      const place = hooked({ [matcher]: NONE });
      expect(await told(place, '*** Begin Patch\n'), matcher).toMatch(/^hookline cannot read which files/);
      expect(await told(place, '*** Begin Patch\n', 'PreToolUse', ['--fail', 'open']), matcher).toBe(null);
    }
    expect(await told(hooked({ Bash: NONE }), '*** Begin Patch\n')).toBe(null);
  });

  it.each([
    ['qoder', 'Edit(secret/**)', true],
    ['qoder', 'Write(secret/**)', true],
    ['claude', 'Edit(secret/**)', true],
    ['claude', 'Bash(rm *)', false],
  ])('that cannot be read is refused where a hook of %s is about some files only: %s', async (id, rule, isRefused) => {
    const hook = { type: 'command', command: 'exit 0', if: rule };
    const file = `home/.${id}/settings.json`;
    const place = makePlace({ [file]: { hooks: { PreToolUse: [{ matcher: 'Write|Edit|Bash', hooks: [hook] }] } } });
    const answer = await told(place, '*** Begin Patch\n');
    if (isRefused) expect(answer).toMatch(/^hookline cannot read which files .* because a hook was/);
    else expect(answer).toBe(null);
  });

  it('is refused by an entry that fails closed, also where one that fails open has told of it before', async () => {
    const place = hooked({ Edit: NONE });
    const tell = async (...words: readonly string[]) => {
      calls = 100; // the same call
      return told(place, '*** Begin Patch\n', 'PreToolUse', words);
    };
    expect(await tell('--entry', '1'.repeat(32), '--fail', 'open')).toBe(null);
    expect(await tell('--entry', '2'.repeat(32))).toMatch(/^hookline cannot read which files/);
    expect(await tell('--entry', '3'.repeat(32), '--fail', 'open')).toMatch(/^hookline cannot read which files/);
    expect(seen(place, 'Edit')).toHaveLength(2);
  });

  it('is told file by file afterwards as well', async () => {
    const place = hooked({ 'Edit|Write': 'old.txt' }, 'PostToolUse');
    expect(await told(place, PATCH, 'PostToolUse')).toContain('no old.txt');
    expect(seen(place, 'Edit-Write')).toHaveLength(3);
  });
});
