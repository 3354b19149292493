import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { needs } from '../../../../test/support/programs.ts';
import { splitWords } from './shlex.ts';

const PYTHON = `
import json, shlex, sys
def split(line):
    try:
        return shlex.split(line)
    except ValueError:
        return None
json.dump([split(line) for line in json.load(sys.stdin)], sys.stdout)
`;

const special = fc.constantFrom(
  ' ',
  '\t',
  '\r',
  '\n',
  "'",
  '"',
  '\\',
  '#',
  '$',
  '`',
  '|',
  ';',
  '&',
  '(',
  '*',
  '~',
  '=',
);
const letter = fc.constantFrom('a', 'b', 'n', '0', '-', '/', 'é', '\u00a0', '\u2028', '😀', '\v', '\f', '\0', '{', '%');
const dense = fc.string({ unit: fc.oneof(special, letter), maxLength: 24 });
const quoted = fc
  .array(
    fc.oneof(
      dense,
      dense.map((text) => `'${text}'`),
      dense.map((text) => `"${text}"`),
      dense.map((text) => text.replace(/./gsu, '\\$&')),
    ),
    { maxLength: 6 },
  )
  .chain((parts) => fc.constantFrom('', ' ', '  ', '\n').map((glue) => parts.join(glue)));
const anything = fc.string({ unit: 'binary', maxLength: 40 }); // no lone surrogates: JSON for python cannot carry them

const ASKS_PYTHON = { ...needs('python3'), timeout: 120_000 };

test('splits every line exactly as shlex.split of python3 does', ASKS_PYTHON, () => {
  const lines = fc.sample(fc.oneof(dense, quoted, anything), { numRuns: 20_000, seed: 20_261 });
  const expected = askPython(lines);
  expect(expected.filter((words) => words === null).length).toBeGreaterThan(1000);
  lines.forEach((line, index) => {
    const split = splitWords(line);
    expect([line, split.ok ? split.words : null]).toEqual([line, expected[index]]);
  });
});

test('a fresh batch of random lines agrees too', ASKS_PYTHON, () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(dense, quoted), { minLength: 400, maxLength: 400 }), (lines) => {
      const expected = askPython(lines);
      return lines.every((line, index) => {
        const split = splitWords(line);
        return JSON.stringify(split.ok ? split.words : null) === JSON.stringify(expected[index]);
      });
    }),
    { numRuns: 5 },
  );
});

test.each([
  ['', []],
  ['  \t ', []],
  ["''", ['']],
  ['a"b"\'c\'\\ d', ['abc d']],
  ['python3 "my script.py" # no comment', ['python3', 'my script.py', '#', 'no', 'comment']],
  ['"\\$x \\" \\\\ \\n"', ['\\$x " \\ \\n']],
  ['$HOME/*.sh | cat', ['$HOME/*.sh', '|', 'cat']],
])('%j is split into %j', (line, words) => {
  expect(splitWords(line)).toEqual({ ok: true, words });
});

test('an open quote is named with its place', () => {
  expect(splitWords('say "hello')).toEqual({
    ok: false,
    why: 'the quote " at character 5 of the command line is never closed',
  });
  expect(splitWords("it's")).toEqual({
    ok: false,
    why: "the quote ' at character 3 of the command line is never closed",
  });
});

test('a backslash at the end is refused', () => {
  const refusal = { ok: false, why: 'the command line ends with a backslash that escapes nothing' };
  expect(splitWords('a \\')).toEqual(refusal);
  expect(splitWords('"a\\')).toEqual(refusal);
});

function askPython(lines: readonly string[]): readonly (readonly string[] | null)[] {
  const answer = execFileSync('python3', ['-c', PYTHON], {
    input: JSON.stringify(lines),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return JSON.parse(answer) as (string[] | null)[];
}
