import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandsIn, commandsOf } from './words.ts';

const values = new Map([['QODER_PROJECT_DIR', '/p']]);
const wordsOf = (text: string): readonly (readonly string[])[] =>
  commandsIn(text, values).map((command) =>
    command.map(({ text: word, isWritten }) => (isWritten ? `>${word}` : word)),
  );

test.each([
  ['a b\tc', [['a', 'b', 'c']]],
  ['a; b && c | d & e\nf', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']]],
  [
    `'a b' "c d" e\\ f`,
    [
      ['a b', 'c d', 'e f'],
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"$QODER_PROJECT_DIR"/x.sh ${QODER_PROJECT_DIR}/y.sh', [['/p/x.sh', '/p/y.sh']]],
  ['$env:QODER_PROJECT_DIR/x.ps1 ${env:QODER_PROJECT_DIR}/y.ps1', [['/p/x.ps1', '/p/y.ps1']]],
  ['$OTHER/x.sh ${OTHER:-lib}/y.sh $1', [['\0/x.sh', '\0/y.sh', '\0'], ['lib']]],
  ['"$(dirname "$0")/lib.sh" `pwd`/x', [['\0/lib.sh', '\0/x'], ['$(dirname "$0")/lib.sh'].slice(1), ['pwd']]],
  [
    'a > log 2>&1 >> b &> c < d',
    [
      ['a', '>log', '2', '>1', '>b'],
      ['>c', 'd'],
    ],
  ],
  ["bash -c 'source lib.sh; run'", [['bash', '-c', 'source lib.sh; run'], ['source', 'lib.sh'], ['run']]],
])('the words of a shell text: %j', (text, expected) => {
  expect(wordsOf(text)).toEqual(expect.arrayContaining(expected.filter((command) => command.length > 0)));
});

test('literal arguments stay whole, known values are put in, and texts among them are read as well', () => {
  const commands = commandsOf(['sh', '-c', 'exec "$QODER_PROJECT_DIR/x" y', '${QODER_PROJECT_DIR}/a b'], values);
  expect(commands[0]?.map(({ text }) => text)).toEqual(['sh', '-c', 'exec "/p/x" y', '/p/a b']);
  expect(commands.flat().map(({ text }) => text)).toEqual(expect.arrayContaining(['exec', '/p/x', 'y', '/p/a', 'b']));
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
