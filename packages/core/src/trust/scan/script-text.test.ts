import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { recordingStamps } from '../stamps/file-stamps.ts';
import { isTooLong, languageOf, scriptText } from './script-text.ts';
import { charge, withinScanBudget } from '../scan-budget.ts';

let root = '';
let project = '';

beforeAll(() => {
  root = makeTree({
    'p/a.sh': 'é',
    'p/binary': `x\0`,
    'p/script-with-data': `#!/bin/sh\n\0`,
    'p/late': `${'x'.repeat(8_192)}\0`,
    'p/early': `${'x'.repeat(8_191)}\0`,
    'p/link': '-> a.sh',
    'p/to-outside': '-> ../outside',
    'p/to-nothing': '-> nowhere',
    'p/folder/x': '',
    'p/longest': '',
    'p/too-long': '',
    outside: 'x',
  });
  project = `${root}/p`;
  truncateSync(`${project}/longest`, 2_097_152);
  truncateSync(`${project}/too-long`, 2_097_153);
});
afterAll(() => removeTree(root));

test.each([
  ['python', 'a.py a.pyw'],
  ['javascript', 'a.js a.mjs a.cjs a.jsx a.ts a.mts a.cts a.tsx a.mtsx'],
  ['shell', 'a.sh a.bash a.zsh a.ksh a.dash'],
  ['other', 'a a.pyc a.xpy a.jsy a.json a.xjs a.fish a.shx a.rb .py sh'],
])('by their names these are %s: %s', (language, names) => {
  expect(names.split(' ').filter((name) => languageOf(`/p/${name}`, '') !== language)).toEqual([]);
});

test.each([
  ['python', ['#!/usr/bin/env python3', '#!/usr/bin/python', '#!/usr/bin/pypy3.10 -x', '#!python3.12\nnode']],
  ['javascript', ['#!/usr/bin/env node', '#!/usr/bin/env -S deno run', '#!/usr/bin/bun', '#! tsx']],
  ['shell', ['#!/bin/sh', '#!/bin/bash -e', '#!/usr/bin/env zsh', '#!/bin/dash', '#!/bin/ksh\npython']],
  [
    'other',
    [
      '#!/usr/bin/perl',
      'python3',
      ' #!/bin/sh',
      '\n#!/bin/sh',
      '#!/x\nsh',
      '#!/bin/nodes',
      '#!/bin/fish',
      '#!xpython',
      `#!${' '.repeat(260)}sh`,
    ],
  ],
])('by their first lines these are %s: %j', (language, texts) => {
  expect(texts.filter((text) => languageOf('/p/a', text) !== language)).toEqual([]);
  expect(texts.filter((text) => languageOf('/p/a.py', text) !== 'python')).toEqual([]);
});

test('the text of a script is read, also by a link inside the project; all else has none', () => {
  const texts = [
    'a.sh',
    'link',
    'script-with-data',
    'binary',
    'to-outside',
    'to-nothing',
    'folder',
    'gone',
    'too-long',
  ];
  expect(texts.map((name) => scriptText(join(project, name), project))).toEqual([
    'é',
    'é',
    '#!/bin/sh\n\0',
    ...texts.slice(3).map(() => ''),
  ]);
  expect(scriptText(`${root}/outside`, project)).toBe('');
  expect(['late', 'early'].map((name) => scriptText(join(project, name), project).length)).toEqual([8_193, 0]);
});

test('a text of more than two MiB is too long to be looked through', () => {
  expect(['longest', 'too-long', 'a.sh', 'gone'].map((name) => isTooLong(join(project, name)))).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test('a reading is noted as one of all bytes, and costs a character for each', () => {
  const file = `${project}/script-with-data`;
  const { stamps } = recordingStamps(() => scriptText(file, project));
  expect(stamps.map(({ path, depth }) => [path, depth])).toEqual([[file, 'content']]);
  expect(recordingStamps(() => isTooLong(file)).stamps[0]?.depth).toBe('content');
  const reading = (left: number) => () =>
    withinScanBudget(() => {
      charge('characters', 4_194_304 - left, '');
      return scriptText(file, project);
    });
  expect(reading(11)()).toBe('#!/bin/sh\n\0');
  expect(reading(10)).toThrow(`characters to look through, at ${file}`);
});
