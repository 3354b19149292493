import { relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTree, putTree, removeTree } from '../../../../../test/support/tree.ts';
import { recordingStamps } from '../stamps/file-stamps.ts';
import { filesMatching, isPattern } from './patterns.ts';

let root = '';
let project = '';

beforeAll(() => {
  root = makeTree({
    'p/h/a.sh': '',
    'p/h/ab.sh': '',
    'p/h/b.py': '',
    'p/h/a+(b).sh': '',
    'p/h/a\nb': '',
    'p/h/.hidden': '',
    'p/h/deep/a.sh': '',
    'p/h/deep/er/a.sh': '',
    'p/top.sh': '',
    'p/link': '-> h',
    'p/out': '-> ../outside',
    'outside/x.sh': '',
  });
  project = `${root}/p`;
});
afterAll(() => removeTree(root));

const matching = (word: string, base = project, isDeep = false): readonly string[] =>
  filesMatching(word, { base, project, isDeep })
    .map((path) => relative(project, path))
    .toSorted();

test('a word is a pattern when it holds a sign that only a shell would replace', () => {
  const words = ['*', 'a?', '[a]', '{a,b}', 'a\0'];
  expect([...words, 'a', 'a.sh', '$a', 'a}', 'a]'].filter(isPattern)).toEqual(words);
});

test.each<[string, readonly string[]]>([
  ['h/*', ['h/a\nb', 'h/a+(b).sh', 'h/a.sh', 'h/ab.sh', 'h/b.py']],
  ['h/*.sh', ['h/a+(b).sh', 'h/a.sh', 'h/ab.sh']],
  ['h/a*', ['h/a\nb', 'h/a+(b).sh', 'h/a.sh', 'h/ab.sh']],
  ['h/\0.py', ['h/b.py']],
  ['h/a?.sh', ['h/ab.sh']],
  ['h/a?b', ['h/a\nb']],
  ['h/?.sh', ['h/a.sh']],
  ['h/*.s', []],
  ['h/.*', ['h/.hidden']],
  ['h/*hidden', []],
  ['h/{a,b}.*', ['h/a.sh', 'h/b.py']],
  ['h/{a.sh,b.py}', ['h/a.sh', 'h/b.py']],
  ['h/{a.sh', []],
  ['h/{a..b}.py', ['h/b.py']],
  ['h/{a.sh,{b.py,zz}}', ['h/a.sh', 'h/b.py']],
  ['{h,link}/b.py', ['h/b.py', 'link/b.py']],
  ['{h/deep,h}/a.sh', ['h/a.sh', 'h/deep/a.sh']],
  ['h/a+(b)*', ['h/a+(b).sh']],
  ['h/a+b*', []],
  ['h/[ab].sh', ['h/a\nb', 'h/a+(b).sh', 'h/a.sh', 'h/ab.sh', 'h/b.py']],
  ['h/*a*b*c*d*e', ['h/a\nb', 'h/a+(b).sh', 'h/a.sh', 'h/ab.sh', 'h/b.py']],
  ['h/*a*b*c*d', []],
  ['h/*/a.sh', ['h/deep/a.sh']],
  ['h/**/a.sh', ['h/deep/a.sh']],
  ['h/*/*/a.sh', ['h/deep/er/a.sh']],
  ['h//*.py', ['h/b.py']],
  ['*/a.sh', ['h/a.sh', 'link/a.sh']],
  ['link/*.py', ['link/b.py']],
  ['*.sh', ['top.sh']],
  ['top.sh/*', []],
  ['gone/*', []],
  ['out/*', ['out/x.sh']],
  ['../outside/*', []],
  ['*', ['top.sh']],
])('the files that %j names', (word, expected) => {
  expect(matching(word)).toEqual(expected);
});

test('where a text asks for it, two stars stand for any number of folders, and follow no symlink', () => {
  expect(matching('h/**/a.sh', project, true)).toEqual(['h/a.sh', 'h/deep/a.sh', 'h/deep/er/a.sh']);
  expect(matching('**/b.py', project, true)).toEqual(['h/b.py', 'link/b.py']);
  expect(matching('h/deep/**', project, true)).toEqual(['h/deep/a.sh', 'h/deep/er/a.sh']);
});

test('an absolute pattern counts inside the project', () => {
  expect(matching(`${project}/h/*.py`, '/')).toEqual(['h/b.py']);
  expect(matching(`${root}/outside/*`)).toEqual([]);
  expect(matching('*.py', `${project}/h`)).toEqual(['h/b.py']);
  expect(matching('h/*.py', '/')).toEqual([]);
});

test('no folder outside of the project is read', () => {
  const { stamps } = recordingStamps(() => filesMatching(`${root}/*/x.sh`, { base: project, project }));
  expect(stamps.filter(({ depth }) => depth === 'content')).toEqual([]);
});

test('a pattern of more than a thousand files is too much, and is told in at most 80 characters', () => {
  const tree = makeTree(Object.fromEntries(Array.from({ length: 32 }, (_, index) => [`d/${index}`, ''])));
  try {
    // The same folder by 32 names.
    putTree(tree, Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`l${index}`, '-> d'])));
    expect(filesMatching('l*/*', { base: tree, project: tree })).toHaveLength(31 * 32);
    expect(() => filesMatching(`*/\0${'*'.repeat(100)}`, { base: tree, project: tree })).toThrow(
      `more than 1000 files match */…${'*'.repeat(77)}`,
    );
  } finally {
    removeTree(tree);
  }
});
