import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expand, findCommand, type PromptCommand } from './prompt-command.ts';
import { type PromptCommands, readCommands } from './read-commands.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookline-commands-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const OWN = 'project/.agents/commands';
const USERS = 'home/.config/agents/commands';

function put(name: string, text: string): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const read = (isTrusted = true): Promise<PromptCommands> =>
  readCommands({ project: join(root, 'project'), home: join(root, 'home'), env: {}, isTrusted });

describe('commands', () => {
  it('are the Markdown files of user and project; the project wins', async () => {
    const review = put(`${OWN}/review.md`, '---\ndescription: Reads a change\n---\nReview $ARGUMENTS.\n');
    const plain = put(`${USERS}/tidy_up.md`, 'Tidy up.\nAll of it.\n');
    put(`${USERS}/review.md`, 'Mine.');
    put(`${OWN}/notes.txt`, 'no command');
    expect(await read()).toEqual({
      commands: [
        { name: 'review', about: 'Reads a change', text: 'Review $ARGUMENTS.', source: 'project', file: review },
        { name: 'tidy_up', about: 'Tidy up.', text: 'Tidy up.\nAll of it.', source: 'user', file: plain },
      ],
      problems: [],
    });
  });

  it('of a project that is not trusted replace none of the user', async () => {
    put(`${OWN}/review.md`, 'Theirs.');
    put(`${OWN}/build.md`, 'Build.');
    put(`${USERS}/review.md`, 'Mine.');
    const { commands, problems } = await read(false);
    expect(commands.map(({ name, text }) => [name, text])).toEqual([
      ['build', 'Build.'],
      ['review', 'Mine.'],
    ]);
    expect(problems).toEqual([expect.stringMatching(/review\.md:1 the project is not trusted.*pass --trust-hooks$/)]);
  });

  it.each([
    ['a b.md', 'text', '"a b" is no name of a command'],
    ['empty.md', '---\ndescription: d\n---\n', 'the command has no text'],
    ['open.md', '---\ndescription: d\n', 'the front matter is not closed'],
    ['bad.md', '---\na: [\n---\ntext', ':2 '],
  ])('a bad file, %s, is a problem and does not affect the others', async (name, text, problem) => {
    put(`${OWN}/${name}`, text);
    put(`${OWN}/good.md`, 'Good.');
    const { commands, problems } = await read();
    expect(commands.map(({ name: each }) => each)).toEqual(['good']);
    expect(problems).toEqual([expect.stringContaining(problem)]);
    expect(problems[0]).toContain(`.agents/commands/${name}`);
  });

  it('are not read through a symlink that leads out of the project', async () => {
    const outside = put('outside.md', 'Secret.');
    mkdirSync(join(root, OWN), { recursive: true });
    symlinkSync(outside, join(root, OWN, 'link.md'));
    const { commands, problems } = await read();
    expect(commands).toEqual([]);
    expect(problems).toEqual([expect.stringContaining('leads out of the project')]);
  });
});

const command = (text: string): PromptCommand => ({ name: 'review', about: '', text, source: 'user', file: '' });

describe('a typed line', () => {
  it.each([
    ['/review', 'Look at $ARGUMENTS!', 'Look at !'],
    ['/review  src lib ', 'Look at $ARGUMENTS, $ARGUMENTS.', 'Look at src lib, src lib.'],
    ['/review $& $1', 'Look at $ARGUMENTS.', 'Look at $& $1.'],
    ['/review src\nlib', 'Look.', 'Look.\n\nsrc\nlib'],
    ['/review', 'Look.', 'Look.'],
  ])('%j with the text %j becomes %j', (line, text, prompt) => {
    const typed = findCommand(line, [command(text)]);
    expect(typed === null ? null : expand(typed)).toBe(prompt);
  });

  it.each(['review src', '/reviews', '/usr/bin/review', 'a /review', '/'])('%j names no command', (line) => {
    expect(findCommand(line, [command('Look.')])).toBeNull();
  });
});
