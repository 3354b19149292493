import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenAiServer, startOpenAiServer } from './support/openai-server.ts';

const root = join(import.meta.dirname, '..');
const STEPS = 'examples/steps.json';
const CLI = `'${process.execPath}' '${join(root, 'packages/cli/dist/hookline.js')}'`;
/** The address that the pages give a model server on the reader's machine. */
const MODEL_SERVER = 'http://localhost:11434/v1';

/** Every page of the repository's own documentation. */
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .toSorted(),
];

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** The code blocks of a language in a page. */
const blocks = (page: string, language: string): readonly string[] =>
  [...textOf(page).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    (match) => match[1] ?? '',
  );

const commandsOf = (page: string): readonly string[] =>
  blocks(page, 'sh')
    .flatMap((block) => block.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, ''))
    .filter((line) => line !== '');

const isCommandLine = (line: string): boolean => line.includes('npx hookline ');

let folder = '';
let project = '';
let server: OpenAiServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-readme-'));
  project = join(folder, 'project');
  mkdirSync(join(project, '.polytoken'), { recursive: true });
  const hook = { name: 'guard', event: 'pre_tool_use', handler: { bash: "grep -q 'rm -rf' && exit 2; exit 0" } };
  writeFileSync(join(project, '.polytoken/hooks.json'), JSON.stringify([hook]));
  cpSync(join(root, STEPS), join(project, STEPS));
  writeFileSync(join(project, 'steps.json'), blocks('docs/embed/reference-agent.md', 'json')[0] ?? '');
  server = await startOpenAiServer(() => ({ text: 'Three files.' }));
  await run(`npx hookline ask --script ${STEPS} 'There is a session to resume.'`);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a line of a page as its reader would, with a line to read on stdin and a model server where the page names one. */
const run = (line: string): Promise<Ended> => {
  const shell = line.replaceAll('npx hookline', CLI).replaceAll(MODEL_SERVER, server.url);
  return start('bash', ['-c', shell], project);
};

async function start(program: string, words: readonly string[], cwd: string): Promise<Ended> {
  const keys = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' };
  const addresses = { ANTHROPIC_BASE_URL: server.url, OPENAI_BASE_URL: server.url };
  const env = { PATH: process.env['PATH'], HOME: folder, ...keys, ...addresses };
  const child = spawn(program, words, { cwd, env });
  // Whoever does not read it is not to be waited for.
  child.stdin.on('error', () => undefined);
  child.stdin.end('What is in here?\n');
  const [stdout, stderr, [status]] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { status, stdout, stderr };
}

describe('the README', () => {
  test('opens with the two commands of a fresh clone', () => {
    expect(commandsOf('README.md').slice(0, 2)).toEqual(['npm run demo', 'npm test']);
  });

  test('has a library example that says no where its hook does', async () => {
    const [example = ''] = blocks('README.md', 'js');
    expect(await runModule(example)).toEqual({ status: 0, stdout: 'ran ls\nTool error: no sudo here\n', stderr: '' });
  });
});

describe.each(PAGES.filter((page) => commandsOf(page).some(isCommandLine)))('%s', (page) => {
  test.each(commandsOf(page).filter(isCommandLine))('shows a command that works: %s', async (line) => {
    const { status, stdout, stderr } = await run(line);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
    expect(stdout).not.toBe('');
  });
});

describe('the pages', () => {
  test('show no other command than those that are run here or are scripts of the workspace', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Readonly<Record<string, string>> };
    const known = ['npm test', ...Object.keys(scripts).map((name) => `npm run ${name}`)];
    const others = PAGES.flatMap(commandsOf).filter((line) => !isCommandLine(line));
    expect(others.filter((line) => !known.includes(line.replace(/ -- .*/, '')))).toEqual([]);
  });

  test.each(PAGES.filter((page) => blocks(page, 'js').length > 0))('have programs that run: %s', async (page) => {
    for (const program of blocks(page, 'js')) expect(await runModule(program)).toMatchObject({ status: 0, stderr: '' });
  });

  test('have JSON that is JSON', () => {
    const written = PAGES.flatMap((page) => blocks(page, 'json'));
    expect(written.length).toBeGreaterThan(0);
    for (const text of written) expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  test('link only to files and headings that exist', () => {
    const missing = PAGES.flatMap((page) =>
      [...withoutCode(textOf(page)).matchAll(/\]\((?!http)([^)#]*)(?:#([^)]*))?\)/g)]
        .map(([, file = '', heading]) => ({ target: file === '' ? page : join(dirname(page), file), heading }))
        .filter(({ target, heading }) => !existsSync(join(root, target)) || !hasHeading(target, heading))
        .map(({ target, heading }) => `${page} -> ${target}#${heading ?? ''}`),
    );
    expect(missing).toEqual([]);
  });
});

/** What stands in backticks is shown as it is, and links to nothing. */
const withoutCode = (text: string): string => text.replace(/(`+)[^\n]*?\1/g, '');

const hasHeading = (page: string, heading: string | undefined): boolean =>
  heading === undefined ||
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].some(
    ([, title = '']) =>
      heading ===
      title
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
  );

/** Runs a program where the packages of the workspace can be imported. */
async function runModule(text: string): Promise<Ended> {
  const place = mkdtempSync(join(root, 'node_modules/.hookline-readme-'));
  try {
    writeFileSync(join(place, 'example.mjs'), text);
    return await start(process.execPath, [join(place, 'example.mjs')], project);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

describe('npm run demo', () => {
  const LAST_WORDS: Readonly<Record<string, string>> = {
    embed: '- All clean.\n',
    'five-dialects': '\nThe audit server saw 5 tool calls.\n',
    'stop-until-tests-pass': 'The hook sent the agent back 2 times; now the test passes.\n',
  };

  test('has all examples that check themselves', () => {
    const own = readdirSync(join(root, 'examples')).filter((name) =>
      existsSync(join(root, 'examples', name, 'run.mjs')),
    );
    expect(own.toSorted()).toEqual(Object.keys(LAST_WORDS));
  });

  test.each(Object.entries(LAST_WORDS))('plays %s to its end', { timeout: 120_000 }, async (name, said) => {
    const { status, stdout, stderr } = await start(
      process.execPath,
      ['run.mjs', '--remove'],
      join(root, 'examples', name),
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(said);
  });
});
