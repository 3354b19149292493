import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';

/** What processes did, as the system saw it. */
export interface Trace {
  /** Every program that was started, with its words; relative ones as from the folder of the call. */
  readonly started: readonly string[];
  /** Addresses of the network that somebody tried to reach. */
  readonly reached: readonly string[];
  /** Files below a folder that were opened to be written. */
  readonly written: (folder: string) => readonly string[];
  readonly status: number | null;
  readonly output: string;
}

/** Where and how a line is run. */
export interface TracedPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Why nothing can be traced here; null when it can. */
export function whyUntraceable(): string | null {
  if (process.platform !== 'linux') return 'strace is there on Linux only';
  const { status } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']);
  return status === 0 ? null : 'strace is not installed, or not allowed to trace';
}

/** Runs a shell line under strace, with everything that it starts. */
export async function traced(line: string, { cwd, env }: TracedPlace): Promise<Trace> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-trace-'));
  const log = join(folder, 'log');
  try {
    const words = ['-f', '-s', '4096', '-e', 'trace=execve,execveat,connect,openat', '-o', log];
    const child = spawn('strace', [...words, '/bin/bash', '--norc', '-c', line], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 300_000,
    });
    const ended = once(child, 'close');
    const [stdout, stderr] = await Promise.all([readAll(child.stdout), readAll(child.stderr)]);
    await ended;
    const lines = readFileSync(log, 'utf8').split('\n');
    return { ...traceOf(lines, cwd), status: child.exitCode, output: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function traceOf(lines: readonly string[], cwd: string): Pick<Trace, 'started' | 'reached' | 'written'> {
  const made = lines.filter((line) => /execve(?:at)?\(/.test(line) && !/= -1 ENOENT/.test(line));
  return {
    started: made.map((line) => {
      const [, path = '', words = ''] = /execve(?:at)?\((?:[A-Z_0-9]+, )?"([^"]*)", \[(.*?)\](?:,|$)/.exec(line) ?? [];
      return `${resolve(cwd, path)} ${words}`;
    }),
    reached: lines.filter((line) => /connect\(.*AF_INET/.test(line)),
    written: (folder) =>
      lines.filter((line) => /openat\(.*(?:O_WRONLY|O_RDWR|O_CREAT)/.test(line) && line.includes(`"${folder}/`)),
  };
}
