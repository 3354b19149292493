import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { bashTree, prepareBashParser, simpleCommands } from './bash-tree.ts';

const commandsOf = (line: string) => {
  const found = simpleCommands(line, 1000);
  return 'texts' in found ? found.texts : found.why;
};

it('before the parser is loaded no line can be taken apart', async () => {
  // Other files of this process may have loaded it.
  vi.resetModules();
  const fresh = await import('./bash-tree.ts');
  expect(fresh.simpleCommands('ls', 50)).toEqual({ why: 'the parser of Bash is not loaded', isTooMuch: true });
  expect(fresh.bashTree('ls', 50)).toEqual({ why: 'the parser of Bash is not loaded', isTooMuch: true });
});

describe('the simple commands of a line', () => {
  beforeAll(prepareBashParser);

  it.each<readonly [string, readonly string[]]>([
    ['a 1 && b 2 || c 3', ['a 1', 'b 2', 'c 3']],
    ['a; b & c', ['a', 'b', 'c']],
    ['a | b |& c', ['a', 'b', 'c']],
    ['a\nb', ['a', 'b']],
    ['echo $(git log) `git tag`', ['echo $(git log) `git tag`', 'git log', 'git tag']],
    ['echo "at $(git log)"', ['echo "at $(git log)"', 'echo at $(git log)', 'git log']],
    ['(a; b)', ['a', 'b']],
    ['{ a; b; }', ['a', 'b']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['for i in $(ls); do rm $i; done', ['ls', 'rm $i']],
    ['for ((i=$(a); i<1; i++)); do b; done', ['a', 'b']],
    ['while a; do b; done; until c; do d; done', ['a', 'b', 'c', 'd']],
    ['case $(a) in x) b;; *) c;; esac', ['a', 'b', 'c']],
    ['select x in a; do b; done', ['b']],
    ['f() { a; }; function g { b; }', ['a', 'b']],
    ['diff <(a 1) >(b 2)', ['diff <(a 1) >(b 2)', 'a 1', 'b 2']],
    ['cat <<E\n$(rm x)\nE', ['cat', 'rm x']],
    ["cat <<'E'\n$(rm x)\nE", ['cat']],
    ['cat <<< "$(a)"', ['cat', 'a']],
    ['echo $((1 + $(a)))', ['echo $((1 + $(a)))', 'a']],
    ['((x = $(a)))', ['a']],
    ['X=$(a) Y=1 b', ['b', 'a']],
    ['X=$(a)', ['a']],
    ['X=(1 $(a))', ['a']],
    ['[[ -n $(a) ]]', ['a']],
    ['echo ${x:-$(a)}', ['echo ${x:-$(a)}', 'a']],
    ['> $(a) b 2>&1 < c', ['b', 'a']],
    ['time ! a', ['a']],
    ['coproc a 1', ['a 1']],
    ['CI=1 NODE_ENV=test npm  run   build 2>&1', ['npm run build']],
    [`g'i't "pu"sh`, [`g'i't "pu"sh`, 'git push']],
    ['\\git push', ['\\git push', 'git push']],
    ["$'gi\\x74' push", ["$'gi\\x74' push", 'git push']],
    ['git \\\n push', ['git push']],
    ['export X="a b"', ['export X="a b"', 'export X=a b']],
    ['echo `echo \\`git x\\``', ['echo `echo \\`git x\\``', 'echo `git x`', 'git x']],
    ['a # b; c', ['a']],
    ['a;(b); x `ls`', ['a', 'b', 'x `ls`', 'ls']],
    ['echo ${ a; }', ['echo ${ a; }', 'a']],
    ['declare x=(1 2)', ['declare x=(1 2)']],
    ['echo a; (b)', ['echo a', 'b']],
    ['', []],
    ['> out', []],
  ])('%s', (line, expected) => {
    expect(commandsOf(line)).toEqual(expected);
  });

  it.each([
    'git "x',
    "git 'x",
    'git $(x',
    'git `x',
    'git (',
    'git (; rm x',
    'git a  (b',
    'git a \\\n (b)',
    'X=1 (b)',
    'echo `git (`',
    'if a',
    'a &&',
    'a )',
    '${ rm x',
    'for x in',
    '((',
    'a | | b',
    'echo $(echo "x)',
  ])('%s cannot be parsed', (line) => {
    expect(commandsOf(line)).toMatch(/^the command cannot be parsed: /);
  });

  it('says what is wrong with a line', () => {
    expect(commandsOf('git (')).toBe("the command cannot be parsed: unexpected token '('");
    expect(commandsOf('echo ${ rm x')).toBe('the command cannot be parsed: unterminated ${');
    expect(simpleCommands('{a,'.repeat(20_000), 1)).toEqual({
      why: 'the command is nested too deeply',
      isTooMuch: true,
    });
  });

  it('a line of more than 64 KB is not parsed', () => {
    expect(commandsOf('a'.repeat(65_536))).toEqual(['a'.repeat(65_536)]);
    expect(commandsOf('a'.repeat(70_000))).toBe('the command is longer than 65536 characters');
  });

  it.each([
    ['{a,', 20_000],
    ['$(', 20_000],
    ['"$(', 20_000],
    ['<<A ', 16_000],
    ['$((', 20_000],
  ])('%s repeated ends in time', (text, times) => {
    const start = process.cpuUsage();
    expect(simpleCommands(text.repeat(times))).toHaveProperty('why');
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
    expect(commandsOf('git push')).toEqual(['git push']);
  });

  it('every command of a line that is put together at random is found', () => {
    const simple = fc.constantFrom('git push', 'rm -rf x', 'ls', 'echo "a b"', "printf '%s' y");
    const { line } = fc.letrec<{ line: Line }>((tie) => ({
      line: fc.oneof(
        { maxDepth: 4 },
        simple.map((text) => ({ text, commands: [text] })),
        fc.tuple(fc.constantFrom(...SHAPES), tie('line'), tie('line')).map(([shape, one, two]) => ({
          text: shape.replace('ONE', () => one.text).replace('TWO', () => two.text),
          commands: [...one.commands, ...two.commands],
        })),
      ),
    }));
    fc.assert(
      fc.property(line, ({ text, commands }) => {
        expect(commandsOf(text)).toEqual(expect.arrayContaining([...commands]));
      }),
    );
  });

  it('no line throws', () => {
    const piece = fc.constantFrom(
      ...'a ; & | ( ) { } $( ` " \' \\ < > << \n = [[ ]] ${ if then fi do done case esac for in'.split(' '),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary' }))), (pieces) => {
        simpleCommands(pieces.join(' '), 50);
        simpleCommands(pieces.join(''), 50);
      }),
    );
  });
});

