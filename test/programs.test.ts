import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leftOutLines } from '../scripts/left-out.mjs';
import { hasProgram, missingOf, PROGRAMS, programsIn } from '../scripts/programs.mjs';

let bin = '';

beforeAll(() => {
  bin = mkdtempSync(join(tmpdir(), 'hookline-programs-'));
  program('jq', 'echo jq-1.7');
  program('python3', 'echo "no version is set" >&2; exit 1');
});

afterAll(() => rmSync(bin, { recursive: true }));

function program(name: string, line: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`);
  chmodSync(join(bin, name), 0o755);
}

describe('a program', () => {
  it('is there when it says its version', () => expect(hasProgram('jq', { PATH: bin })).toBe(true));

  it('that is nowhere in the PATH is missing', () => expect(hasProgram('tmux', { PATH: bin })).toBe(false));

  it('that is there and does not work is missing', () => expect(hasProgram('python3', { PATH: bin })).toBe(false));
});

it('the needs whose program is missing are the parts to leave out', () => {
  const needs = [
    { program: 'jq', part: 'the filter' },
    { program: 'tmux', part: 'the screen' },
  ] as const;
  expect(missingOf(needs, { PATH: bin })).toEqual([{ program: 'tmux', part: 'the screen' }]);
});

describe('the end of a run', () => {
  it('has one line for each missing program, with how much was left out and how to get it', () => {
    const metas = [
      { missing: ['python3'] },
      { missing: ['jq'] },
      {},
      { missing: ['jq', 'python3'] },
      { casesLeftOut: { jq: 1200, python3: 1 } },
    ] as const;
    expect(leftOutLines(metas.map((meta) => ({ ...meta })))).toEqual([
      `jq is not installed: 2 tests and 1,200 conformance cases that need it are left out (${PROGRAMS.jq.get})`,
      `python3 is not installed: 2 tests and 1 conformance case that need it are left out (${PROGRAMS.python3.get})`,
    ]);
  });

  it('says it of a single test, and says nothing when nothing was left out', () => {
    expect(leftOutLines([{ missing: ['jq'] }])).toEqual([
      'jq is not installed: 1 test that needs it is left out (apt-get install jq, brew install jq)',
    ]);
    expect(leftOutLines([{}])).toEqual([]);
  });
});

it('a text with hooks tells which programs it uses, by whole words', () => {
  expect(programsIn('{"command": "jq -r .x | python3 guard.py"}')).toEqual(['jq', 'python3']);
  expect(programsIn('{"type": "python", "callable": "guard:check"}')).toEqual(['python3']);
  expect(programsIn('jquery, pythonic, setsids and a script')).toEqual([]);
});
