import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentEvent } from '@hookline/agent';
import { type RecordingHook, writeHooks } from './hook-files.ts';

export const HOOKLINE = fileURLToPath(new URL('../../../packages/cli/dist/hookline.js', import.meta.url));

/** What one call of `hookline ask` did. */
export interface Asked {
  readonly status: number | null;
  readonly events: readonly AgentEvent[];
  readonly stdout: string;
  readonly stderr: string;
}

export interface AskOptions {
  readonly prompt?: string;
  /** Steps of the scripted model; left out, the caller names a model in `args`. */
  readonly script?: readonly unknown[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the process while it runs. */
  readonly during?: (child: { readonly kill: (signal: NodeJS.Signals) => void }) => void | Promise<void>;
}

/** A project, a home and a state folder of their own, with real hooks in them. */
export interface Workplace {
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly file: (path: string, text: string) => string;
  readonly ask: (options: AskOptions) => Promise<Asked>;
  /** The payloads that a recording hook was given, in the order of its calls. */
  readonly payloads: (hook: string) => readonly Record<string, unknown>[];
  /** The lines of the newest transcript. */
  readonly transcript: () => readonly Record<string, unknown>[];
  readonly remove: () => void;
}

export function makeWorkplace(hooks: readonly RecordingHook[] = []): Workplace {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-agent-')));
  const [project, home, records] = ['project', 'home', 'records'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [project, home, records]) mkdirSync(each);
  writeHooks(project, records, hooks);
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, NO_COLOR: '1', LANG: 'C.UTF-8' };
  const file = (path: string, text: string): string => {
    const whole = join(project, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
    return whole;
  };
  return {
    project,
    home,
    env,
    file,
    ask: (options) => ask({ folder, project, env }, options),
    payloads: (hook) => readPayloads(records, hook),
    transcript: () => readTranscript(home),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function ask(
  place: { readonly folder: string; readonly project: string; readonly env: Readonly<Record<string, string>> },
  { prompt = 'Do it.', script, args = [], env = {}, during }: AskOptions,
): Promise<Asked> {
  const steps = join(place.folder, 'script.json');
  if (script !== undefined) writeFileSync(steps, JSON.stringify(script));
  const words = ['ask', prompt, '--json', '--trust-hooks', '--project', place.project];
  const scripted = script === undefined ? [] : ['--script', steps];
  const child = spawn(process.execPath, [HOOKLINE, ...words, ...scripted, ...args], {
    cwd: place.project,
    env: { ...place.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const closed = once(child, 'close');
  await during?.({ kill: (signal) => child.kill(signal) });
  const [status] = (await closed) as [number | null];
  return { status, stdout, stderr, events: linesOf(stdout) as unknown as AgentEvent[] };
}

const linesOf = (text: string): readonly Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

function readPayloads(records: string, hook: string): readonly Record<string, unknown>[] {
  const numbers = readdirSync(records).flatMap((name) => {
    const number = name.startsWith(`${hook}.`) ? /^\.(\d+)\.json$/.exec(name.slice(hook.length))?.[1] : undefined;
    return number === undefined ? [] : [Number(number)];
  });
  return numbers
    .toSorted((one, other) => one - other)
    .map(
      (number) => JSON.parse(readFileSync(join(records, `${hook}.${number}.json`), 'utf8')) as Record<string, unknown>,
    );
}

function readTranscript(home: string): readonly Record<string, unknown>[] {
  const folder = join(home, '.local/state/hookline/sessions');
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .at(-1);
  return newest === undefined ? [] : linesOf(readFileSync(join(folder, newest), 'utf8'));
}