describe('the tree of a line', () => {
  beforeAll(prepareBashParser);

  it('holds the line, and every simple command in it, wherever it stands', () => {
    const tree = bashTree('a $(b) | c; echo $((1 + $(d)))', 1000);
    expect(tree).toMatchObject({ script: { type: 'Script' } });
    expect('commands' in tree ? tree.commands.map(({ name }) => name?.text) : tree.why).toEqual([
      'a',
      'b',
      'c',
      'echo',
      'd',
    ]);
  });

  it.each(['a "', 'a $(', 'if x', 'f a (b)', `a ${'b'.repeat(70_000)}`])(
    'is none for a line that Bash refuses, or that is too long',
    (line) => {
      expect(bashTree(line, 1000)).toMatchObject({ why: expect.stringMatching(/cannot be parsed|longer than/) });
    },
  );
});

interface Line {
  readonly text: string;
  readonly commands: readonly string[];
}

// A space keeps a subshell at the start of a part from reading as arithmetic: `$((`.
const SHAPES = [
  'ONE && TWO',
  'ONE || TWO',
  'ONE; TWO',
  'ONE\nTWO',
  'ONE | TWO',
  'ONE |& TWO',
  'ONE & TWO',
  '( ONE; TWO)',
  '{ ONE; TWO; }',
  'x $( ONE) "$( TWO)"',
  'X=$( ONE) y $( TWO)',
  'if ONE; then TWO; fi',
  'while ONE; do TWO; done',
  'for x in $( ONE); do TWO; done',
  'case $( ONE) in a) TWO;; esac',
  'diff <( ONE) <( TWO)',
  'f() { ONE; TWO; }',
  '[[ -n $( ONE) ]] && TWO',
  'echo $((1 + $( ONE))); TWO',
];
