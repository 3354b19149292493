import { errorCode } from '@hookline/core/internal';
import { realpath, readlink } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { ToolContext } from './tool.ts';
import { fileFailure } from './tool-failure.ts';

/** The absolute path that a path of an input stands for; symlinks are not followed. */
export function resolvePath(written: string, context: Pick<ToolContext, 'cwd' | 'home'>): string {
  if (written === '~') return context.home;
  if (written.startsWith('~/')) return join(context.home, written.slice(2));
  return isAbsolute(written) ? resolve(written) : resolve(context.cwd, written);
}

/** The path that reading or writing really reaches, with every symlink resolved; parts need not exist yet. */
export async function realTarget(path: string): Promise<string> {
  const existing = await realpath(path).catch(() => null);
  if (existing !== null) return existing;
  let current = path;
  for (let links = 0; links < MOST_LINKS; links += 1) {
    const folder = await realFolder(dirname(current));
    const target = join(folder, basename(current));
    const link = await linkOf(target);
    if (link === null) return target;
    current = resolve(folder, link);
  }
  throw fileFailure(Object.assign(new Error(), { code: 'ELOOP' }), path);
}

const MOST_LINKS = 40;

async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw fileFailure(error, folder);
    return await realTarget(folder);
  }
}

async function linkOf(path: string): Promise<string | null> {
  try {
    return await readlink(path);
  } catch {
    return null;
  }
}
