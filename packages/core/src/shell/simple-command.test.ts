import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simpleCommandWords } from './simple-command.ts';

const ENV = { HOME: '/home/me', PROJECT: '/code/my project', PLAIN: '/plain', EMPTY: '', STAR: '*', PWD: '/wrong' };

const words = (script: string): readonly string[] | null => simpleCommandWords(script, ENV, '/fallback');

test.each([
  ['python3 x.py', ['python3', 'x.py']],
  ['~/hooks/x.sh', ['/home/me/hooks/x.sh']],
  ['~', ['/home/me']],
  ['"$PROJECT"/x.sh', ['/code/my project/x.sh']],
  ['"${PROJECT}/x.sh" --all', ['/code/my project/x.sh', '--all']],
  ['$PLAIN/x.sh', ['/plain/x.sh']],
  ["bash 'my hook.sh' a\\ b", ['bash', 'my hook.sh', 'a b']],
  ['  x.sh \\\n  --more\n', ['x.sh', '--more']],
  ['x.sh 2>/dev/null', ['x.sh']],
  ['x.sh > out.txt 2>&1 < in.txt', ['x.sh']],
  ['x.sh >> "$PROJECT/log" a', ['x.sh', 'a']],
  ['x.sh &> all', ['x.sh']],
  ['x.sh a#b c~d', ['x.sh', 'a#b', 'c~d']],
  ['x.sh "a \\" \\$ \\\\ \\n"', ['x.sh', 'a " $ \\ \\n']],
])('%j is %j', (script, expected) => {
  expect(words(script)).toEqual(expected);
});

test.each([
  ['a; b'],
  ['a && b'],
  ['a | b'],
  ['a &'],
  ['a\nb'],
  ['( a )'],
  ['{ a; }'],
  ['a $(b)'],
  ['a `b`'],
  ['a <(b)'],
  ['a << X'],
  ['a *.sh'],
  ['a {b,c}'],
  ['a ?'],
  ['X=1 a'],
  ['X=1'],
  ['> out X=1 a'],
  ['if a'],
  ['time a'],
  ['! a'],
  ['[[ a ]]'],
  ['a # comment'],
  ['a $STAR'],
  ['$PROJECT/x.sh'],
  ['a $UNKNOWN'],
  ['a ${PLAIN:-b}'],
  ['a $1 $? $@'],
  ["a $'b'"],
  ['a "$(b)"'],
  ['$PWD/x.sh'],
  ['~other/x.sh'],
  ["a 'open"],
  ['a "open'],
  ['a \\'],
  ["a 'b\\\nc'"],
  [''],
  ['   '],
])('%j is not for us to judge', (script) => {
  expect(words(script)).toBe(null);
});

test('without HOME in the environment, ~ is the home that was given', () => {
  expect(simpleCommandWords('~/x', {}, '/fallback')).toEqual(['/fallback/x']);
});

const piece = fc.constantFrom(
  'a',
  'b.sh',
  '/x',
  '-e',
  '0',
  '2',
  '=',
  '#',
  '~',
  '~/',
  ' ',
  '  ',
  '\t',
  '\n',
  '\\\n',
  '\\',
  '\\ ',
  "'",
  '"',
  '$',
  '{',
  '}',
  '$PLAIN',
  '${PLAIN}',
  '$PROJECT',
  '"$PROJECT"',
  '$EMPTY',
  '$STAR',
  '$NONE',
  '"~"',
  "'a b'",
  '"a\\"b"',
  '"\\x"',
  '%',
  ',',
  ' 2>/dev/null ',
  ' </dev/null ',
  ' 2>&1 ',
  '&',
  ';',
  '|',
  '(',
  ')',
  '`',
  '*',
  '?',
  '[',
  ']',
  '!',
  'é',
  ':',
  '+',
);
// bash carries the redirections out for real: no other target may come about, so no sign for one stands alone.
const line = fc.array(piece, { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join(''));

test('whenever it speaks, bash expands the line to the same words', () => {
  const lines = fc.sample(line, { numRuns: 30_000, seed: 7 });
  const spoken = lines.filter((text) => words(text) !== null);
  expect(spoken.length).toBeGreaterThan(2000);
  const expanded = askBash(spoken);
  spoken.forEach((text, index) => expect([text, words(text)]).toEqual([text, expanded[index]]));
}, 120_000);

/** The words that bash would pass to the command, for each line, from one process. */
function askBash(lines: readonly string[]): readonly (readonly string[])[] {
  const script = `
    while IFS= read -r -d '' line; do
      eval "show $line"
      printf '\\1\\0'
    done`;
  const answer = execFileSync('bash', ['-c', `show() { printf '%s\\0' "$@"; }; ${script}`], {
    input: lines.map((text) => `${text.replace(/^(?:[ \t\n]|\\\n)+/, '')}\0`).join(''), // the line is put behind a word
    cwd: tmpdir(),
    env: { ...ENV, PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return answer
    .split('\x01\0')
    .slice(0, -1)
    .map((given) => given.split('\0').slice(0, -1));
}
