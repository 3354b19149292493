import { chmodSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../packages/core/src/handlers/command.ts';
import { flawOfScript } from '../../packages/core/src/handlers/warm/script-text.ts';
import type { CommandRequest, Report } from '../../packages/core/src/model/index.ts';
import { openLaunching, type Launching } from './launch.ts';
import { APART, OF_SCRIPTS, READ_SCRIPTS, SAME } from './scripts.ts';

const TEXTS = [...SAME, ...APART, ...OF_SCRIPTS, ...READ_SCRIPTS];
const FIRST_LINES = ['#!/bin/bash', '#!/usr/bin/env bash'];

let launching: Launching;
let folder: string;
let count = 0;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-script-files-')));
  for (const [number, text] of TEXTS.entries()) {
    for (const [kind, line] of FIRST_LINES.entries()) {
      writeFileSync(pathOf(number, kind), `${line}\n${text}\n`);
      chmodSync(pathOf(number, kind), 0o755);
    }
  }
  launching = openLaunching();
  // Every script is new at first: this brings the judgement about.
  await launching.launchWarm(() => requestOf(pathOf(0, 0)));
  for (const number of TEXTS.keys()) await launching.launch(requestOf(pathOf(number, number % 2)));
}, 120_000);

afterAll(async () => {
  await launching.close();
  rmSync(folder, { recursive: true, force: true });
});

const pathOf = (number: number, kind: number): string => join(folder, `script ${number}-${kind}.sh`);

function requestOf(path: string): CommandRequest {
  count += 1;
  return {
    kind: 'command',
    runId: `script-files-${process.pid}-${count}`,
    program: path,
    args: ['one', "it's two"],
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: '/root', LANG: 'C.UTF-8', VALUE: 'two\nlines', SHLVL: '3', PWD: '/tmp' },
    stdin: Buffer.from('{"word":"hello"}\n'),
    timeoutMs: 20_000,
    atTimeout: 'term',
    background: false,
  };
}

/** Numbers of processes differ from run to run. */
const comparable = ({ ending, stdout, stderr, truncated }: Report): unknown => ({
  ending,
  stdout: stdout.replaceAll(/\b\d{3,7}\b/g, 'N'),
  stderr: stderr.replaceAll(/\b\d{3,7}\b/g, 'N'),
  truncated,
});

const title = (text: string): string => JSON.stringify(text).slice(0, 70);

describe('a script runs in a shell that waited as in a bash of its own', () => {
  test.each(TEXTS.map((text, number) => [title(text), number]))('%s', async (_title, number) => {
    const path = pathOf(number, number % 2);
    const { report } = await launching.launch(requestOf(path));
    expect(comparable(report)).toEqual(comparable(await runCommand(requestOf(path))));
  });
});

test('most scripts are read by the shell itself, and those that could tell are not', () => {
  const read = SAME.filter((text) => flawOfScript(text) === null);
  expect(read.length / SAME.length).toBeGreaterThan(0.8);
  expect(OF_SCRIPTS.filter((text) => flawOfScript(text) === null)).toEqual([]);
  expect(READ_SCRIPTS.filter((text) => flawOfScript(text) !== null)).toEqual([]);
});

test('a script that was changed is judged again', async () => {
  const path = join(folder, 'changing.sh');
  const write = (text: string): void => {
    writeFileSync(path, text, { mode: 0o755 });
    utimesSync(path, 1000, 1000);
  };
  write('#!/bin/bash\necho first\n');
  for (let round = 0; round < 3; round += 1) await launching.launchWarm(() => requestOf(path));
  write('#!/bin/bash\necho "then $-"\n');
  const { report } = await launching.launchWarm(() => requestOf(path));
  expect(comparable(report)).toEqual(comparable(await runCommand(requestOf(path))));
});
