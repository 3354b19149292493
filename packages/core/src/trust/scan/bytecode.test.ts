import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeTree, removeTree } from '../../../../../test/support/tree.ts';
import { importsOfPython } from './imports.ts';

let project = '';

afterEach(() => removeTree(project));

function withBytecode(...headers: readonly (readonly [name: string, flags: number])[]): readonly string[] {
  project = makeTree({ 'a.py': 'import rules', 'rules.py': '' });
  mkdirSync(join(project, '__pycache__'));
  for (const [name, flags] of headers) {
    const header = Buffer.alloc(16);
    header.writeUInt32LE(flags, 4);
    writeFileSync(join(project, '__pycache__', name), header);
  }
  return importsOfPython({ text: 'import rules', file: join(project, 'a.py'), project }, [project]).map((path) =>
    path.slice(project.length + 1),
  );
}

test.each([
  ['a time stamp', 0, []],
  ['a hash that is compared', 3, []],
  ['a hash that is not compared', 1, ['__pycache__/rules.cpython-311.pyc']],
])('bytecode with %s is run instead of its module, or is not', (_, flags, expected) => {
  expect(withBytecode(['rules.cpython-311.pyc', flags], ['other.cpython-311.pyc', 1])).toEqual([
    'rules.py',
    ...expected,
  ]);
});
