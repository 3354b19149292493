import { realpathSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { SET_UPS } from '../../../../../test/set-ups/set-ups.ts';
import { aHook } from '../../../../../test/support/hooks.ts';
import { makeTree, putTree, removeTree } from '../../../../../test/support/tree.ts';
import type { Hook } from '../../model/index.ts';
import { charge, withinScanBudget } from '../scan-budget.ts';
import { filesOfHook, filesWrittenBy } from './files-of-hook.ts';

let project = '';

afterEach(() => removeTree(project));

const hookOf = (script: string, more: Partial<Hook> = {}): Hook =>
  aHook({ handler: { kind: 'command', form: 'shell', shell: 'bash', script }, ...more });
const filesOf = (hook: Hook) => filesOfHook(hook, { project, start: project, values: new Map() });

const CHANGES = SET_UPS.flatMap(({ title, command, files, change }) =>
  change === 'bytecode' ? [] : [{ title, command, files, change }],
);

test.each(CHANGES)(
  'a changed file is one of the files, or a new one is found: $title',
  ({ command, files, change }) => {
    project = makeTree(files);
    const hook = hookOf(command);
    const before = filesOf(hook);
    expect(filesOf(hook)).toEqual(before);
    const real = before.files.map((file) => relative(project, realpathSync(join(project, file))));
    for (const [name, text] of Object.entries(change)) {
      if (text.startsWith('-> ')) rmSync(join(project, name), { force: true });
      putTree(project, { [name]: text });
    }
    const after = filesOf(hook);
    const isCovered = Object.keys(change).some((name) =>
      [...before.files, ...real].some((file) => file === name || file.startsWith(`${name}/`)),
    );
    expect(isCovered || JSON.stringify(after.files) !== JSON.stringify(before.files)).toBe(true);
  },
);

test('files, missing ones, folders and what cannot be known are told apart, sorted and relative to the project', () => {
  project = makeTree({
    'h/guard.sh': '. ./lib.sh\n. ./gone.sh\nrun-parts h/rules.d\ngrep -f h/deny.txt\n"$1" x',
    'h/rules.d/b': '',
    'h/rules.d/a': '',
    'h/deny.txt': '',
    'lib.sh': '',
  });
  const built = 'what it starts is put together while it runs';
  expect(filesOf(hookOf('bash h/guard.sh; $X y'))).toEqual({
    files: ['h/deny.txt', 'h/guard.sh', 'h/rules.d/a', 'h/rules.d/b', 'lib.sh'],
    missing: ['h/gone.sh'],
    folders: ['h/rules.d'],
    unknown: [
      { what: '… y', why: built, file: null },
      { what: '… x', why: built, file: 'h/guard.sh' },
    ],
  });
});

test('what the scan budget does not reach is named', () => {
  project = makeTree({ 'a.sh': 'x' });
  const found = withinScanBudget(() => {
    charge('steps', 300_000, '');
    return filesOf(hookOf('bash a.sh', { name: 'guard' }));
  });
  expect(found).toMatchObject({ files: [], unknown: [{ what: 'guard', file: null }] });
  expect(found.unknown[0]?.why).toContain('more than 300000 words and places to look through');
});

test('of a HOOK.md folder its definition and all below scripts/ count, and a log beside them does not', () => {
  project = makeTree({
    '.agents/hooks/g/HOOK.md': '',
    '.agents/hooks/g/scripts/run.sh': '',
    '.agents/hooks/g/run.log': '',
  });
  const folder = join(project, '.agents/hooks/g');
  const found = filesOf(hookOf('true', { folder, file: join(folder, 'HOOK.md') }));
  expect(found.files).toEqual(['.agents/hooks/g/HOOK.md', '.agents/hooks/g/scripts/run.sh']);
});

test('what one hook writes is no data of another', () => {
  project = makeTree({ 'h/a.sh': 'date > h/last', 'h/b.sh': 'cat h/last h/deny.txt', 'h/last': '', 'h/deny.txt': '' });
  const hooks = [hookOf('bash h/a.sh'), hookOf('bash h/b.sh')];
  const context = { project, start: project, values: new Map<string, string>() };
  expect(filesOfHook(hookOf('bash h/b.sh'), context).files).toEqual(['h/b.sh', 'h/deny.txt', 'h/last']);
  const written = filesWrittenBy(hooks, context);
  expect(filesOfHook(hookOf('bash h/b.sh'), { ...context, written }).files).toEqual(['h/b.sh', 'h/deny.txt']);
});
