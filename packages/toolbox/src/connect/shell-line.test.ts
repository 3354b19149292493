import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { closingLine, isClosingLine, isPlainClosingLine, plainClosingLine, shellLine } from './shell-line.ts';

/** Runs a line as an agent does. */
function run(line: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync('/bin/sh', ['-c', line], { input: 'a payload', encoding: 'utf8' });
}

const sh = (script: string): readonly string[] => ['/bin/sh', '-c', script];

describe('words as a line', () => {
  it('arrive as they are', () => {
    const words = ['a b', "it's", '$HOME', '"', '', '*', String.raw`\n`, 'plain-1.2/x'];
    expect(run(shellLine(['/usr/bin/printf', String.raw`%s\n`, ...words])).stdout).toBe(
      words.map((word) => `${word}\n`).join(''),
    );
    expect(shellLine(['/opt/client', 'hook', 'x', '--fail', 'open'])).toBe('/opt/client hook x --fail open');
  });
});

describe('a line that refuses when it fails', () => {
  it('passes on stdin, an answer, and a refusal with its reason', () => {
    expect(run(closingLine(['cat'], 60))).toMatchObject({ status: 0, stdout: 'a payload', stderr: '' });
    expect(run(closingLine(sh('echo no >&2; exit 2'), 60))).toMatchObject({ status: 2, stderr: 'no\n' });
  });

  it.each([
    ['ends with an error', sh('exit 1'), 60],
    ['is not there', ['/nowhere/client'], 60],
    ['is killed', sh('kill -9 $$'), 60],
    ['is stopped', sh('kill -STOP $$'), 1],
  ])('refuses, with a reason, when the program %s', (_how, words, seconds) => {
    const { status, stdout, stderr } = run(closingLine(words, seconds));
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('hookline gave no answer; refused');
  });

  it('leaves nothing behind that would keep the agent waiting', () => {
    const startedAt = performance.now();
    for (let count = 0; count < 5; count += 1) run(closingLine(['true'], 600));
    expect(performance.now() - startedAt).toBeLessThan(60_000);
  });

  it('is known as such', () => {
    expect(isClosingLine(closingLine(['true'], 60))).toBe(true);
    expect(isClosingLine(shellLine(['true']))).toBe(false);
  });
});

describe('a line without variables that refuses when it fails', () => {
  const answer = `{"reason":"it's no"}`;
  const line = (words: readonly string[], timeoutSeconds = 60): string =>
    plainClosingLine(words, { timeoutSeconds, watch: 'timeout', answer });

  it('passes on stdin and an answer', () => {
    expect(run(line(['cat']))).toMatchObject({ status: 0, stdout: 'a payload', stderr: '' });
  });

  it.each([
    ['ends with an error', sh('exit 1'), 60],
    ['is not there', ['/nowhere/client'], 60],
    ['is killed', sh('kill -9 $$'), 60],
    ['is stopped', sh('kill -STOP $$'), 1],
  ])('refuses, by its answer too, when the program %s', (_how, words, seconds) => {
    const { status, stdout, stderr } = run(line(words, seconds));
    expect({ status, stdout }).toEqual({ status: 2, stdout: `${answer}\n` });
    expect(stderr).toContain('hookline gave no answer; refused');
  });

  it('needs no program that watches, and no answer', () => {
    const bare = plainClosingLine(['false'], { timeoutSeconds: 60, watch: null, answer: '' });
    expect(bare).toMatch(/^false \|\| \{ echo /);
    expect(run(bare)).toMatchObject({ status: 2, stdout: '' });
  });

  it('is known as such, and has no variable', () => {
    expect(isPlainClosingLine(line(['true']))).toBe(true);
    expect(isPlainClosingLine(shellLine(['true']))).toBe(false);
    expect(line(['true'])).not.toContain('$');
  });
});
