import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGES } from './pages/all-pages.mjs';
import { filesOf, scriptsOf } from './pages/read-page.mjs';
import { isFull } from './support/tier.ts';
import { type OpenAiServer, startOpenAiServer } from './support/openai-server.ts';

const root = join(import.meta.dirname, '..');
const STEPS = 'examples/steps.json';
const CLI = `'${process.execPath}' '${join(root, 'packages/cli/dist/hookline.js')}'`;
/** The address that the pages give a model server on the reader's machine. */
const MODEL_SERVER = 'http://localhost:11434/v1';

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** The code blocks of a language in a page. */
const blocks = (page: string, language: string): readonly string[] =>
  [...textOf(page).matchAll(new RegExp(`^\`\`\`(?:${language})\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    (match) => match[1] ?? '',
  );

/** Whole programs: a file that the reader writes is run where the page says how. */
function programs(page: string): readonly string[] {
  const files = filesOf(textOf(page)).map(({ content }) => content);
  return blocks(page, 'js|ts').filter((text) => !files.includes(text));
}

/** The lines of `sh` blocks; scripts that the reader pastes are run with the console blocks of their page. */
function commandsOf(page: string): readonly string[] {
  const pasted = scriptsOf(textOf(page)).map(({ script }) => script);
  return blocks(page, 'sh')
    .filter((block) => !pasted.includes(block))
    .flatMap((block) => block.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, ''))
    .filter((line) => line !== '');
}

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
  test('names the two commands of a fresh clone', () => {
    expect(textOf('README.md')).toMatch(/From a clone, `npm run demo` .* `npm test` /);
  });

  test('is for a reader with one minute: what it is, install, the first block, all on the first screens', () => {
    const headings = [...textOf('README.md').matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(headings.slice(0, 2)).toEqual(['Install', 'The first block, in a minute']);
  });

  test('has every dialect in its table, and so has the index of the documentation', () => {
    const dialects = readdirSync(join(root, 'docs/reference/dialects'));
    expect(dialects.filter((name) => !textOf('README.md').includes(`docs/reference/dialects/${name})`))).toEqual([]);
    expect(dialects.filter((name) => !textOf('docs/README.md').includes(`reference/dialects/${name})`))).toEqual([]);
  });

  test('has a library example that blocks, asks and runs', async () => {
    const [example = ''] = programs('README.md');
    expect(await runModule(example)).toEqual({
      status: 0,
      stdout: 'hello\n\nTool error: no sudo here\nTool error: the user said no\n',
      stderr: expect.any(String),
    });
  });
});

/** Those of the README in every run, those of all pages in the full one. */
const WITH_COMMANDS = (isFull ? PAGES : ['README.md']).filter((page) => commandsOf(page).some(isCommandLine));

describe.each(WITH_COMMANDS)('%s', (page) => {
  test.each(commandsOf(page).filter(isCommandLine))('shows a command that works: %s', async (line) => {
    const { status, stdout, stderr } = await run(line);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.any(String) });
    expect(stdout).not.toBe('');
  });
});

describe('the pages', () => {
  test('show no other command than those that are run here, are scripts of the workspace or install its packages', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Readonly<Record<string, string>> };
    const names = Object.keys(scripts);
    const packages = ['core', 'agent', 'cli'].map((name) => nameOf(`packages/${name}/package.json`));
    const known = [
      'npm test',
      ...names.map((name) => `npm run ${name}`),
      ...packages.flatMap((name) => [`npm install ${name}`, `npm install -g ${name}`]),
    ];
    const others = PAGES.flatMap(commandsOf).filter((line) => !isCommandLine(line) && !line.startsWith('export '));
    expect(others.filter((line) => !known.includes(line.replace(/ -- .*/, '')))).toEqual([]);
  });

  test('are all to be found from the README by links', () => {
    const found = new Set(['README.md']);
    for (const page of found) for (const { target } of linksOf(page)) if (PAGES.includes(target)) found.add(target);
    expect(PAGES.filter((page) => !found.has(page) && !page.startsWith('docs/contribute/decisions/'))).toEqual([]);
  });

  test.each(PAGES.filter((page) => programs(page).length > 0))('have programs that run: %s', async (page) => {
    for (const program of programs(page)) expect(await runModule(program)).toMatchObject({ status: 0 });
  });

  test('have JSON that is JSON', () => {
    const written = PAGES.flatMap((page) => blocks(page, 'json'));
    expect(written.length).toBeGreaterThan(0);
    for (const text of written) expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  test('link only to files and headings that exist', () => {
    const missing = PAGES.flatMap((page) =>
      linksOf(page)
        .filter(({ target, heading }) => !existsSync(join(root, target)) || !hasHeading(target, heading))
        .map(({ target, heading }) => `${page} -> ${target}#${heading ?? ''}`),
    );
    expect(missing).toEqual([]);
  });
});

/** Where the links of a page lead inside the repository. */
const linksOf = (page: string): readonly { readonly target: string; readonly heading: string | undefined }[] =>
  [...withoutCode(textOf(page)).matchAll(/\]\((?!http)([^)#]*)(?:#([^)]*))?\)/g)].map(([, file = '', heading]) => ({
    target: file === '' ? page : join(dirname(page), file),
    heading,
  }));

describe('the sources', () => {
  const SOURCES = /\.(?:[cm]?[jt]s|json|md|ya?ml)$/;
  const PLACES = ['packages', 'scripts', 'bench', 'test', 'examples', '.changeset', '.github'];
  const files = PLACES.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
      .map((name) => `${place}/${name}`)
      .filter((name) => SOURCES.test(name) && !/node_modules|\/dist\/|^test\/(?:seeds|conformance)\//.test(name)),
  );

  test('name only pages of the documentation that exist', () => {
    const FOLDERS =
      /\bdocs\/(?:write|embed|operate|contribute|reference|commands|dialects|decisions)\/[\w./-]+\.(?:md|svg)/g;
    const named = files.flatMap((file) => [...textOf(file).matchAll(FOLDERS)].map(([page]) => ({ file, page })));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ page }) => !existsSync(join(root, page)))).toEqual([]);
  });
});

/** Code is shown as it is, and links to nothing. */
const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '').replace(/(`+)[^\n]*?\1/g, '');

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

const nameOf = (file: string): string => (JSON.parse(textOf(file)) as { readonly name: string }).name;

/** Runs a program, its types left out, where the packages of the workspace can be imported. */
async function runModule(text: string): Promise<Ended> {
  const place = mkdtempSync(join(root, 'node_modules/.hookline-readme-'));
  try {
    writeFileSync(join(place, 'example.mjs'), (await transform(text, { loader: 'ts', format: 'esm' })).code);
    return await start(process.execPath, [join(place, 'example.mjs')], project);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
