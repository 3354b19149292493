import type { AskAgent, AskModel, Handlers, Report, Request, RunRequest } from '../model/index.ts';
import { runCommand } from './command.ts';
import { runFunction } from './function.ts';

/** The host's own functions behind handlers that ask a model. */
export interface ModelFunctions {
  readonly model?: AskModel | undefined;
  readonly agent?: AskAgent | undefined;
}

/** The runners of all handler kinds; workers, and code that few need, come with the first hook that needs them. */
export function createHandlers({ model, agent }: ModelFunctions): Handlers {
  const python = lazy(async () => (await import('./python.ts')).createPythonRunner());
  const modules = lazy(async () => (await import('./module.ts')).createModuleRunner());
  const run = async (request: Request, signal?: AbortSignal): Promise<Report> => {
    switch (request.kind) {
      case 'command':
        return runCommand(request, signal);
      case 'http':
        return (await import('./http.ts')).runHttp(request, signal);
      case 'python':
        return (await python.get()).run(request, signal);
      case 'module':
        return (await modules.get()).run(request, signal);
      case 'prompt':
        return (await import('./prompt.ts')).runPrompt(request, model, signal);
      case 'agent':
        return (await import('./agent.ts')).runAgent(request, agent, signal);
      case 'function':
        return runFunction(request, signal);
      case 'impossible':
        return neverStarted(request.why);
    }
  };
  return {
    run: run satisfies RunRequest,
    close: async () => {
      const made = [python.ifMade(), modules.ifMade()].filter((workers) => workers !== undefined);
      await Promise.all(made.map(async (workers) => (await workers).close()));
    },
  };
}

interface Lazy<Made> {
  readonly get: () => Promise<Made>;
  /** What was made so far; nothing is made for the question. */
  readonly ifMade: () => Promise<Made> | undefined;
}

function lazy<Made>(make: () => Promise<Made>): Lazy<Made> {
  let made: Promise<Made> | undefined;
  return { get: () => (made ??= make()), ifMade: () => made };
}

const neverStarted = (why: string): Report => ({
  ending: { how: 'not-started', why },
  stdout: '',
  stderr: '',
  truncated: [],
  durationMs: 0,
});
