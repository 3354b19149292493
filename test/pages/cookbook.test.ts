import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { filesOf, sectionsOf } from './read-page.mjs';
import { makePlace, writeShownFile } from './run-page.mjs';

const page = readFileSync(join(import.meta.dirname, '../../docs/write/cookbook.md'), 'utf8');
const recipes = sectionsOf(page).filter(({ title }) => /^\d+\. /.test(title));

type Place = ReturnType<typeof makePlace>;

/** What a recipe needs around it, such as a repository; the page does not show it. */
const SURROUNDINGS: Readonly<Record<string, (place: Place) => Promise<unknown> | void>> = {
  'tests-pass': ({ project }) => writeFileSync(join(project, 'package.json'), packageWith('exit 0')),
  'project-context': ({ project, home }) =>
    run(
      'bash',
      ['-c', 'git init -qb main && git -c user.name=a -c user.email=a@example.org commit -qm First --allow-empty'],
      { project, home },
    ),
};

const packageWith = (test: string): string => JSON.stringify({ scripts: { test } });

const places: string[] = [];
afterAll(() => {
  for (const folder of places) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** A fresh project with the files of a recipe. */
async function projectOf(name: string): Promise<Place> {
  const place = makePlace('cookbook');
  places.push(place.folder);
  const recipe = recipes.find(({ text }) => text.includes(`"name": "${name}"`));
  for (const file of filesOf(recipe?.text ?? '')) writeShownFile(file, place.project);
  await SURROUNDINGS[name]?.(place);
  return place;
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(
  program: string,
  words: readonly string[],
  { project, home, bin = '' }: Pick<Place, 'project' | 'home'> & { readonly bin?: string },
): Promise<Ended> {
  const env = { PATH: `${bin}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, HOME: home };
  const child = spawn(program, words, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [status]] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { status, stdout, stderr };
}

const hookline = (place: Place, ...words: readonly string[]): Promise<Ended> =>
  run(join(place.folder, 'bin/hookline'), words, { ...place, bin: join(place.folder, 'bin') });

const nameIn = (text: string): string => /"name": "([^"]+)"/.exec(text)?.[1] ?? '';

describe('a recipe of the cookbook', () => {
  it('stands there ten times, each with a configuration and its cases', () => {
    expect(recipes).toHaveLength(10);
    for (const { title, text } of recipes) {
      const paths = filesOf(text).map(({ path }) => path);
      expect(paths, title).toContain('.qoder/settings.json');
      expect(paths, title).toContain(`.qoder/hooks/${nameIn(text)}.hooktest.yaml`);
    }
  });

  it.concurrent.for(recipes.map(({ text }) => nameIn(text)))('%s passes its own cases', async (name, context) => {
    const place = await projectOf(name);
    const { status, stdout, stderr } = await hookline(place, 'test', '--trust-hooks', '--json');
    const { passed, failed } = JSON.parse(stdout) as { readonly passed: number; readonly failed: number };
    context.expect({ status, failed, stderr }).toEqual({ status: 0, failed: 0, stderr: '' });
    context.expect(passed).toBeGreaterThan(name === 'tests-pass' ? 0 : 1);
  });
});

const guards = recipes
  .flatMap(({ text }) => filesOf(text))
  .filter(({ path, content }) => path.endsWith('.mjs') && content.includes('refuse('));

describe('what a recipe does', () => {
  it('refuses when a guard cannot read the event', async () => {
    const place = await projectOf('git-push');
    for (const guard of guards) writeShownFile(guard, place.project);
    const ends = await Promise.all(guards.map(({ path }) => run(process.execPath, [path], place)));
    expect(ends.map(({ status }) => status)).toEqual([2, 2, 2, 2, 2]);
  });

  it('formats the file that was written with the formatter of the project', async () => {
    const place = await projectOf('format');
    const formatter = join(place.project, 'node_modules/.bin/prettier');
    mkdirSync(dirname(formatter), { recursive: true });
    writeFileSync(formatter, '#!/bin/sh\nprintf "formatted %s" "$2" > "$2"\n', { mode: 0o755 });
    await hookline(place, 'fire', '--trust-hooks', '--event', 'PostToolUse', '--tool', 'Write', ...input('a.js'));
    expect(readFileSync(join(place.project, 'a.js'), 'utf8')).toBe('formatted a.js');
  });

  it('tells the model when a file could not be formatted', async () => {
    const place = await projectOf('format');
    const words = ['--trust-hooks', '--json', '--event', 'PostToolUse', '--tool', 'Write', ...input('a.js')];
    const { stdout } = await hookline(place, 'fire', ...words);
    expect(JSON.parse(stdout)).toMatchObject({
      additionalContext: [expect.stringContaining('could not be formatted')],
    });
  });

  it('keeps the agent working while the tests fail', async () => {
    const place = await projectOf('tests-pass');
    writeFileSync(join(place.project, 'package.json'), packageWith('echo 1 of 7 failed; exit 1'));
    const { status, stderr } = await hookline(place, 'fire', '--trust-hooks', '--event', 'Stop');
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('1 of 7 failed') });
  });

  it('writes one line for each command', async () => {
    const place = await projectOf('log-commands');
    const words = [
      '--trust-hooks',
      '--wait',
      '--event',
      'PostToolUse',
      '--tool',
      'Bash',
      '--input',
      '{"command":"ls"}',
    ];
    await hookline(place, 'fire', ...words);
    const lines = readFileSync(join(place.project, '.qoder/commands.jsonl'), 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ tool_input: { command: 'ls' } }]);
  });

  it.skipIf(process.platform === 'darwin')('shows what the agent waits for', async () => {
    const place = await projectOf('notify');
    const said = join(place.project, 'said');
    writeFileSync(join(place.folder, 'bin/notify-send'), `#!/bin/sh\nprintf '%s\\n' "$@" > '${said}'\n`, {
      mode: 0o755,
    });
    const words = ['--set', 'notification_type=idle_prompt', '--set', 'message=--hint=x May I?'];
    await hookline(place, 'fire', '--trust-hooks', '--event', 'Notification', ...words);
    expect(existsSync(said) && readFileSync(said, 'utf8')).toBe('--\nAgent\n--hint=x May I?\n');
  });
});

const input = (file_path: string): readonly string[] => ['--input', JSON.stringify({ file_path, content: 'x' })];
