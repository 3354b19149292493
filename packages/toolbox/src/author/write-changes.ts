import { chmodSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file that is made, or that gets another text. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** The text that it has now; null: it must not be there yet. */
  readonly before: string | null;
  readonly after: string;
  readonly executable: boolean;
}

/** A file that stands where another was to be written, or that has changed since it was read. */
export class ChangedMeanwhileError extends Error {}

/** Carries changes out in order. Overwrites nothing that it was not shown; when one fails, what was made before it goes again. */
export function writeChanges(changes: readonly FileChange[]): void {
  const made: string[] = [];
  try {
    for (const change of changes) {
      if (change.before === null) made.push(make(change));
      else replace(change);
    }
  } catch (error) {
    for (const path of made) rmSync(path, { force: true });
    throw error;
  }
}

function make({ path, after, executable }: FileChange): string {
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(path, after, { flag: 'wx', mode: executable ? 0o755 : 0o644 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new ChangedMeanwhileError(`${path} exists already; nothing was written`);
    throw error;
  }
  return path;
}

/** Through a link to the file behind it, and never half: a reader sees the old text or the new one. */
function replace({ path, before, after }: FileChange): void {
  const target = realpathSync(path);
  if (readFileSync(target, 'utf8') !== before)
    throw new ChangedMeanwhileError(`${path} has changed meanwhile; nothing was written, try again`);
  const temporary = `${target}.${process.pid}.new`;
  writeFileSync(temporary, after, { flag: 'wx' });
  chmodSync(temporary, statSync(target).mode & 0o7777);
  renameSync(temporary, target);
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);
