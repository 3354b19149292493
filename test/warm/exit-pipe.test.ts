import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../packages/core/src/handlers/command.ts';
import { useLauncher } from '../../packages/core/src/handlers/warm/launcher.ts';
import type { CommandRequest, Report } from '../../packages/core/src/model/index.ts';
import { openLaunching, type Launched, type Launching } from './launch.ts';
import { programRequest, shell } from './program-request.ts';

const ENV = { PATH: '/usr/bin:/bin', HOME: '/root', LANG: 'C.UTF-8', SHLVL: '1' };

let launching: Launching;
let folder: string;
/** Who would tell how a hook has ended, had the shell not said it. */
let helper: number;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-exitPipe-')));
  launching = openLaunching();
  await launching.launchWarm(() => requestOf(shell('sleep 0.2; :')));
  await wait(150);
  helper = await parentOfShell();
});

afterAll(async () => {
  await launching.close();
  rmSync(folder, { recursive: true, force: true });
});

const requestOf = (words: readonly string[], more: Partial<CommandRequest> = {}): CommandRequest => ({
  ...programRequest(words, folder, ENV),
  ...more,
});

async function parentOfShell(): Promise<number> {
  const { launcher, leave } = useLauncher();
  let parent = 0;
  await runCommand(requestOf(shell('sleep 0.2; :')), undefined, {
    enter: () => launcher.enter(),
    release: () => launcher.release(),
    start: async (file, request) => {
      const run = await launcher.start(file, request);
      parent = Number(readFileSync(`/proc/${run?.pid}/stat`, 'utf8').split(' ')[3]);
      return run;
    },
  });
  await leave();
  return parent;
}

interface Unheard {
  /** What came back while the helper stood still; null when nothing did for so long. */
  readonly meanwhile: Report | null;
  readonly atLast: Launched;
}

async function runUnheard(
  words: readonly string[],
  patienceMs: number,
  more: Partial<CommandRequest> = {},
): Promise<Unheard> {
  await launching.launchWarm(() => requestOf(words, more));
  await wait(150);
  process.kill(helper, 'SIGSTOP');
  try {
    const running = launching.launch(requestOf(words, more));
    const meanwhile = await Promise.race([running.then(({ report }) => report), wait(patienceMs, null)]);
    process.kill(helper, 'SIGCONT');
    return { meanwhile, atLast: await running };
  } finally {
    process.kill(helper, 'SIGCONT');
  }
}

/** As soon as it is known of the words that the shell can speak after them. */
async function endOf(words: readonly string[]): Promise<Report> {
  for (let tries = 0; tries < 20; tries += 1) {
    const { meanwhile } = await runUnheard(words, 500);
    if (meanwhile !== null) return meanwhile;
  }
  throw new Error('the shell has never said it');
}

function scriptOf(name: string, text: string): readonly string[] {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return [path];
}

const facts = ({ ending, stdout, stderr }: Report): unknown => ({ ending, stdout, stderr });

describe('the shell itself says how a hook has ended', () => {
  test.each([
    ['echo out; echo err >&2', 0],
    ['read -r event; [[ $event != *hello* ]]', 1],
    ['echo no >&2; exit 2', 2],
    ['set -euo pipefail; echo a | cat; exit 7', 7],
  ])('%s', async (text, code) => {
    const report = await endOf(shell(text));
    expect(report.ending).toEqual({ how: 'exited', code });
    expect(facts(report)).toEqual(facts(await runCommand(requestOf(shell(text)))));
  });

  test('and how a script has', async () => {
    const words = scriptOf('guard.sh', '#!/bin/bash\necho "$0 $#"\n[[ $# == 1 ]]\n');
    const report = await endOf(words);
    expect(report.ending).toEqual({ how: 'exited', code: 1 });
    expect(report.stdout).toBe(`${words[0]} 0\n`);
  });
});

describe('the helper tells it', () => {
  test.each([
    ['where something is said after the end', 'trap "echo bye" EXIT; :', {}],
    ['where a job is left behind', 'sleep 0.01 & :', {}],
    ['where the text ends the shell in its midst', 'read -r event; [[ $event == *hello* ]] && exit 2; :', {}],
    ['of a hook in the background', 'echo out; :', { background: true }],
    ['where a library may have its last work', 'echo out; :', { env: { ...ENV, LD_PRELOAD: '' } }],
  ])('%s', async (_where, text, more) => {
    const { meanwhile, atLast } = await runUnheard(shell(text), 300, more);
    expect(meanwhile).toBeNull();
    expect(atLast.way).toBe('shell');
    expect(facts(atLast.report)).toEqual(facts(await runCommand(requestOf(shell(text), more))));
  });
});

test('what a child that was left behind still writes is waited for, as ever', async () => {
  const [path = ''] = scriptOf('leaves-child.sh', '#!/bin/sh\n(sleep 0.05; echo late) &\n');
  const text = `${path}; echo early`;
  const { way, report } = await launching.launchWarm(() => requestOf(shell(text)));
  expect(way).toBe('shell');
  expect(report.stdout).toBe('early\nlate\n');
});
