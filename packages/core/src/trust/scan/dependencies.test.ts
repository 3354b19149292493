import { truncateSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { followDependencies } from './dependencies.ts';
import { charge, withinScanBudget } from '../scan-budget.ts';

let project = '';

afterEach(() => removeTree(project));

type Files = Readonly<Record<string, string>>;

/** Where the first of the files leads, in texts. */
function followed(files: Files, isCalled = false) {
  project = makeTree(files);
  const [first = ''] = Object.keys(files);
  const at = (path: string): string => relative(project, path);
  const searchPath = { project, bases: [project] };
  const dependencies = followDependencies([join(project, first)], { searchPath, values: new Map(), isCalled });
  return {
    files: dependencies.files.map(at).slice(1).toSorted().join(' '),
    beyond: [...dependencies.beyond].map(([file, paths]) => `${at(file)}: ${paths.map(at).join(' ')}`),
    unfollowed: [...dependencies.unfollowed].map(([file, commands]) => `${at(file)}: ${commands.join(', ')}`),
  };
}

test.each<[string, Files, string, readonly string[]]>([
  ['beside it', { 'h/a.sh': 'sh h/b.sh', 'h/b.sh': '' }, 'h/b.sh', []],
  ['below it', { 'h/a.sh': 'sh h/lib/b.sh', 'h/lib/b.sh': '' }, 'h/lib/b.sh', []],
  ['above it', { 'h/lib/a.sh': 'sh h/b.sh', 'h/b.sh': '' }, '', ['h/lib/a.sh: h/b.sh']],
  ['elsewhere', { 'h/a.sh': 'sh o/b.sh', 'o/b.sh': '' }, '', ['h/a.sh: o/b.sh']],
  ['in the same hidden folder', { '.h/x/a.sh': 'sh .h/y/b.sh', '.h/y/b.sh': '' }, '.h/y/b.sh', []],
  ['in another hidden folder', { '.h/x/a.sh': 'sh .o/b.sh', '.o/b.sh': '' }, '', ['.h/x/a.sh: .o/b.sh']],
  ['in the same folder at the top', { 'h/x/a.sh': 'sh h/y/b.sh', 'h/y/b.sh': '' }, '', ['h/x/a.sh: h/y/b.sh']],
  ['beside one in the project folder', { 'a.sh': 'sh b.sh', 'b.sh': '' }, '', ['a.sh: b.sh']],
  ['loaded beside one in the project folder', { 'a.sh': '. b.sh', 'b.sh': '' }, 'b.sh', []],
  ['loaded below the project folder', { 'a.sh': '. h/b.sh', 'h/b.sh': '' }, '', ['a.sh: h/b.sh']],
  [
    'around the first script',
    { 'h/a.sh': 'sh h/x/b.sh', 'h/x/b.sh': 'sh h/y/c.sh', 'h/y/c.sh': '' },
    'h/x/b.sh h/y/c.sh',
    [],
  ],
  [
    'around a helper of it',
    { '.kode/a.sh': 'sh .kode/x/b.sh', '.kode/x/b.sh': '. .kode/x/c', '.kode/x/c': '' },
    '.kode/x/b.sh .kode/x/c',
    [],
  ],
  ['that only is named elsewhere', { 'h/a.py': 'x = "o/b.py"', 'o/b.py': '' }, '', []],
  [
    'that is named elsewhere and there to be started',
    { 'h/a.py': 'x = "o/b", "o/c.sh"', 'o/b': '#!', 'o/c.sh': '' },
    '',
    ['h/a.py: o/b o/c.sh'],
  ],
  ['twice', { 'h/a.sh': 'sh o/b.sh; sh o/b.sh', 'o/b.sh': '' }, '', ['h/a.sh: o/b.sh']],
  ['that is missing', { 'h/a.sh': 'sh h/gone.sh' }, '', []],
  ['back to it', { 'h/a.sh': 'sh h/b.sh', 'h/b.sh': 'sh h/a.sh' }, 'h/b.sh', []],
])('a script that leads to one %s', (_, files, helpers, beyond) => {
  expect(followed(files)).toEqual({ files: helpers, beyond, unfollowed: [] });
});

test.each(['.kolega', '.agents', '.qoder', '.kode', '.polytoken', '.claude'])(
  'a script in the project folder has helpers in %s',
  (folder) => {
    expect(followed({ 'a.sh': `sh ${folder}/x/b.sh`, [`${folder}/x/b.sh`]: '' }).files).toBe(`${folder}/x/b.sh`);
    removeTree(project);
    expect(followed({ 'a.sh': `sh ${folder}s/x/b.sh`, [`${folder}s/x/b.sh`]: '' }).files).toBe('');
  },
);

test('of code that is called all that it loads counts, and all that is there to be started', () => {
  const files = {
    'h/a.mjs': 'import "../o/b.mjs"; x("o/c.sh", "o/d.mjs", "o/e")',
    'o/b.mjs': '',
    'o/c.sh': '',
    'o/d.mjs': '',
    'o/e': '#!',
  };
  expect(followed(files, true)).toEqual({ files: 'o/b.mjs o/c.sh o/e', beyond: [], unfollowed: [] });
  removeTree(project);
  expect(followed(files)).toEqual({ files: '', beyond: ['h/a.mjs: o/b.mjs o/c.sh o/e'], unfollowed: [] });
});

test.each<[string, Files, string]>([
  ['data', { 'h/a.json': 'h/b.sh', 'h/b.sh': '' }, ''],
  ['a plain text', { 'h/a.txt': 'sh h/b.sh', 'h/b.sh': '' }, 'h/b.sh'],
  ['another language', { 'h/a.rb': "load 'b.rb'", 'h/b.rb': '' }, 'h/b.rb'],
  [
    'perl',
    {
      'h/a.pl': 'use My::Guard;\n require Other;\n# use Third;',
      'h/My/Guard.pm': '',
      'h/lib/Other.pm': '',
      'h/Third.pm': '',
    },
    'h/My/Guard.pm h/lib/Other.pm',
  ],
  ['perl with other words', { 'h/a.pl': 'reuse My;\nuse my;\nuses My;\nx use My;', 'h/My.pm': '', 'h/my.pm': '' }, ''],
  [
    'python with a folder of modules',
    { 'h/a.py': 'sys.path.append("h/lib")\nimport b', 'h/lib/b.py': '' },
    'h/lib/b.py',
  ],
  ['python with a site', { 'h/a.py': 'site.addsitedir("h/lib")\nimport b', 'h/lib/b.py': '' }, 'h/lib/b.py'],
  ['python with PYTHONPATH', { 'h/a.py': 'env["PYTHONPATH"] = "h/lib"\nimport b', 'h/lib/b.py': '' }, 'h/lib/b.py'],
  ['python with a folder of something else', { 'h/a.py': 'xpath("h/lib")\nimport b', 'h/lib/b.py': '' }, ''],
  ['a shell with python in it', { 'h/a.sh': 'python3 - <<E\nimport b\nE', 'h/b.py': '' }, 'h/b.py'],
  ['a shell without', { 'h/a.sh': 'ipython3 - <<E\nimport b\nE', 'h/b.py': '' }, ''],
  ['a script of python by its first line', { 'h/a': '#!/usr/bin/python3\nimport b', 'h/b.py': '' }, 'h/b.py'],
])('%s is read in its own way', (_, files, expected) => {
  expect(followed(files).files).toBe(expected);
});

test.each<[string, string, readonly string[]]>([
  [
    'h/a.py',
    'import_module(a); __import__(b)\nrunpy.run_path(c); run_module(d)',
    ['import_module(a), __import__(b), run_path(c), run_module(d)'],
  ],
  [
    'h/a.py',
    'spec_from_file_location(a)\nexec(b)\nexec(b)\nexec( "c")\nunexec(d)',
    ['spec_from_file_location(a), exec(b)'],
  ],
  ['h/a.py', `${'abcdef'.replace(/./g, 'exec($&)\n')}`, ['exec(a), exec(b), exec(c), exec(d), exec(e)']],
  ['h/a.py', `exec(${'a'.repeat(70)})`, [`exec(${'a'.repeat(60)}`]],
  ['h/a.mjs', 'require(a); import(b); import(b); require( "c")\nrequired(d)', ['require(a), import(b)']],
  [
    'h/a.mjs',
    `${'abcdef'.replace(/./g, 'require($&)\n')}`,
    ['require(a), require(b), require(c), require(d), require(e)'],
  ],
  ['h/a.mjs', `import(${'a'.repeat(70)})`, [`import(${'a'.repeat(60)}`]],
  ['h/a.mjs', 'import "left"', ['the package left']],
  ['h/a.sh', 'make x\n"$1" y', ['make x, … y']],
  ['h/a', 'make x', ['make x']],
  ['h/a', '#!/usr/bin/perl\nmake x', []],
])('what %s starts and nobody can follow is told: %j', (file, text, expected) => {
  const files = { [file]: text, 'node_modules/left/index.js': '' };
  expect(followed(files).unfollowed).toEqual(expected.map((told) => `${file}: ${told}`));
});

test('a script that is too long is told of as one that is not looked through', () => {
  project = makeTree({ 'h/a.sh': '', 'h/b.sh': '' });
  truncateSync(`${project}/h/a.sh`, 2_097_153);
  const search = { searchPath: { project, bases: [project] }, values: new Map<string, string>(), isCalled: false };
  const { unfollowed } = followDependencies(
    ['a', 'b'].map((name) => `${project}/h/${name}.sh`),
    search,
  );
  expect([...unfollowed]).toEqual([[`${project}/h/a.sh`, ['it is too long to be looked through']]]);
});

test('only lines in which a path, a variable or an interpreter stands are read word by word', () => {
  const words = 'sh bash dash zsh ksh python3 pypy3 node deno bun tsx perl ruby php lua awk . source cd'.split(' ');
  const telling = [
    ...words.flatMap((word) => [`${word} plain`, `x; ${word} plain`, `  ${word}\tplain`]),
    './plain',
    'x > plain; sh plain',
    'X=1 x plain',
    'for f in plain; do',
    'eval x plain',
    '$X plain',
    'x; "$X" plain',
    ...'sh bash zsh py js mjs ts cts pl rb awk'.split(' ').map((extension) => `x x.${extension} plain`),
  ];
  const silent = [
    'x plain',
    '# sh plain',
    '  # ./plain',
    'xsh plain',
    'forx plain',
    'medieval plain',
    'x x.shx plain',
    'sh_x plain',
  ];
  const dependencies = (line: string): boolean => {
    const { files, beyond } = followed({ 'h/a.sh': `${line}\n`, 'h/plain': '' });
    removeTree(project);
    return files === 'h/plain' || beyond.length > 0;
  };
  expect([...telling, ...silent].filter(dependencies)).toEqual(telling);
});

test.each('make pwsh npm npx pnpm yarn just task cargo tox poetry uv'.split(' '))(
  'a line with %s is read',
  (runner) => {
    const expected = runner === 'pwsh' ? [] : [`h/a.sh: ${runner} x`];
    expect(followed({ 'h/a.sh': `${runner} x\n` }).unfollowed).toEqual(expected);
  },
);

test.each('touch tee truncate rm flock'.split(' '))('a line with %s says what is no script', (writer) => {
  expect(followed({ 'h/a.sh': `${writer} plain\nsource x.sh plain\n`, 'h/plain': '' }).files).toBe('');
});

test('more than a thousand scripts are too much, and characters are counted before they are read', () => {
  const search = {
    searchPath: { project: '/gone', bases: ['/gone'] },
    values: new Map<string, string>(),
    isCalled: false,
  };
  const scripts = Array.from({ length: 1_001 }, (_, index) => `/gone/${index}`);
  expect(followDependencies(scripts.slice(1), search).files).toHaveLength(1_000);
  expect(() => followDependencies(scripts, search)).toThrow('more than 1000 scripts, at /gone/0');
  const limited = (kind: 'characters' | 'shell', left: number) => () =>
    withinScanBudget(() => {
      charge(kind, left, '');
      return followed({ 'h/a.sh': 'x\nsh x' });
    });
  expect(limited('characters', 4_194_304 - 11)).toThrow('characters to look through');
  removeTree(project);
  expect(limited('characters', 4_194_304 - 12)().files).toBe('');
  removeTree(project);
  expect(limited('shell', 262_144 - 3)).toThrow('characters of shell texts to look through');
  removeTree(project);
  expect(limited('shell', 262_144 - 4)().files).toBe('');
});
