import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** A block of code in a page, or a whole file of an example. */
interface Snippet {
  readonly page: string;
  /** Of its first line of code. */
  readonly line: number;
  readonly language: 'ts' | 'js';
  readonly code: string;
}

const BLOCK = /^```(ts|typescript|js|javascript|mjs)\b[^\n]*\n([\s\S]*?)^```/gm;
const IMPORTS_US = /from '@hookline\/(?:core|agent)'/;

const snippetsIn = (page: string, text: string): readonly Snippet[] =>
  [...text.matchAll(BLOCK)]
    .filter(([, , code = '']) => IMPORTS_US.test(code))
    .map(({ index, 1: language = '', 2: code = '' }) => ({
      page,
      line: text.slice(0, index).split('\n').length + 1,
      language: language.startsWith('t') ? 'ts' : 'js',
      code,
    }));

const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) => `docs/${path}`),
];

const SNIPPETS: readonly Snippet[] = [
  ...pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => snippetsIn(page, readFileSync(join(root, page), 'utf8'))),
  {
    page: 'examples/embed/agent.mjs',
    line: 1,
    language: 'js',
    code: readFileSync(join(root, 'examples/embed/agent.mjs'), 'utf8'),
  },
];

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-snippets-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const STRICT = {
  strict: true,
  target: 'ES2023',
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
};

/** JavaScript has no way to say what a parameter is, so that one without a type is no mistake there. */
const OPTIONS = { ts: STRICT, js: { ...STRICT, allowJs: true, checkJs: true, noImplicitAny: false } } as const;

/** What the compiler says about each snippet, by its page and line; each is a program of its own. */
function mistakesIn(
  snippets: readonly Snippet[],
  language: Snippet['language'],
): ReadonlyMap<Snippet, readonly string[]> {
  const chosen = snippets.filter((snippet) => snippet.language === language);
  const place = mkdtempSync(join(folder, `${language}-`));
  const files = new Map(chosen.map((snippet, index) => [snippet, `${index}.m${language}`]));
  // Lines count as in the page.
  for (const [{ line, code }, file] of files) writeFileSync(join(place, file), '\n'.repeat(line - 1) + code);
  writeFileSync(
    join(place, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: OPTIONS[language], files: [...files.values()] }),
  );
  const said = chosen.length === 0 ? [] : compile(place).split('\n');
  return new Map(
    [...files].map(([snippet, file]) => [
      snippet,
      said
        .filter((line) => line.startsWith(`${file}(`))
        .map((line) => line.replace(/^[^(]*\((\d+),\d+\): error \w+:/, (_all, at: string) => `${snippet.page}:${at}:`)),
    ]),
  );
}

function compile(place: string): string {
  try {
    return execFileSync(process.execPath, [tsc, '-p', place, '--pretty', 'false'], {
      cwd: place,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    return (error as { stdout: string }).stdout; // mistakes found: the compiler leaves with a status of its own
  }
}

describe('code that imports hookline compiles under strict', () => {
  let mistakes = new Map<Snippet, readonly string[]>();

  beforeAll(() => {
    mistakes = new Map([...mistakesIn(SNIPPETS, 'ts'), ...mistakesIn(SNIPPETS, 'js')]);
  });

  test.each(SNIPPETS.map((snippet) => [`${snippet.page}:${snippet.line}`, snippet] as const))(
    '%s',
    (_where, snippet) => {
      expect(mistakes.get(snippet)).toEqual([]);
    },
  );

  test('and there is some of it in the pages', () => {
    expect(SNIPPETS.filter(({ page }) => page.endsWith('.md')).length).toBeGreaterThan(0);
    expect(mistakes.size).toBe(SNIPPETS.length);
  });
});

test('a mistake in a page is found where it stands there', () => {
  const page = (language: string, ...code: readonly string[]): string =>
    ['# Title', '', `\`\`\`${language}`, "import { createHooks } from '@hookline/core';", ...code, '```', ''].join(
      '\n',
    );
  const wrong = [
    ...snippetsIn('one.md', page('ts', "await createHooks({ projekt: '.' });")),
    ...snippetsIn(
      'two.md',
      page('js', '', 'const hooks = await createHooks();', "hooks.on({ event: 'Stop' }, () => 'block');"),
    ),
    ...snippetsIn('three.md', page('ts', 'const name = (given) => given;', 'await createHooks();')),
    ...snippetsIn('four.md', page('js', 'const name = (given) => given;', 'await createHooks();')),
    ...snippetsIn('five.md', page('sh', 'npm install')),
  ];
  const found = [...mistakesIn(wrong, 'ts'), ...mistakesIn(wrong, 'js')].map(([{ page: at }, said]) => [at, said]);
  expect(Object.fromEntries(found)).toEqual({
    'one.md': [expect.stringMatching(/^one\.md:5: .*'projekt' does not exist in type 'HooksOptions'/)],
    'two.md': [expect.stringMatching(/^two\.md:7: /)],
    'three.md': [expect.stringMatching(/^three\.md:5: Parameter 'given' implicitly has an 'any' type/)],
    'four.md': [],
  });
}, 60_000);
