import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stage } from './dialects.ts';
import type { Site } from './unit.ts';
import { stageEvent } from './unit.ts';

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
export const run = (site: Site, words: readonly string[]): Promise<Ended> => start(site, words, { input: '' }).ended;

const packageFolder = fileURLToPath(new URL('../../packages/cli/', import.meta.url));
const { bin } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
  readonly bin: { readonly hookline: string };
};
const command = join(packageFolder, bin.hookline);

function start(site: Site, words: readonly string[], { input }: { readonly input: string }): Command {
  const env = { ...site.env, HOOKLINE_STATE_DIR: join(site.root, 'state') };
  const child = spawn(process.execPath, [command, ...words], { cwd: site.home, env });
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
