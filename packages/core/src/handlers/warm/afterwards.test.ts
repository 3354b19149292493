import { describe, expect, test } from 'vitest';
import { afterScript, afterText } from './afterwards.ts';

describe('an exit at the very end of a text is left to the shell', () => {
  test.each([
    ['exit 2', '', 2],
    ['echo a; exit 2', 'echo a; ', 2],
    ['echo é; exit 0 # ö', 'echo é; ', 0],
    ['grep -q x && exit 2\nexit 0;\n', 'grep -q x && exit 2\n', 0],
    ['(exit 7); exit', '(exit 7); ', null],
    ['exit 300', '', 44],
  ])('%j', async (text, body, status) => {
    expect(await afterText(text)).toEqual({ body, status });
  });
});

describe('any other exit is the end of the shell', () => {
  test.each([
    'grep -q x || exit 2',
    'exit "$code"',
    'exit 2 > /dev/null',
    '! exit 2',
    'echo a \\\nexit 3',
    'echo a # exit 3',
    'if x; then exit 2; fi',
    'echo 2>&1 >&2 &> x && echo',
  ])('%j', async (text) => {
    expect(await afterText(text)).toEqual({ body: text, status: null });
  });
});

describe('a shell says nothing after a text', () => {
  test.each([
    ['that has something to say after its end', 'trap "echo bye" EXIT; :'],
    ['whose effect is unknown', 'eval "$RUN"; exit 0'],
    ['of which only a variable knows what it does', 'true && x=1 "$RUN" a; exit 0'],
    ['that takes words away', 'enable -n printf; :'],
    ['that takes descriptors away', 'ulimit -n 3; exit 6'],
    ['that gives a word another meaning', 'exit() { echo mine; }; exit 0'],
    ['that gives a word another meaning, in another way', 'function printf { :; }; :'],
    ['that leaves a job behind', 'sleep 1 & echo'],
    ['that leaves a job behind, at its end', 'echo; sleep 1 &'],
  ])('%s', async (_why, text) => {
    expect(await afterText(text)).toBeNull();
    expect(afterScript(text)).toBeNull();
  });
});

test('a script is read whole', () => {
  expect(afterScript('echo a\nexit 2\n')).toEqual({ body: 'echo a\nexit 2\n', status: null });
});
