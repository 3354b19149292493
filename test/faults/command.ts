import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stage } from './dialect.ts';
import type { Site } from './site.ts';
import { stageEvent } from './events.ts';

/** The built command line in a site's project. */
export interface Command {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Fires the event of a stage as a user would. */
export const startFire = (site: Site, stage: Stage, options: readonly string[]): Command =>
  start(site, ['fire', '--dialect', site.dialect.id, '--project', site.project, ...options, '-'], {
    input: JSON.stringify(stageEvent(site, stage)),
  });

/** Runs a command to its end. */
export const run = (site: Site, words: readonly string[]): Promise<Ended> => startCommand(site, words).ended;

/** Starts a command of the user. */
export const startCommand = (site: Site, words: readonly string[]): Command => start(site, words, { input: '' });

/** Starts a command that reads from stdin. */
export const startWithInput = (site: Site, words: readonly string[], input: string): Command =>
  start(site, words, { input });

/** Starts a command in a shell that has set itself a limit before. */
export const startConfined = (site: Site, words: readonly string[], limit: string): Command =>
  start(site, words, { input: '', confine: ['bash', '-c', `${limit}; exec "$@"`, 'bash'] });

const packageFolder = fileURLToPath(new URL('../../packages/cli/', import.meta.url));
const { bin } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
  readonly bin: { readonly hookline: string };
};
const command = join(packageFolder, bin.hookline);

interface Start {
  readonly input: string;
  /** Words before the command. */
  readonly confine?: readonly string[];
}

function start(site: Site, words: readonly string[], { input, confine = [] }: Start): Command {
  const [program = '', ...args] = [...confine, process.execPath, command, ...words];
  const child = spawn(program, args, { cwd: site.home, env: site.env });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (status, signal) =>
      resolve({ status, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
  return { child, ended };
}
