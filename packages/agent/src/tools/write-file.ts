import { errorCode } from '@hookline/core/internal';
import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, chmod, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { realTarget } from './resolve-path.ts';
import { kindOf } from './text-file.ts';
import { fileFailure, ToolFailure } from './tool-failure.ts';

/**
 * Writes a file atomically: no reader ever sees a half. A symlink stays one, its target is written; an existing file
 * keeps its mode. Says whether the file is new.
 */
export async function writeWholeFile(
  path: string,
  content: string,
  signal: AbortSignal,
): Promise<'created' | 'updated'> {
  try {
    const target = await realTarget(path);
    const existing = await existingAt(target, path);
    if (existing === null) await mkdir(dirname(target), { recursive: true });
    else await access(target, constants.W_OK);
    await replace(target, content, existing, signal);
    return existing === null ? 'created' : 'updated';
  } catch (error) {
    throw fileFailure(error, path);
  }
}

async function existingAt(target: string, path: string): Promise<Stats | null> {
  const entry = await stat(target).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  const strange = entry === null ? null : kindOf(entry);
  if (strange !== null) throw new ToolFailure('not_a_file', `${path}: this is ${strange}, not a file`);
  return entry;
}

async function replace(target: string, content: string, existing: Stats | null, signal: AbortSignal): Promise<void> {
  const temporary = join(dirname(target), `.hookline-${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, content, { flag: 'wx', signal });
    if (existing !== null) await chmod(temporary, existing.mode & 0o7777);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    if (existing === null || !ONLY_IN_PLACE.has(errorCode(error))) throw error;
    await writeFile(target, content, { signal });
  }
}

/** A folder that takes no new file, or a file that is a mount of its own, can only be written where it is. */
const ONLY_IN_PLACE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EBUSY']);
