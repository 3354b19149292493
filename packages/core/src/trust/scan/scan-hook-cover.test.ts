import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { SET_UPS } from '../../../../../test/set-ups/set-ups.ts';
import { aHook } from '../../../../../test/support/hooks.ts';
import { makeTree, putTree, removeTree } from '../../../../../test/support/tree.ts';
import type { Hook } from '../../model/index.ts';
import { coverHooks, filesWritten, type HookCover } from '../hook-cover.ts';
import { charge, withinScanBudget } from '../scan-budget.ts';
import { scanHook } from './scan-hook.ts';

let project = '';

afterEach(() => removeTree(project));

const hookOf = (script: string, more: Partial<Hook> = {}): Hook =>
  aHook({ handler: { kind: 'command', form: 'shell', shell: 'bash', script }, ...more });
const coverOf = (hook: Hook, written: readonly string[] = []): HookCover => {
  const [cover] = coverHooks([hook], { project, variables: [], written });
  if (cover === undefined) throw new Error('a hook without a cover');
  return cover;
};
const pathsOf = (hook: Hook, written?: readonly string[]): readonly string[] =>
  coverOf(hook, written).files.map(({ path }) => path);

const CHANGES = SET_UPS.flatMap(({ title, command, files, change }) =>
  change === 'bytecode' ? [] : [{ title, command, files, change }],
);

test.each(CHANGES)('a change of what runs is a change of the cover: $title', ({ command, files, change }) => {
  project = makeTree(files);
  const hook = hookOf(command);
  const before = coverOf(hook);
  expect(before.problem).toBeNull();
  expect(coverOf(hook).files).toEqual(before.files);
  for (const [name, text] of Object.entries(change)) {
    if (text.startsWith('-> ')) rmSync(join(project, name), { force: true });
    putTree(project, { [name]: text });
  }
  expect(coverOf(hook).files).not.toEqual(before.files);
});

test('code, data, missing files, folders and what cannot be known are told apart', () => {
  project = makeTree({
    'h/guard.sh': '. ./lib.sh\n. ./gone.sh\nrun-parts h/rules.d\ngrep -f h/deny.txt\n"$1" x',
    'h/rules.d/b': '',
    'h/rules.d/a': '',
    'h/deny.txt': '',
    'lib.sh': '',
  });
  const why = 'what it starts is put together while it runs';
  const found = scanHook(hookOf('bash h/guard.sh; $X y'), { project, start: project, values: new Map() });
  const at = (path: string): string => relative(project, path);
  expect(found.code.map(at)).toEqual(['h/guard.sh', 'h/rules.d/a', 'h/rules.d/b', 'lib.sh']);
  expect(found.data.map(at)).toEqual(['h/deny.txt']);
  expect(found.missing.map(at)).toEqual(['h/gone.sh']);
  expect(found.folders.map(at)).toEqual(['h/rules.d']);
  expect(found.unknownStarts).toEqual([{ what: '… y', why }]);
  expect([...found.unknown]).toEqual([[join(project, 'h/guard.sh'), [{ what: '… x', why }]]]);
});

test('a hook that the scan budget does not reach cannot be covered, and that is said', () => {
  project = makeTree({ 'a.sh': 'x' });
  const found = withinScanBudget(() => {
    charge('shell', 262_144, '');
    return coverOf(hookOf('bash a.sh', { name: 'guard' }));
  });
  expect(found.files).toEqual([]);
  expect(found.problem).toContain('guard leads to more than 262144 characters of shell texts to look through');
});

test('of a HOOK.md folder all below scripts/ counts, and a log beside it does not', () => {
  project = makeTree({
    '.agents/hooks/g/HOOK.md': '',
    '.agents/hooks/g/scripts/run.sh': '',
    '.agents/hooks/g/run.log': '',
  });
  const folder = join(project, '.agents/hooks/g');
  expect(pathsOf(hookOf('true', { folder, file: join(folder, 'HOOK.md') }))).toEqual([
    '.agents/hooks/g/scripts/run.sh',
  ]);
  // The definition itself is in the copy; beside another one it is a file like any other.
  expect(pathsOf(hookOf('true', { folder }))).toEqual(['.agents/hooks/g/HOOK.md', '.agents/hooks/g/scripts/run.sh']);
});

test('what one hook writes is no data of another', () => {
  project = makeTree({ 'h/a.sh': 'date > h/last', 'h/b.sh': 'cat h/last h/deny.txt', 'h/last': '', 'h/deny.txt': '' });
  const hooks = [hookOf('bash h/a.sh'), hookOf('bash h/b.sh')];
  expect(pathsOf(hookOf('bash h/b.sh'))).toEqual(['h/b.sh', 'h/deny.txt', 'h/last']);
  const written = filesWritten(hooks, { project, variables: [] });
  expect(pathsOf(hookOf('bash h/b.sh'), written)).toEqual(['h/b.sh', 'h/deny.txt']);
});
