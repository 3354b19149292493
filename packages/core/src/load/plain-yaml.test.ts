import fc from 'fast-check';
import { parseDocument } from 'yaml';
import { describe, expect, it } from 'vitest';
import { readPlainYaml } from './plain-yaml.ts';

const byLibrary = (text: string): unknown => {
  const document = parseDocument(text, { merge: true, logLevel: 'error' });
  return [...document.errors, ...document.warnings].length > 0 ? 'refused' : document.toJS();
};

const indent = fc.constantFrom('', '', '', '  ', '  ', '    ', '      ', ' ', '   ');
const dash = fc.constantFrom('', '', '- ', '-', '-  ', '- - ');
const key = fc.constantFrom(
  'a',
  'b',
  'c',
  'hooks',
  'exec',
  'true',
  'null',
  '<<',
  '"q"',
  '__proto__',
  'x-y',
  'Yes',
  '1',
  '? z',
);
const colon = fc.constantFrom(': ', ': ', ':', ':  ', ' : ', '');
const scalar = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    'yes',
    'true',
    'True',
    'null',
    '~',
    '12',
    '012',
    '0',
    '-1',
    '1.5',
    '0x1f',
    '.inf',
    './a.sh',
    '~/b',
    '/c d',
  ),
  fc.constantFrom(
    '"x"',
    "'x'",
    '"\\.py"',
    '"a" # c',
    "'a' 'b'",
    "it's",
    'a # b',
    'a: b',
    'a:b',
    '["x"]',
    '["x", "y"]',
    '[x]',
    '{}',
    '|',
    '>-',
  ),
  fc.constantFrom(
    '&a x',
    '*a',
    '!t x',
    '@x',
    '%x',
    '`x',
    'a, b',
    'a\\b',
    '- x',
    '? x',
    '# c',
    'x  ',
    '\tx',
    'x\ty',
    '"',
    "'",
    'é',
    '日本',
    '\u2028',
  ),
  fc.string({
    unit: fc.constantFrom('a', ' ', ':', '#', '"', "'", '-', '.', '\\', ',', '[', ']', '0', '~', '|'),
    maxLength: 8,
  }),
);
const line = fc.tuple(indent, dash, key, colon, scalar).map((parts) => parts.join(''));
const other = fc.tuple(indent, dash, scalar).map((parts) => parts.join(''));

type Block = string | readonly Block[] | BlockObject;
interface BlockObject {
  readonly [key: string]: Block;
}

const { block } = fc.letrec<{ block: Block }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('x', '5', 'true', '"q: #"', "'\\r'", './s t', 'é, ü', '["a", "b"]', "it's", '"" # c', 'a|b'),
    fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'exec', 'x-y', '__proto'), tie('block'), { minKeys: 1, maxKeys: 3 }),
  ),
}));

const write = (value: Block, depth: number): string => {
  if (typeof value === 'string') return ` ${value}\n`;
  const spaces = '  '.repeat(depth);
  const isList = Array.isArray(value);
  const lines = Object.entries(value as Record<string, Block>).map(([name, inner]) => {
    const text = write(inner, depth + 1);
    const isPlain = typeof inner === 'string';
    if (!isList) return `${spaces}${name}:${isPlain ? '' : '\n'}${text}`;
    return isPlain ? `${spaces}-${text}` : `${spaces}- ${text.trimStart()}`;
  });
  return lines.join('');
};

const spoil = fc.tuple(
  fc.nat(),
  fc.constantFrom('', '', '', ' ', '\n', ':', ': ', '#', ' #', '-', '- ', '"', "'", '\t', ',', '[', '&', '~'),
);
const sound = fc.tuple(block, spoil).map(([value, [at, mark]]) => {
  const written = write(value, 0);
  const place = at % (written.length + 1);
  return written.slice(0, place) + mark + written.slice(place);
});
const wild = fc
  .array(fc.oneof({ weight: 4, arbitrary: line }, other), { maxLength: 8 })
  .map((lines) => lines.join('\n'));
const text = fc.oneof(sound, wild);

describe('readPlainYaml', () => {
  it('reads what it reads exactly as the library does', () => {
    let read = 0;
    let asked = 0;
    fc.assert(
      fc.property(text, (yaml) => {
        asked += 1;
        const value = readPlainYaml(yaml);
        if (value === null) return;
        read += 1;
        expect([yaml, value]).toEqual([yaml, byLibrary(yaml)]);
      }),
      { numRuns: 10_000 },
    );
    expect(read / asked).toBeGreaterThan(0.05);
  });

  it.each<readonly [string, unknown]>([
    ['# a comment\n  # another\n\na: 1\n', { a: 1 }],
    ['a: x  \nb:  \n  c:   y \n', { a: 'x', b: { c: 'y' } }],
    ['a: true\nb: false\n', { a: true, b: false }],
    ['a: \'long one\' # why\nb: "x"  #\n', { a: 'long one', b: 'x' }],
    ['k:\n- a\n- b: 1\n  c: 2\nl: 1\n', { k: ['a', { b: 1, c: 2 }], l: 1 }],
    ['- a\n- ["x", "y"]\n', ['a', ['x', 'y']]],
    ['- a:\n  - b\n- c\n', [{ a: ['b'] }, 'c']],
  ])('%j is plain', (yaml, value) => {
    expect([readPlainYaml(yaml), byLibrary(yaml)]).toEqual([value, value]);
  });

  it.each([
    'just text',
    ' a: 1',
    '- a\nmore',
    'a: 1\nmore',
    'a: 1\n  more',
    'a: 1\n- b: 2',
    'a: 1\n- b',
    'a: 1\n  b: 2',
    'a: 1\na: 2',
    'a:\nb: 1',
    'a:',
    'x:\n  a:\n- b',
    'x:\n    a: 1\n  b: 2',
    '- a\n  - b',
    '- a\n- ~',
    '-',
    'a: ~',
    'a: null',
    'a: True',
    'null: 1',
    'a: 1\nnull: 1',
    'True: 1',
    'NULL: 1',
    '__proto__: 1',
    'a: x # comment',
    'a: x: y',
    'a: x "y" # comment',
    'a: x\u2028y',
    'a: x\r\nb: y',
    'a: "x" y',
    'a: 012',
    'a: |\n  x',
  ])('%j is left to the library', (yaml) => {
    expect(readPlainYaml(yaml)).toBeNull();
  });

  it('reads ordinary front matter and configuration without the library', () => {
    expect(
      readPlainYaml(
        'name: a-b\ndescription: Block rm -rf /, always\nmatcher:\n  tool: "Shell"   # a comment\n  pattern: \'\\.py$\'\ntimeout: 5000\nasync: false\n',
      ),
    ).toEqual({
      name: 'a-b',
      description: 'Block rm -rf /, always',
      matcher: { tool: 'Shell', pattern: '\\.py$' },
      timeout: 5000,
      async: false,
    });
    expect(
      readPlainYaml(
        'hooks:\n  tool_call_pre:\n    - exec: ~/a.sh --fast\n      timeout_ms: 100\n    - exec: ["sh", "-c", "exit 0"]\n  session_end:\n  - exec: b\n',
      ),
    ).toEqual({
      hooks: {
        tool_call_pre: [{ exec: '~/a.sh --fast', timeout_ms: 100 }, { exec: ['sh', '-c', 'exit 0'] }],
        session_end: [{ exec: 'b' }],
      },
    });
  });
});
