import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandsIn, commandsOf, UNKNOWN } from './loose-words.ts';
import type { Command, ShellWord } from './loose-words.ts';

const values = new Map([['QODER_PROJECT_DIR', '/p']]);
/** Each command with `·` between its words, a `>` before one that is written to, and a `?` for what is not known. */
const shown = (commands: readonly Command[]): readonly string[] =>
  commands.map((command) => command.map(shownWord).join('·'));
const shownWord = ({ text, isWritten }: ShellWord): string => `${isWritten ? '>' : ''}${text.replaceAll(UNKNOWN, '?')}`;
const wordsOf = (text: string): readonly string[] => shown(commandsIn(text, values));

test.each<[string, readonly string[]]>([
  ['', []],
  [' \t\n', []],
  ['a b\tc', ['a·b·c']],
  ['a; b && c | d & e\nf', ['a', 'b', 'c', 'd', 'e', 'f']],
  ['(a b) {c,d} é', ['a·b', '{c,d}·é']],
  ['a\\\nb\\;c', ['ab;c']],
  ['\\', ['']],
])('blanks part words, and separators commands: %j', (text, expected) => {
  expect(wordsOf(text)).toEqual(expected);
});

test.each<[string, readonly string[]]>([
  [`'a b' "c d" e\\ f`, ['a b·c d·e f', 'a·b', 'c·d']],
  [`x'a'y"b"z`, ['xaybz']],
  [`x'a b'y"c d"z`, ['xa byc dz', 'a·b', 'c·d']],
  [`$'a b' $"c d"`, ['a b·c d', 'a·b', 'c·d']],
  [`"it's here"`, ["it's here", 'its here', 's·here']],
  ['"say \\"x y\\" z"', ['say "x y" z', 'say·x y·z', 'x·y']],
  ['"a\\\\ b"', ['a\\ b', 'a b']],
  [`'$QODER_PROJECT_DIR/a' '$QODER_PROJECT_DIR a'`, ['$QODER_PROJECT_DIR/a·$QODER_PROJECT_DIR a', '/p·a']],
  [`'a/b-c.d~e+f@g%h,i$j'`, ['a/b-c.d~e+f@g%h,i$j']],
  ["bash -c 'source lib.sh; run'", ['bash·-c·source lib.sh; run', 'source·lib.sh', 'run']],
  [`'open a`, ['open a', 'open·a']],
  [`"open a`, ['open a', 'open·a']],
  [`$'`, ['']],
])(
  'what stands in quotes is one word, and is read as a text of its own where it could be one: %j',
  (text, expected) => {
    expect(wordsOf(text)).toEqual(expected);
  },
);

test.each<[string, readonly string[]]>([
  ['"$QODER_PROJECT_DIR"/x.sh ${QODER_PROJECT_DIR}/y.sh', ['/p/x.sh·/p/y.sh']],
  ['$env:QODER_PROJECT_DIR/x.ps1 ${Env:QODER_PROJECT_DIR}/y.ps1', ['/p/x.ps1·/p/y.ps1']],
  ['${#QODER_PROJECT_DIR} ${!QODER_PROJECT_DIR} ${QODER_PROJECT_DIR', ['?·?·/p']],
  ['${QODER_PROJECT_DIR#/}/x ${QODER_PROJECT_DIR%%p} ${QODER_PROJECT_DIR%[a-z]}', ['p/x·/·?']],
  ['$OTHER/x.sh a${OTHER}b $1$2', ['?/x.sh·a?b·??']],
  ['$@ $* $? $# $! $$ $-', ['?·?·?·?·?·?·?']],
  ['$ $. a$', ['$·$.·a$']],
  ['$é/$QODER_PROJECT_DIR', ['$é//p']],
  ['"$(dirname "$0")/lib.sh" `pwd`/x', ['?/lib.sh·?/x', 'dirname·?', 'pwd']],
  ['$(a $(b c) d) e', ['?·e', 'a·?·d', 'b·c']],
  ["`a 'b c'`", ['?', 'a·b c', 'b·c']],
  ['$(open a', ['?', 'open·a']],
  ['`open a', ['?', 'open·a']],
  ['${X:-lib/a} ${X-lib/b} ${X:=c d} ${X:+e} ${X:?f g}', ['?·?·?·?·?', 'lib/a', 'lib/b', 'c·d', 'e', 'f·g']],
  ['${X:-${Y:-a b}} ${X:-a-b c}', ['?·?', '?', 'a-b·c', 'a·b']],
  ['${QODER_PROJECT_DIR/a/b c}', ['/p', '/a/b·c']],
  ['${QODER_PROJECT_DIR/*/b}', ['?']],
  [`$'a\\x62\\143\\'d' e$'\\t'f`, ["abc'd·e\tf", 'abcd']],
  [`"$'a b'"`, ["$'a b'", 'a b', 'a·b']],
])('known values are put in, others marked, and texts in brackets read: %j', (text, expected) => {
  expect(wordsOf(text)).toEqual(expected);
});

