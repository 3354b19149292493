import { chmodSync, readFileSync, statSync } from 'node:fs';
import type { JsonObject } from '@hookline/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorkbench, type Workbench } from '../../../../test/support/workbench.ts';
import { editTool } from './edit.ts';
import type { ToolEnd } from './tool.ts';

let bench: Workbench;

beforeEach(() => (bench = createWorkbench()));
afterEach(() => bench.remove());

const edit = async (old_string: string, new_string: string, more: JsonObject = {}): Promise<ToolEnd> =>
  bench.run(editTool, { file_path: 'a.txt', old_string, new_string, ...more });
const content = (): string => readFileSync(bench.path('a.txt'), 'utf8');

describe('an exact text is replaced', () => {
  test('once, and the file is reported to the host', async () => {
    const path = bench.write('a.txt', 'one\ntwo\nthree\n');
    chmodSync(path, 0o640);
    expect(await edit('two\n', '2\n2\n')).toEqual({
      ok: true,
      text: `updated ${path}: 1 replacement, at line 2`,
    });
    expect([content(), statSync(path).mode & 0o777]).toEqual(['one\n2\n2\nthree\n', 0o640]);
    expect(bench.told).toEqual([path]);
  });

  test('everywhere when all are wanted', async () => {
    const path = bench.write('a.txt', 'x y x');
    expect(await edit('x', 'z', { replace_all: true })).toMatchObject({
      text: `updated ${path}: 2 replacements, the first at line 1`,
    });
    expect(content()).toBe('z y z');
  });

  test('by nothing, and by text that other languages would expand', async () => {
    bench.write('a.txt', 'a.b');
    await edit('.', "$& $1 $' \\0");
    expect(content()).toBe("a$& $1 $' \\0b");
    await edit("$& $1 $' \\0", '');
    expect(content()).toBe('ab');
  });

  test('with the line ends of the file', async () => {
    bench.write('a.txt', '\ufeffone\r\ntwo\r\n');
    await edit('one\ntwo', '1\n2\n3');
    expect(content()).toBe('\ufeff1\r\n2\r\n3\r\n');
    await edit('3', '3\n4');
    expect(content()).toBe('\ufeff1\r\n2\r\n3\r\n4\r\n');
  });

  test('as written where line ends are mixed, in the ends of its place where that is not found', async () => {
    bench.write('a.txt', 'a\nb\nc\r\nd\r\n');
    await edit('a\nb', 'A\nB');
    await edit('c\nd', 'C\nD');
    expect(content()).toBe('A\nB\nC\r\nD\r\n');
  });
});

describe('what cannot be replaced is an error, and the file stays as it is', () => {
  test.each<readonly [string, JsonObject, string]>([
    ['x', { old_string: 'y' }, 'no_match: …: old_string was not found; read the file again, it may have changed'],
    [
      'if (a)\n\treturn;',
      { old_string: 'if (a)\n  return;' },
      'no_match: …: old_string was not found; a text that differs only in whitespace was: read the file again and copy it exactly',
    ],
    [
      'x x x',
      { old_string: 'x' },
      'no_match: …: old_string occurs 3 times; give more lines around it, or set replace_all',
    ],
    ['x', { old_string: 'x', new_string: 'x' }, 'invalid_input: old_string and new_string are equal'],
    ['x', { old_string: '' }, 'invalid_input: Edit: "old_string" is empty'],
  ])('%j %j', async (before, input, error) => {
    const path = bench.write('a.txt', before);
    const end = await edit('', 'new', input);
    expect(end.ok ? end.text : `${end.errorType}: ${end.error.replace(path, '…')}`).toBe(error);
    expect(content()).toBe(before);
    expect(bench.told).toEqual([]);
  });

  test('bytes that are no UTF-8', async () => {
    const bytes = Buffer.from([0x61, 0xe4, 0x62]);
    const path = bench.write('a.txt', bytes);
    expect(await edit('a', 'b')).toEqual({
      ok: false,
      error: `${path}: the file is not UTF-8 text; change it with Bash`,
      errorType: 'binary',
    });
    expect(readFileSync(path)).toEqual(bytes);
  });

  test('a file that is not there', async () => {
    bench.write('b.txt', '');
    expect(await edit('a', 'b', { file_path: 'c.txt' })).toMatchObject({ errorType: 'not_found' });
  });
});
