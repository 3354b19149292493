import type { JsonObject } from '@hookline/core';
import { runShell, type ShellEnd } from './bash/run-shell.ts';
import { defineTool } from './define-tool.ts';
import { numberOf, textOf } from './read-input.ts';
import type { Tool, ToolContext, ToolEnd } from './tool.ts';

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 600_000;

/** Runs a command in a shell of its own; a `cd` in it moves the session. */
export const bashTool: Tool = defineTool({
  name: 'Bash',
  description:
    'Run a command with `bash -c` in the working directory of the session. A `cd` stays in force for later calls; ' +
    'variables and functions do not. stdin is empty, so nothing can be answered interactively. The result is stdout ' +
    'and stderr as written; of a long output the middle is left out. To keep a server running, start it with `&`. ' +
    'To read, change or search files, prefer the tools made for it.',
  inputSchema: {
    type: 'object',
    properties: {
      command: { type: 'string', minLength: 1, description: 'The command line or script.' },
      timeout: {
        type: 'number',
        minimum: 1,
        maximum: MAX_TIMEOUT_MS,
        description: `Milliseconds until the command is killed; default ${DEFAULT_TIMEOUT_MS}, at most ${MAX_TIMEOUT_MS}.`,
      },
      description: {
        type: 'string',
        description: 'What the command does, in a few words, for the user who watches.',
      },
    },
    required: ['command'],
    additionalProperties: false,
  },
  access: 'run',
  run: runBash,
});

async function runBash(input: JsonObject, context: ToolContext, signal: AbortSignal): Promise<ToolEnd> {
  const timeoutMs = numberOf(input, 'timeout', DEFAULT_TIMEOUT_MS);
  const end = await runShell(
    // The mark tells `hookline trust` that no user runs it.
    {
      command: textOf(input, 'command'),
      timeoutMs,
      cwd: context.cwd,
      env: { ...context.env, HOOKLINE_AGENT: '1' },
      files: context.shellFiles(),
    },
    signal,
  );
  const moved = end.newCwd === null ? {} : { newCwd: end.newCwd };
  if (end.how === 'exited' && end.code === 0) return { ok: true, ...success(end.output), exitCode: 0, ...moved };
  const { errorType, told, exitCode } = failureOf(end, timeoutMs);
  const error = end.output === '' ? told : `${end.output.replace(/\n$/, '')}\n${told}`;
  return { ok: false, error, errorType, ...(exitCode === null ? {} : { exitCode }), ...moved };
}

function success(output: string): Pick<ToolEnd & { readonly ok: true }, 'output' | 'text'> {
  return {
    output,
    text: output === '' ? '(no output)' : output,
  };
}

interface Failure {
  readonly errorType: string;
  readonly told: string;
  readonly exitCode: number | null;
}

function failureOf(end: ShellEnd, timeoutMs: number): Failure {
  switch (end.how) {
    case 'exited':
      return { errorType: 'exit', told: `exit code ${end.code}`, exitCode: end.code };
    case 'killed':
      return { errorType: 'signal', told: `killed by ${end.signal}`, exitCode: end.code };
    case 'timed-out':
      return { errorType: 'timeout', told: `killed: it ran longer than ${timeoutMs} ms`, exitCode: null };
    case 'interrupted':
      return { errorType: 'interrupted', told: 'killed: interrupted', exitCode: null };
  }
}
