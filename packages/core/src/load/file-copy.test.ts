import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HookFiles } from './hook-files.ts';
import { copiedFiles, copyingFiles, isAsCopied } from './file-copy.ts';

let root = '';
let project = '';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-copy-')));
  project = join(root, 'project');
  put('hooks.json', '{"a": 1}');
  put('hooks/one/HOOK.md', '---\nname: one\n---\n');
  put('hooks/one/scripts/run.sh', '#!/bin/sh\n', 0o755);
  put('hooks/one/scripts/run.py', 'pass\n');
  mkdirSync(join(root, 'outside'));
  symlinkSync(join(root, 'outside'), join(project, 'hooks/two'));
  writeFileSync(join(root, 'secret.json'), '{}');
  symlinkSync(join(root, 'secret.json'), join(project, 'out.json'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(name: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
  chmodSync(join(project, name), mode);
}

/** All that a load asks about. */
const ask = (files: HookFiles): unknown => {
  const at = (name: string): string => join(project, name);
  return [
    files.read(at('hooks.json'), project),
    files.read(at('gone.json'), project),
    files.read(at('out.json'), project),
    files.list(at('hooks')),
    files.list(at('none')),
    files.leaves(at('hooks/one'), project),
    files.leaves(at('hooks/two'), project),
    files.isThere(at('hooks/one/HOOK.md')),
    files.isThere(at('hooks/two/HOOK.md')),
    files.read(at('hooks/one/HOOK.md'), project),
    files.kindOf(at('hooks/one/scripts/run.sh')),
    files.kindOf(at('hooks/one/scripts/run.py')),
    files.kindOf(at('hooks/one/scripts/run')),
    files.kindOf(at('hooks/one/scripts')),
  ];
};

function copyOf() {
  const { files, copy } = copyingFiles(project);
  const answers = ask(files);
  return { answers, copy: copy() };
}

test('a copy answers as the disk did, whatever became of the files', () => {
  const { answers, copy } = copyOf();
  rmSync(project, { recursive: true });
  expect(ask(copiedFiles(copy, project))).toEqual(answers);
});

test('a copy survives being written down', () => {
  const { answers, copy } = copyOf();
  expect(ask(copiedFiles(JSON.parse(JSON.stringify(copy)) as typeof copy, project))).toEqual(answers);
});

test('what was never asked about is not there', () => {
  const files = copiedFiles({}, project);
  expect([files.read(join(project, 'hooks.json'), project), files.list(project), files.kindOf(project)]).toEqual([
    { kind: 'missing' },
    { kind: 'missing' },
    'missing',
  ]);
});

test.each<[string, () => void]>([
  ['an edited file', () => put('hooks.json', '{"a": 2}')],
  ['a removed file', () => rmSync(join(project, 'hooks.json'))],
  ['a file that was not there', () => put('gone.json', '')],
  ['a new hook folder', () => put('hooks/three/HOOK.md', '')],
  ['a program that may not be run any more', () => chmodSync(join(project, 'hooks/one/scripts/run.sh'), 0o644)],
  ['an entry point that was not there', () => put('hooks/one/scripts/run', '')],
  [
    'a link that does not lead out any more',
    () => {
      rmSync(join(project, 'hooks/two'));
      put('hooks/two/HOOK.md', '');
    },
  ],
])('%s is seen', (_, change) => {
  const { copy } = copyOf();
  expect(isAsCopied(copy, project, [])).toBe(true);
  change();
  expect(isAsCopied(copy, project, [])).toBe(false);
});
