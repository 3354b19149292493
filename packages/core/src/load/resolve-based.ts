import path from 'node:path';
import type { BaseFolder, BasedPath } from '../model/index.ts';
import { expandTilde } from '../text/expand-tilde.ts';
import type { LoadPlace } from './discover.ts';

/** The path functions of `place.platform`, so that each platform can be tested on any other. */
export const pathsOf = (place: LoadPlace): path.PlatformPath => (place.platform === 'win32' ? path.win32 : path.posix);

/** A path of a table on this machine, with the base that it was found by; null when none of its bases is known. */
export function resolveBased(
  { bases, path: below }: BasedPath,
  place: LoadPlace,
): { readonly base: BaseFolder; readonly path: string } | null {
  for (const base of bases) {
    const folder = baseFolder(base, place);
    if (folder !== null) return { base, path: pathsOf(place).resolve(folder, below) };
  }
  return null;
}

function baseFolder(base: BaseFolder, place: LoadPlace): string | null {
  if ('on' in base && base.on !== place.platform) return null;
  const paths = pathsOf(place);
  switch (base.from) {
    case 'option': {
      const named = filled(place[base.name]);
      return named === null ? null : expandTilde(named, place.home);
    }
    case 'variable': {
      const value = variableFolder(base.name, place);
      return value === null ? null : paths.join(value, base.path);
    }
    case 'system':
      return paths.join(systemRoot(place), base.path);
    case 'home':
      return filled(place.home) === null ? null : paths.join(place.home, base.path);
    case 'project':
      return place.project;
    case 'plugin':
      return null;
  }
}

/** Moves the files of an administrator below another folder, as in an image that is mounted somewhere. */
function systemRoot(place: LoadPlace): string {
  const root = filled(place.env['HOOKLINE_SYSTEM_ROOT']);
  return root !== null && pathsOf(place).isAbsolute(root) ? root : '';
}

function variableFolder(name: string, place: LoadPlace): string | null {
  const value = filled(place.env[name]);
  if (value === null) return null;
  const folder = expandTilde(value, place.home);
  // The XDG specification requires that relative paths are ignored.
  return name.startsWith('XDG_') && !pathsOf(place).isAbsolute(folder) ? null : folder;
}

const filled = (text: string | null | undefined): string | null => (text === undefined || text === '' ? null : text);
