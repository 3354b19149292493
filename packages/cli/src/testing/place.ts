import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The built command line, which the tests run as a user would. */
export const BUNDLE = fileURLToPath(new URL('../../dist/hookline.js', import.meta.url));

interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Leaves stdin open after the input. */
  readonly keepOpen?: boolean;
  /** What is run instead of the built command line. */
  readonly program?: string;
}

/** A project and a home of a test's own. */
export interface Place {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  /** Writes files below the folder, as those that the place was made with. */
  readonly write: (files: Readonly<Record<string, unknown>>) => void;
  readonly start: (words: readonly string[], options?: RunOptions) => ChildProcess;
  readonly run: (words: readonly string[], options?: RunOptions) => Promise<Result>;
}

/** Lays files out below a temporary folder, which goes away with the test; a text that begins with #! may be run. */
export function makePlace(files: Readonly<Record<string, unknown>> = {}): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-cli-')));
  onTestFinished(() => remove(root));
  const [home, project, temporary] = ['home', 'project', 'tmp'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [home, project, temporary]) mkdirSync(folder);
  const write = (given: Readonly<Record<string, unknown>>): void => {
    for (const [name, content] of Object.entries(given)) lay(join(root, name), content);
  };
  write(files);
  const start = (words: readonly string[], options: RunOptions = {}): ChildProcess => {
    const { input = '', env = {}, cwd = project, keepOpen = false, program } = options;
    const base = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', TZ: 'UTC', TMPDIR: temporary };
    const [file, ...first] = program === undefined ? [process.execPath, BUNDLE] : [program];
    const child = spawn(file ?? '', [...first, ...words], { cwd, env: { ...base, ...env } });
    child.stdin.on('error', () => {});
    if (keepOpen) child.stdin.write(input);
    else child.stdin.end(input);
    return child;
  };
  return { root, home, project, write, start, run: (words, options) => finish(start(words, options)) };
}

function lay(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(path, text);
  if (text.startsWith('#!')) chmodSync(path, 0o755);
}

function finish(child: ChildProcess): Promise<Result> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) =>
      resolve({ status, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
}

// A keeper of background hooks may still be writing its last lines.
async function remove(folder: string): Promise<void> {
  await eventually(() => {
    try {
      rmSync(folder, { recursive: true, force: true });
      return true;
    } catch {
      return null;
    }
  });
}

/** Trusts the project as a person at a terminal does, who needs not be told of it later. */
export async function trustAsPerson(place: Place): Promise<void> {
  const { status, stderr } = await place.run(['trust', '--unattended']);
  if (status !== 0) throw new Error(stderr);
  rmSync(join(place.home, '.local/state/hookline/unseen-trust'), { recursive: true, force: true });
}

/** Waits until something is there, at most a minute. */
export async function eventually<Value>(look: () => Value | null | Promise<Value | null>): Promise<Value> {
  for (let attempt = 0; attempt < 2400; attempt += 1) {
    const value = await look();
    if (value !== null) return value;
    await new Promise((wake) => setTimeout(wake, 25));
  }
  throw new Error('it did not happen within a minute');
}
