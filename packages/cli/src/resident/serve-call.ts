import type { Hooks } from '@hookline/core/internal';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { type Arguments, type CommandRow, isGiven, parseArguments } from '../call/arguments.ts';
import { type Caller, readText } from '../call/caller.ts';
import type { LendHooks } from '../call/lent-hooks.ts';
import { isCallersMistake, problemText, wrongCall } from '../call/wrong-call.ts';
import { failureStatus, mistakeStatus } from '../process/failure-status.ts';
import { argumentsFor } from '../process/this-program.ts';
import type { Answer } from './answer.ts';
import type { ResidentRequest } from './request.ts';

/** One call of a client: what it asks, how it is answered, and how its stdin is read. */
export interface Call {
  readonly request: ResidentRequest;
  readonly answer: Answer;
  readonly readStdin: () => Promise<string>;
  /** Aborted when the client has gone away. */
  readonly gone: AbortSignal;
}

/** What a server does for those who reach it. */
export interface Service {
  /** Whether calls are still taken. */
  readonly isOpen: () => boolean;
  readonly serve: (call: Call) => Promise<void>;
}

/** A command that a server carries out for its clients. */
export interface ServedCommand extends CommandRow {
  readonly run: (given: Arguments, caller: Caller) => Promise<number>;
  /** What it reads: a file, or `-` for stdin. */
  readonly source: (given: Arguments) => string;
}

/** What a server has for its clients. */
export interface Served {
  readonly commands: readonly ServedCommand[];
  readonly lend: LendHooks;
}

/** Answers a call as the command would. What only the client itself can or may do is declined, before anything is done. */
export async function serveCall(call: Call, { commands, lend }: Served): Promise<void> {
  const { request, answer } = call;
  const command = commands.find(({ name }) => name === request.command);
  if (command === undefined) return answer.decline();
  let given: Arguments;
  try {
    given = parseArguments(command, request.words);
  } catch (error) {
    return endWithProblem(call, error);
  }
  if (isForClient(given, command.source(given), request)) return answer.decline();
  answer.accept();
  let stdin = '';
  const readStdin = async (): Promise<string> => (stdin = await call.readStdin());
  try {
    const elsewhere = (): Promise<number> => runAsCommand(call, stdin);
    answer.end(await command.run(given, { ...callerOf({ ...call, readStdin }, elsewhere), lend }));
  } catch (error) {
    endWithProblem(call, error);
  }
}

function endWithProblem({ request, answer }: Call, error: unknown): void {
  const statusOf = isCallersMistake(error) ? mistakeStatus : failureStatus;
  const status = statusOf([request.command, ...request.words], request.env);
  answer.write(2, problemText(error, request.env, status !== 1));
  answer.end(status);
}

/** Only the user's own command gives trust; and some paths mean another file in another process. */
function isForClient(given: Arguments, source: string, { folder, env }: ResidentRequest): boolean {
  const folders = [env['HOOKLINE_STATE_DIR'] ?? '', env['HOOKLINE_CONFIG_DIR'] ?? ''];
  return (
    isGiven(given, 'trust-hooks') ||
    isGiven(given, 'help') ||
    folders.some((path) => path !== '' && !isAbsolute(path)) ||
    (source !== '-' && !isOrdinaryFile(resolve(folder, source)))
  );
}

/** Opening a pipe could block for ever, and `/dev/fd/3` is another file in another process. */
function isOrdinaryFile(path: string): boolean {
  if (/^\/(?:dev|proc)\//.test(path)) return false;
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  } catch {
    return true; // reading it will say what is wrong
  }
}

function callerOf({ request, answer, readStdin, gone }: Call, elsewhere: () => Promise<number>): Caller {
  const { env, folder, terminals } = request;
  return {
    env,
    folder: () => existing(folder),
    readText: (source) => (source === '-' ? readStdin() : readText(source, resolve(folder, source))),
    isTerminal: (descriptor) => terminals.includes(String(descriptor)),
    writeOut: (text) => answer.write(1, text),
    writeErr: (text) => answer.write(2, text),
    gone,
    elsewhere: (hooks) => (needsOwnProcess(hooks) ? elsewhere : null),
  };
}

/** A shell gives the folder as its own PWD, which may lead through symlinks. */
function existing(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    throw wrongCall('the working directory is gone; name the project with --project DIR');
  }
}

/** Modules run in threads, which have the environment and the folder of their process. */
const needsOwnProcess = (hooks: Hooks): boolean =>
  hooks.list().some(({ handler, armed }) => armed && handler === 'module');

/** Carries a call out in a process of its own, whose words are passed on; the result is its exit status. */
async function runAsCommand({ request, answer, gone }: Call, stdin: string): Promise<number> {
  const words = argumentsFor(request.command, ...request.words);
  const child = spawn(process.execPath, words, { cwd: request.folder, env: request.env, signal: gone });
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  child.stdout.setEncoding('utf8').on('data', (text: string) => answer.write(1, text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => answer.write(2, text));
  const [status] = (await once(child, 'close')) as [number | null];
  return status ?? failureStatus([request.command, ...request.words], request.env);
}
