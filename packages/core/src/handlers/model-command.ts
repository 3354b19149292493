import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AgentRequest, AskAgent, AskModel, CommandRequest, PromptRequest, Report } from '../model/index.ts';
import { splitWords } from '../shell/shlex.ts';
import { runCommand } from './command.ts';

/** A program that answers prompt and agent handlers: it reads the question as JSON and prints the reply. */
export function modelCommand(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
  folder?: string,
): { readonly model: AskModel; readonly agent: AskAgent } {
  const variables = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const ask = (request: PromptRequest | AgentRequest, signal: AbortSignal): Promise<string> =>
    askProgram(command, { env: variables, cwd: folder ?? process.cwd() }, request, signal);
  return { model: ask, agent: ask };
}

async function askProgram(
  command: string,
  place: Pick<CommandRequest, 'env' | 'cwd'>,
  request: PromptRequest | AgentRequest,
  signal: AbortSignal,
): Promise<string> {
  const [program = '', ...args] = isProgram(command, place) ? [command] : wordsOf(command);
  if (program === '') throw new Error('HOOKLINE_MODEL_COMMAND names no program');
  return readReply(program, await runCommand({ ...commandFor(request, place), program, args }, signal));
}

/** Whether the whole text is the path of a program, blanks in it and all. */
function isProgram(command: string, { cwd }: Pick<CommandRequest, 'cwd'>): boolean {
  try {
    return command.includes('/') && statSync(resolve(cwd, command)).isFile();
  } catch {
    return false; // no path at all
  }
}

/** A program with its arguments; a text that only a shell can run is given to one. */
function wordsOf(command: string): readonly string[] {
  if (NEEDS_SHELL.test(command.replace(/'[^']*'|\\[^]/g, ''))) return ['/bin/sh', '-c', command];
  const line = splitWords(command);
  if (!line.ok) throw new Error(`HOOKLINE_MODEL_COMMAND cannot be split into words: ${line.why}`);
  return line.words;
}

/** Operators, redirections and expansions. */
const NEEDS_SHELL = /[;|&<>$`\n]/;

const GRACE_MS = 1000;

function commandFor(
  request: PromptRequest | AgentRequest,
  { env, cwd }: Pick<CommandRequest, 'env' | 'cwd'>,
): Omit<CommandRequest, 'program' | 'args'> {
  const runId = `${request.runId}-model`;
  return {
    kind: 'command',
    runId,
    // The caller keeps the time and gives the signal; two equal timers would race.
    timeoutMs: request.timeoutMs + GRACE_MS,
    cwd,
    // The program may be an agent itself; nothing that it does inside a hook fires hooks.
    env: { ...env, HOOKLINE_RUN: runId },
    stdin: Buffer.from(`${JSON.stringify(questionOf(request))}\n`),
    atTimeout: 'kill',
    background: false,
  };
}

function questionOf(request: PromptRequest | AgentRequest): Readonly<Record<string, unknown>> {
  const { kind, prompt, model } = request;
  return request.kind === 'agent'
    ? { kind, prompt, model, tools: request.tools, maxTurns: request.maxTurns }
    : { kind, prompt, model };
}

function readReply(program: string, { ending, stdout, stderr }: Report): string {
  if (ending.how === 'exited' && ending.code === 0) return stdout;
  const said = stderr.trim();
  throw new Error(`${program} ${describeEnding(ending)}${said === '' ? '' : `: ${said}`}`);
}

function describeEnding(ending: Report['ending']): string {
  switch (ending.how) {
    case 'exited':
      return `ended with exit code ${ending.code}`;
    case 'killed':
      return `was killed by ${ending.signal}`;
    case 'timed-out':
      return `gave no answer within ${ending.afterMs} ms`;
    case 'cancelled':
    case 'answered':
    case 'ended-unseen':
      return 'was told to stop';
    case 'not-started':
    case 'failed-inside':
    case 'raised':
    case 'unavailable':
    case 'garbled':
      return `could not be run: ${ending.why}`;
  }
}
