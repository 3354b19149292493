import { type CommandRequest, type HandlerKind, type Request, whatStarts } from '@hookline/core/internal';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { basename, join } from 'node:path';
import { always, type Stress } from './stress.ts';

/**
 * What the hook runs is missing: its own file where it has one, else its interpreter; a server does not listen, a
 * model is not available.
 */
export const MISSING_PROGRAM: Stress = {
  name: 'program-missing',
  when: whatIsMissing,
  about: "the hook's own program, script, module, server or model is not there",
  on: ['command', 'python', 'module', 'http', 'prompt', 'agent'],
  hint: 'nothing in the hook helps: watch over its files, or move the guard to a system that blocks then',
  forces: always,
  tries: 'one',
  prepare: async (workshop) => {
    const folder = workshop.folder('program-missing');
    const url = `http://127.0.0.1:${await deadPort()}/`;
    return { options: { adjust: (request) => without(request, folder, url) } };
  },
};

function whatIsMissing(handler: HandlerKind): string {
  switch (handler) {
    case 'http':
      return 'its server does not answer';
    case 'prompt':
    case 'agent':
      return 'its model is missing';
    case 'mcp_tool':
      return 'its MCP server is missing';
    case 'command':
    case 'python':
    case 'module':
    case 'text':
    case 'function':
      return 'its program is missing';
  }
}

function without(request: Request, folder: string, url: string): Request {
  const gone = (path: string): string => join(folder, basename(path));
  switch (request.kind) {
    case 'command':
      return withoutProgram(request, gone);
    case 'python':
      return { ...request, callable: `hookline_module_that_is_gone.${request.callable}` };
    case 'module':
      return { ...request, path: gone(request.path) };
    case 'http':
      return { ...request, url };
    case 'prompt':
    case 'agent':
    case 'mcp_tool':
    case 'central':
    case 'function':
    case 'impossible':
      return request; // the model, or the connection to the server, is left out instead
  }
}

function withoutProgram(request: CommandRequest, gone: (path: string) => string): CommandRequest {
  const { words, scriptWord, inner } = whatStarts(request);
  if (words !== null && (scriptWord !== null || inner !== null)) {
    const own = scriptWord ?? words[0];
    const script = words.map((word) => (word === own ? gone(word) : word)).map(quoted);
    return withScript(request, script.join(' '));
  }
  if (scriptWord !== null)
    return { ...request, args: request.args.map((word) => (word === scriptWord ? gone(word) : word)) };
  return { ...request, program: gone(request.program) };
}

/** The text of a shell is its last word, and the request has it separately too. */
const withScript = (request: CommandRequest, script: string): CommandRequest => ({
  ...request,
  args: [...request.args.slice(0, -1), script],
  ...(request.script === undefined ? {} : { script }),
});

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** A port at which no process listens. */
async function deadPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
