import { whatStarts } from '@hookline/core/internal';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where stresses keep their files; the user's own files are never touched. */
export interface Workshop {
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A new empty folder of this name. */
  readonly folder: (name: string) => string;
  /** The program of that name on the user's PATH; null when there is none. */
  readonly program: (name: string) => string | null;
  /** To be called at the end. */
  readonly onClose: (end: () => Promise<void> | void) => void;
}

/** Creates a workshop below the temporary folder; the second part ends and removes all of it. */
export function openWorkshop(
  place: Pick<Workshop, 'project' | 'home' | 'env'>,
): readonly [Workshop, () => Promise<void>] {
  let root: string | null = null;
  const ends: (() => Promise<void> | void)[] = [];
  const remove = (): void => {
    // Symlinks may still be in creation when an interrupted call ends.
    if (root !== null) rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
  };
  process.once('exit', remove); // an interrupted call leaves nothing behind either
  const folder = (name: string): string => {
    root ??= mkdtempSync(join(tmpdir(), 'hookline-prove-'));
    const path = join(root, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const close = async (): Promise<void> => {
    await Promise.all(ends.map(async (end) => end()));
    process.off('exit', remove);
    remove();
  };
  const program = (name: string): string | null => locate(name, place.env['PATH']);
  return [{ ...place, folder, program, onClose: (end) => void ends.push(end) }, close];
}

/** The program for a bare name, by the engine's own rule. */
export const locate = (name: string, path: string | undefined): string | null =>
  whatStarts({
    kind: 'command',
    runId: '',
    timeoutMs: 0,
    program: name,
    args: [],
    cwd: '/',
    env: path === undefined ? {} : { PATH: path },
    stdin: new Uint8Array(),
    atTimeout: 'kill',
    background: false,
  }).file;
