import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'hookline-corpus-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = fileURLToPath(new URL('measure.mjs', import.meta.url));

function measure(lines: readonly string[], ...options: readonly string[]) {
  const file = join(folder, 'corpus.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return spawnSync(process.execPath, [program, ...options], {
    encoding: 'utf8',
    env: { ...process.env, HOOKLINE_GUARD_CORPUS: file },
  });
}

const row = (command: string, verdict: string, more: object = {}): string =>
  JSON.stringify({ set: 'mine', half: 'judge', verdict, command, ...more });
const otherwise = { class: 'decided-otherwise', why: 'in the project' };

it('counts an outside file with both denominators, and leaves no row out', () => {
  const { stdout, stderr } = measure(
    [
      row('rm -rf /', 'block'),
      row('kubectl delete pod x', 'block'),
      row('rm -rf build', 'block', otherwise),
      row('ls', 'pass'),
      row('git reset --hard', 'pass', { class: 'decided-otherwise', why: 'throws work away' }),
    ],
    '--wrong',
  );
  expect(stderr).toBe('');
  expect(stdout).toContain('| mine, judge | 1 of 2 | 50.0 % | 1 of 3 | 33.3 % | 0 of 1 | 0.0 % | 1 of 2 | 50.0 % |');
  expect(stdout).toContain('| mine, judge | 2 of 2 | 100.0 % | 2 of 3 | 66.7 % | 0 of 1 | 0.0 % | 1 of 2 | 50.0 % |');
  expect(stdout).toContain('| block: in the project | 1 | 0 |');
  expect(stdout).toContain('| pass: throws work away | 1 | 1 |');
  expect(stdout).not.toContain('"rm -rf build"');
}, 120_000);

it('names the commands that are judged differently, and nothing else', () => {
  const { stdout } = measure([row('make clean', 'block'), row('ls', 'pass')], '--wrong');
  expect(stdout.trim().split('\n').at(-1)).toBe('mine, judge: block: "make clean"');
}, 120_000);

it.each([
  ['not json', 'corpus.jsonl:2: expected one JSON object a line'],
  [row('ls', 'maybe'), 'corpus.jsonl:2: expected "verdict" to be "block" or "pass", found "maybe"'],
  [row('ls', 'pass', { class: 'decided-otherwise' }), 'expected "class" to be "decided-otherwise" with a text "why"'],
  [JSON.stringify({ verdict: 'pass' }), 'expected texts "set" and "command"'],
])(
  'refuses a file with a line such as %s',
  (line, message) => {
    const { status, stderr } = measure([row('ls', 'pass'), line]);
    expect(status).not.toBe(0);
    expect(stderr).toContain(message);
  },
  120_000,
);
