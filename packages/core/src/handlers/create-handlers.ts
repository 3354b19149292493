import type { AskAgent, AskModel, Handlers, Report, Request } from '../model/index.ts';
import { runAgent } from './agent.ts';
import { runCommand } from './command.ts';
import { runFunction } from './function.ts';
import { runHttp } from './http.ts';
import { createModuleRunner } from './module.ts';
import { runPrompt } from './prompt.ts';
import { createPythonRunner } from './python.ts';

/** The host's own functions behind handlers that ask a model. */
export interface ModelFunctions {
  readonly model?: AskModel | undefined;
  readonly agent?: AskAgent | undefined;
}

/** The runners of all handler kinds; workers start with the first hook that needs them. */
export function createHandlers({ model, agent }: ModelFunctions): Handlers {
  const python = createPythonRunner();
  const modules = createModuleRunner();
  const run = (request: Request, signal?: AbortSignal): Promise<Report> => {
    switch (request.kind) {
      case 'command':
        return runCommand(request, signal);
      case 'http':
        return runHttp(request, signal);
      case 'python':
        return python.run(request, signal);
      case 'module':
        return modules.run(request, signal);
      case 'prompt':
        return runPrompt(request, model, signal);
      case 'agent':
        return runAgent(request, agent, signal);
      case 'function':
        return runFunction(request, signal);
      case 'impossible':
        return Promise.resolve(neverStarted(request.why));
    }
  };
  return {
    run,
    close: async () => {
      await Promise.all([python.close(), modules.close()]);
    },
  };
}

const neverStarted = (why: string): Report => ({
  ending: { how: 'not-started', why },
  stdout: '',
  stderr: '',
  truncated: [],
  durationMs: 0,
});