test.each<[string, readonly string[]]>([
  ['a > log 2>&1 >> b &> c < d', ['a·>log·2·>1·>b', '>c·d']],
  ['a >| b c', ['a', '>b·c']],
  ['a >&2 c', ['a·>2·c']],
  ['a >"b c" d', ['a·>b c·d', 'b·c']],
  ['a >b&c', ['a·>b', 'c']],
])('what is written to is told from what is read: %j', (text, expected) => {
  expect(wordsOf(text)).toEqual(expected);
});

test.each<[string, string]>([
  ['x=lib; $x/a', 'lib/a'],
  ['a && x=lib\n$x/a', 'lib/a'],
  ['f() (x=lib $x/a', 'lib/a'],
  ['a|x=lib $x/a', 'lib/a'],
  ['a;x=lib;$x/a', 'lib/a'],
  ['a&x=lib;$x/a', 'lib/a'],
  ['_X1=lib; ${_X1}/a', 'lib/a'],
  ['x=a; x=a; $x', 'a'],
  ['x=a; x=b; $x', '?'],
  ['x=a; x+=b; $x', '?'],
  ['x=lib/a.sh; ${x%.sh}', 'lib/a'],
  ['x="a\nb"; "$x"', 'a\nb'],
  ['x=; $x/a', '?/a'],
  ['1x=lib; $1x/a', '?/a'],
  ['y=$x/2; x=1; $y', '1/2'],
  ['QODER_PROJECT_DIR=other; $QODER_PROJECT_DIR/a', '/p/a'],
  ['--x=lib; $x', '?'],
  ['a=1; --x=lib; $x', '?'],
  ['x=1; y=$x/2; z=$y/3; $z', '?/2/3'],
  ['for f in lib; do $f', 'lib'],
  ['for f in lib other; do $f', '?'],
  ['for f of lib; do $f', '?'],
  ['each f in lib; for x in; do $f', '?'],
  ['for\tf in lib; do $f', 'lib'],
])('what is set once in a text is known, also before it; what is set to several things is not: %j', (text, last) => {
  const commands = wordsOf(text).map((command) => command.split('·').at(-1));
  expect(commands).toContain(last);
  expect(commands.filter((word) => word?.includes('?'))).toEqual(last.includes('?') ? [last] : []);
});

test('texts are read eight levels deep', () => {
  const nested = (depth: number): string => `${'$('.repeat(depth)}deep${')'.repeat(depth)}`;
  const unknown = (count: number) => Array.from({ length: count }, () => '?');
  expect(wordsOf(nested(7))).toEqual([...unknown(7), 'deep']);
  expect(wordsOf(nested(8))).toEqual(unknown(8));
});

test('literal arguments stay whole, known values are put in, and texts among them are read as well', () => {
  const words = [
    'sh',
    '-c',
    'exec "$QODER_PROJECT_DIR/x" y',
    '${QODER_PROJECT_DIR}/a b',
    '$OTHER',
    'x=lib',
    'a>b',
    '`q`',
  ];
  expect(shown(commandsOf(words, values))).toEqual([
    'sh·-c·exec "/p/x" y·/p/a b·$OTHER·x=lib·a>b·`q`',
    'exec·/p/x·y',
    '/p/a·b',
    '?',
    'a·>b',
    '?',
    'q',
  ]);
});

test('no text makes the reader throw or take long', () => {
  const unit = fc.constantFrom(...' \n\'"`$(){}\\;&|<>=:ab/.#~*'.split(''), '\0', '😀');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 200 }), (text) => {
      expect(Array.isArray(commandsIn(text, values))).toBe(true);
    }),
    { numRuns: 5_000 },
  );
  for (const piece of ['$(', '${', '"', "'", '`', '\\', '$(" ', '"$(', 'a ']) {
    const start = performance.now();
    commandsIn(piece.repeat(100_000), values);
    expect(performance.now() - start).toBeLessThan(5_000);
  }
});
