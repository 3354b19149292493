import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { isJsonObject, type Json, ownVoteProblem } from '@hookline/core/internal';
import { UsageProblem } from '../models/model.ts';
import { readConfigFile } from './config-file.ts';

/** Whether the person agreed to the servers of a project; bound to every byte of its `.mcp.json`. */
export interface McpTrust {
  readonly isTrusted: (digest: string) => boolean;
  /** Trusts this very content, and no longer any other; throws a UsageProblem when that cannot be kept. */
  readonly trust: (digest: string) => void;
}

interface Places {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly home?: string;
}

/** The trust in a project's servers, kept in a file of the user's own; `digest` is that of `readMcpConfig`. */
export function mcpTrust({ env = process.env, home = homedir() }: Places, project: string): McpTrust {
  const path = resolvedPath(project);
  const folder = join(stateFolder(env, home), 'mcp-trust');
  const file = join(folder, `${sha256(path)}.json`);
  const ownVote = (): string | null => ownVoteProblem(stateFolder(env, home), path, home);
  return {
    isTrusted: (digest) => ownVote() === null && isOwnersOnly(folder) && readDigest(file, path) === digest,
    trust: (digest) => {
      const problem = ownVote();
      if (problem !== null) throw new UsageProblem(problem);
      try {
        write(folder, file, `${JSON.stringify({ path, digest })}\n`);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new UsageProblem(`trust in the servers of ${path} cannot be kept: ${why}`, { cause: error });
      }
      if (!isOwnersOnly(folder)) throw new UsageProblem(`others can write to ${folder}; run: chmod go-w '${folder}'`);
    },
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function resolvedPath(project: string): string {
  try {
    return realpathSync(project);
  } catch {
    return resolve(project);
  }
}

function stateFolder(env: Readonly<Record<string, string | undefined>>, home: string): string {
  const own = env['HOOKLINE_STATE_DIR'];
  if (own !== undefined && own !== '') return resolve(own);
  const general = process.platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_STATE_HOME'];
  if (general !== undefined && isAbsolute(general)) return join(general, 'hookline');
  return process.platform === 'win32'
    ? join(home, 'AppData', 'Local', 'hookline')
    : join(home, '.local/state/hookline');
}

/** False when others could have written what is in the folder. */
function isOwnersOnly(folder: string): boolean {
  try {
    const { uid, mode } = statSync(folder);
    const user = process.geteuid?.();
    return user === undefined || (uid === user && (mode & 0o022) === 0);
  } catch {
    return false;
  }
}

function readDigest(file: string, path: string): string | null {
  const read = readConfigFile(file);
  if (read.kind !== 'text') return null;
  try {
    const record = JSON.parse(read.text) as Json;
    if (!isJsonObject(record) || record['path'] !== path) return null;
    return typeof record['digest'] === 'string' ? record['digest'] : null;
  } catch {
    return null;
  }
}

function write(folder: string, file: string, text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
