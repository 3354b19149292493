import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isInside, realPath } from '../files/paths.ts';
import type { McpServerConfig } from './server-config.ts';

/** The digest of every byte that trust in the servers covers: the file itself, and the project's own files that it starts. */
export function contentDigest(fileDigest: string, servers: readonly McpServerConfig[], project: string): string {
  const files = [...new Set(servers.flatMap((server) => filesOf(server, project)))].toSorted();
  if (files.length === 0) return fileDigest;
  const hash = createHash('sha256').update(fileDigest);
  for (const file of files) hash.update(`\0${file}\0`).update(contentOf(file));
  return hash.digest('hex');
}

/** Files of the project among the words of a command: its program and the scripts it is given. */
function filesOf(server: McpServerConfig, project: string): readonly string[] {
  if (server.kind === 'http') return [];
  const root = realPath(project);
  return [server.command, ...server.args]
    .map((word) => realPath(resolve(server.cwd, word)))
    .filter((path) => isInside(root, path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true);
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.from('unreadable');
  }
}
