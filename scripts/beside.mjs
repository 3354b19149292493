// What lies in files of its own beside the command, and under which names it is imported: most calls do without it.

// Libraries that lie beside the command until they are needed, and the names under which they are imported.
export const VENDORED = {
  undici: ['undici'],
  yaml: ['yaml'],
  unbash: ['unbash'],
  'jsonc-parser': ['jsonc-parser'],
  'ai-sdk-anthropic': ['@ai-sdk/anthropic'],
  'ai-sdk-openai': ['@ai-sdk/openai'],
  'ai-sdk-openai-compatible': ['@ai-sdk/openai-compatible'],
  // One file for both, because they share classes.
  'mcp-client': ['@modelcontextprotocol/client', '@modelcontextprotocol/client/stdio'],
};
// Used by several of them.
export const SHARED = { zod: ['zod/v4'] };
export const BRIDGE_HTTP = 'hookline-http.mjs';

export const fileOf = (files, path = (file) => file) =>
  new Map(Object.entries(files).flatMap(([file, names]) => names.map((name) => [name, path(file)])));
export const vendorBeside = {
  name: 'vendor-beside',
  setup: ({ onResolve }) => {
    const files = fileOf(VENDORED);
    onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) => {
      const file = files.get(path);
      if (file === undefined) return undefined;
      if (kind !== 'dynamic-import')
        throw new Error(`${path} must be imported lazily: it is not part of the command's file`);
      return { path: `./vendor/${file}.js`, external: true };
    });
  },
};
export const sharedBeside = {
  name: 'shared-beside',
  setup: ({ onResolve }) => {
    const files = fileOf(SHARED);
    onResolve({ filter: /^zod/ }, ({ path, kind }) => {
      const file = kind === 'entry-point' ? undefined : files.get(path);
      return file === undefined ? undefined : { path: `./${file}.js`, external: true };
    });
  },
};
// The reference agent is a file of its own: the other commands need not read it, and must not hold a part of it.
export const agentBeside = {
  name: 'agent-beside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/agent-commands\.ts$/ }, () => ({ path: './agent.js', external: true }));
    onResolve({ filter: /@hookline\/agent|packages\/agent\/src\/index/ }, ({ importer }) => {
      throw new Error(`${importer} imports the agent: only what agent-commands.ts loads may do that`);
    });
  },
};
// So is the toolbox of hook authors.
export const toolboxBeside = {
  name: 'toolbox-beside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/toolbox-commands\.ts$/ }, () => ({ path: './toolbox.js', external: true }));
    onResolve({ filter: /^@hookline\/(toolbox|guards)$/ }, ({ importer }) => {
      throw new Error(`${importer} imports the toolbox: only what toolbox-commands.ts loads may do that`);
    });
  },
};
// Few converted hooks ask servers: what they need is copied with those only.
export const HTTP_CLIENT = `export { Agent, buildConnector, Client, fetch } from 'undici';`;
export const httpBeside = {
  name: 'http-beside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^undici$/ }, () => ({ path: `./${BRIDGE_HTTP}`, external: true }));
  },
};
