import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../packages/core/src/handlers/command.ts';
import type { CommandRequest, Report } from '../../packages/core/src/model/index.ts';
import { openLaunching, type Launching } from './launch.ts';
import { APART, SAME } from './scripts.ts';

let launching: Launching;
let folder: string;
let count = 0;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-warm-')));
  mkdirSync(join(folder, 'real'));
  symlinkSync('real', join(folder, 'link'));
  launching = openLaunching();
  // Every text is new at first: this brings the judgement about.
  for (const text of [...SAME, ...APART, ...SAME]) await launching.launch(requestOf(text));
});

afterAll(async () => {
  await launching.close();
  rmSync(folder, { recursive: true, force: true });
});

function requestOf(text: string, more: Partial<CommandRequest> = {}): CommandRequest {
  count += 1;
  const runId = `same-${process.pid}-${count}`;
  return {
    kind: 'command',
    runId,
    program: 'bash',
    args: ['--norc', '-c', text],
    cwd: folder,
    env: {
      PATH: '/usr/bin:/bin',
      HOME: '/root',
      LANG: 'C.UTF-8',
      TAG: 'x',
      VALUE: 'two\nlines',
      EMPTY: '',
      QUOTES: `it's "$HOME" \\ \`x\` é`,
    },
    stdin: Buffer.from('{"word":"hello"}\n'),
    timeoutMs: 20_000,
    atTimeout: 'term',
    background: false,
    script: text,
    ...more,
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

describe('a shell that waited runs a text like a new one', () => {
  test.each(SAME.map((text) => [title(text), text]))('%s', async (_title, text) => {
    const { way, report } = await launching.launchWarm(() => requestOf(text));
    expect(comparable(report)).toEqual(comparable(await runCommand(requestOf(text))));
    expect(way).toBe('shell');
  });
});

describe('a text that could tell the difference gets a new shell', () => {
  test.each(APART.map((text) => [title(text), text]))('%s', async (_title, text) => {
    const { way, report } = await launching.launch(requestOf(text));
    expect(comparable(report)).toEqual(comparable(await runCommand(requestOf(text))));
    expect(way).toBe('helper');
  });
});
