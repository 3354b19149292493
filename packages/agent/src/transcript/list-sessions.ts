import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { resolvedProject } from '../files/state-files.ts';
import { parseLine } from './parse-line.ts';

/** The ids of all sessions, the one that was written to last first. */
export function latestSessions(folder: string): readonly string[] {
  return namesIn(folder)
    .map((name) => ({ id: name.slice(0, -EXTENSION.length), writtenAt: writtenAt(join(folder, name)) }))
    .sort((one, other) => other.writtenAt - one.writtenAt || (one.id < other.id ? 1 : -1))
    .map(({ id }) => id);
}

/** The id of the session of a project that was written to last; null when it has none. */
export function newestSessionOf(folder: string, project: string): string | null {
  const wanted = resolvedProject(project);
  return latestSessions(folder).find((id) => projectOf(join(folder, id + EXTENSION)) === wanted) ?? null;
}

const EXTENSION = '.jsonl';

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(EXTENSION));
  } catch {
    return []; // no session yet
  }
}

const writtenAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function projectOf(path: string): string | null {
  const entry = parseLine(firstLine(path));
  return entry?.type === 'session' ? resolvedProject(entry.project) : null;
}

const MOST_BYTES = 65_536; // a session's own line is short

function firstLine(path: string): string {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(MOST_BYTES);
      const text = bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, MOST_BYTES, 0));
      return text.split('\n', 1)[0] ?? '';
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return ''; // cannot be read, and so cannot be resumed
  }
}
