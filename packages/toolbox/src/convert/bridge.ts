import {
  writeAnswer,
  type Dialect,
  DIALECTS,
  parsePayload,
  runDescribed,
  type HookDescription,
  isJsonObject,
  type JsonObject,
  killAllRuns,
  modelCommand,
  nativeInputOf,
  type Outcome,
} from '@hookline/core/internal';
import { readFileSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A hook of one system that a host of another one runs. */
export interface BridgedHook {
  /** The dialect of the host. */
  readonly host: string;
  readonly hook: HookDescription;
  /** From the wrapper's folder to the project's; null: the host provides the project. */
  readonly project: string | null;
  /**
   * From the wrapper's folder to the user's home, for a host that does not pass on HOME; null: as the system has it.
   */
  readonly home: string | null;
  /** `native`: each of the two systems uses its own names of tools. */
  readonly toolNames: 'given' | 'native';
}

/**
 * Reads the host's payload on stdin, runs the wrapped hook by the rules of that hook's own system, and answers the
 * host in the host's format. Ends the process.
 */
export async function bridge(bridged: BridgedHook, url: string): Promise<never> {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => stop(signal));
  try {
    const { stdout, stderr, exitCode } = await answerFor(bridged, url);
    writeSync(2, stderr);
    writeSync(1, stdout);
    process.exit(exitCode);
  } catch (error) {
    writeSync(2, `hookline-bridge: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

function stop(signal: NodeJS.Signals): void {
  killAllRuns();
  process.kill(process.pid, signal);
}

interface Said {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

async function answerFor(bridged: BridgedHook, url: string): Promise<Said> {
  const { host: id, hook, toolNames } = bridged;
  const seenFrom = (path: string): string => resolve(dirname(fileURLToPath(url)), path);
  const host = DIALECTS.find((dialect) => dialect.id === id);
  if (host === undefined) throw new Error(`unknown system "${id}"`);
  const home = process.env['HOME'] ?? (bridged.home === null ? homedir() : seenFrom(bridged.home));
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: home };
  const event = hostEvent(host, hook);
  const around = { env, cwd: process.cwd(), toolNames, ...(event === undefined ? {} : { event }) };
  const heard = parsePayload(host, payload(), around);
  if (!heard.ok) throw new Error(heard.why);
  const project = bridged.project === null ? (heard.project ?? process.cwd()) : seenFrom(bridged.project);
  const command = env['HOOKLINE_MODEL_COMMAND'];
  const models = command === undefined || command === '' ? {} : modelCommand(command, env, project);
  const outcome = await runDescribed(hook, heard.event, { project, home, env, toolNames, ...models });
  const said = toolNames === 'native' ? inWordsOf(host, outcome, heard, project) : outcome;
  return writeAnswer(host, heard.native, said, heard.event);
}

/** The host's name for the event of a hook, for payloads that do not name it. */
function hostEvent(host: Dialect, { dialect, event }: HookDescription): string | undefined {
  const means = DIALECTS.find(({ id }) => id === dialect)?.events[event]?.means ?? [];
  return Object.entries(host.events).find(([, row]) => row.means.some((name) => means.includes(name)))?.[0];
}

function payload(): JsonObject {
  const parsed: unknown = JSON.parse(readFileSync(0, 'utf8'));
  if (!isJsonObject(parsed)) throw new Error('the host did not write a JSON object');
  return parsed;
}

type Heard = Extract<ReturnType<typeof parsePayload>, { readonly ok: true }>;

/** An input that the hook has rewritten, with the fields of the host's own tool. */
function inWordsOf(host: Dialect, outcome: Outcome, { event }: Heard, project: string): Outcome {
  const { updatedInput } = outcome;
  if (updatedInput === null) return outcome;
  return { ...outcome, updatedInput: nativeInputOf(host, event, updatedInput, project) };
}
