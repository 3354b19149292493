import { checkInput } from './check-input.ts';
import type { Tool } from './tool.ts';
import { endOfFailure } from './tool-failure.ts';

/** Makes a tool whose `run` gets only inputs that fit the schema, and never throws. */
export function defineTool(tool: Tool): Tool {
  return {
    ...tool,
    run: async (input, context, signal) => {
      const problem = checkInput(tool, input);
      if (problem !== null) return { ok: false, error: problem, errorType: 'invalid_input' };
      try {
        signal.throwIfAborted();
        return await tool.run(input, context, signal);
      } catch (error) {
        return endOfFailure(error, signal);
      }
    },
  };
}
