import { type Request, type StartedProgram, whatStarts } from '@hookline/core/internal';
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readWhole } from '../files/read-whole.ts';

/** A file that takes part in a hook's start. */
export interface ProgramFile {
  readonly role: 'program' | 'shell' | 'interpreter' | 'script';
  readonly path: string;
  /** The target of symlinks; the path itself when it is none. */
  readonly realPath: string | null;
  /** SHA-256 of its content; null when it cannot be read. */
  readonly digest: string | null;
}

/** What a hook would start or ask. */
export interface Program {
  /** In short, for a person. */
  readonly what: string;
  readonly cwd: string | null;
  readonly files: readonly ProgramFile[];
  /** Why it cannot be started; null when no reason was found. */
  readonly flaw: string | null;
}

/** Finds out what a request would start; starts nothing. */
export function programOf(request: Request): Program {
  switch (request.kind) {
    case 'command': {
      const start = whatStarts(request);
      const files = commandFiles(start);
      return { what: files.at(-1)?.path ?? request.program, cwd: request.cwd, files, flaw: start.flaw };
    }
    case 'python': {
      const { file, script, flaw } = whatStarts(request);
      const files = [...as('interpreter', file), ...as('script', script)];
      return { what: `${request.callable} in ${file ?? 'python3'}`, cwd: request.project, files, flaw };
    }
    case 'module':
      return {
        what: `${request.path}#${request.exportName}`,
        cwd: null,
        files: as('script', request.path),
        flaw: null,
      };
    case 'http':
      return { what: `POST ${withoutSecrets(request.url)}`, cwd: null, files: [], flaw: null };
    case 'prompt':
    case 'agent':
      return { what: `${request.kind}, model ${request.model ?? 'of the host'}`, cwd: null, files: [], flaw: null };
    case 'mcp_tool':
      return { what: `the tool ${request.tool} of the MCP server ${request.server}`, cwd: null, files: [], flaw: null };
    case 'central':
      return { what: 'a decision of the gateway', cwd: null, files: [], flaw: null };
    case 'function':
      return { what: 'a function of the host', cwd: null, files: [], flaw: null };
    case 'impossible':
      return { what: 'nothing', cwd: null, files: [], flaw: request.why };
  }
}

/** In the order in which they are used; the last is the hook's own. */
function commandFiles({ file, words, inner, script, interpreter }: StartedProgram): readonly ProgramFile[] {
  const isShell = words !== null;
  const isInterpreter = script !== null && !isShell;
  const own = [...as(script === null ? 'program' : 'interpreter', inner), ...as('script', script)];
  const first = as(isShell ? 'shell' : isInterpreter ? 'interpreter' : 'program', file);
  const files = [...first, ...own];
  const hasFirstLine = interpreter !== null && !files.some(({ path }) => path === interpreter);
  return hasFirstLine ? [...files.slice(0, -1), ...as('interpreter', interpreter), ...files.slice(-1)] : files;
}

const as = (role: ProgramFile['role'], path: string | null): readonly ProgramFile[] =>
  path === null ? [] : [{ role, path, realPath: realPathOf(path), digest: digestOf(path) }];

function realPathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

const MOST_BYTES = 256 * 1024 * 1024;

function digestOf(path: string): string | null {
  const bytes = readWhole(path, MOST_BYTES);
  return bytes === null ? null : createHash('sha256').update(bytes).digest('hex');
}

/** A password in an address is not shown. */
function withoutSecrets(url: string): string {
  try {
    const address = new URL(url);
    return `${address.protocol}//${address.host}${address.pathname}`;
  } catch {
    return 'an address that cannot be read';
  }
}
