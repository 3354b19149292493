import { homedir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject, type Json, stateInsideProblem, errorText, stateFolder } from '@hookline/core/internal';
import { UsageProblem } from '../contract/model.ts';
import { fileNameFor, isOwnersOnly, resolvedProject, writePrivateFile } from '../files/state-files.ts';
import { readConfigFile } from './config-file.ts';

/** Whether the user agreed to the servers of a project; bound to every byte of its `.mcp.json`. */
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
  const path = resolvedProject(project);
  const folder = join(stateFolder(env, home), 'mcp-trust');
  const file = join(folder, fileNameFor(path));
  const ownVote = (): string | null => stateInsideProblem(stateFolder(env, home), path, home);
  return {
    isTrusted: (digest) => ownVote() === null && isOwnersOnly(folder) && readDigest(file, path) === digest,
    trust: (digest) => {
      const problem = ownVote();
      if (problem !== null) throw new UsageProblem(problem);
      try {
        writePrivateFile(folder, file, `${JSON.stringify({ path, digest })}\n`);
      } catch (error) {
        const why = errorText(error);
        throw new UsageProblem(`trust in the servers of ${path} cannot be kept: ${why}`, { cause: error });
      }
      if (!isOwnersOnly(folder)) throw new UsageProblem(`others can write to ${folder}; run: chmod go-w '${folder}'`);
    },
  };
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
