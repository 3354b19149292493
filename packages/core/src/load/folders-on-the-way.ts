import path from 'node:path';
import type { Location } from '../model/index.ts';
import { ON_DISK } from './hook-files.ts';

/** The project, and the folder in it in which a session works. */
interface WorkPlace {
  readonly project: string;
  readonly workDir?: string;
  readonly platform: NodeJS.Platform;
}

/** The folders from the one that holds `mark` down to the working directory, the outermost first. */
export function foldersOnTheWay(mark: string, { project, workDir = project, platform }: WorkPlace): readonly string[] {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const folders = [workDir];
  for (let folder = workDir; paths.dirname(folder) !== folder; folder = paths.dirname(folder))
    folders.unshift(paths.dirname(folder));
  const root = folders.findLastIndex((folder) => ON_DISK.isThere(paths.join(folder, mark)));
  return root === -1 ? [workDir] : folders.slice(root);
}

/** What tells a file from others of its scope: its folder where there are several, and what its location says. */
export function nameOf({ idPart }: Location, folder: string): { readonly name?: string } {
  const parts = [folder, idPart ?? ''].filter((part) => part !== '');
  return parts.length === 0 ? {} : { name: parts.join('/') };
}
