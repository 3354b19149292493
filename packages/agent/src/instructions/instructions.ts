import { dirname, join, relative, resolve, sep } from 'node:path';
import { agentsFolder } from '../files/agents-folder.ts';
import { Collection } from './collection.ts';
import type { LoadedInstructions } from './collection.ts';
import { isInside, realPath } from '../files/paths.ts';

/** Whose instructions to read, and why. */
export interface InstructionPlaces {
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Why the files themselves are read; what they include always has the reason `include`. Default `session_start`. */
  readonly loadReason?: 'session_start' | 'compact';
}

/** The instructions for the whole project: the user's, the project's and the local ones, each before what it includes. */
export function loadInstructions(places: InstructionPlaces): LoadedInstructions {
  const { project, home, env, loadReason = 'session_start' } = places;
  const collection = new Collection(project, home, []);
  collection.add(join(agentsFolder(home, env), FILE_NAME), { memoryType: 'User', loadReason });
  collection.add(join(project, FILE_NAME), { memoryType: 'Project', loadReason });
  collection.add(join(project, 'AGENTS.local.md'), { memoryType: 'Local', loadReason });
  return collection.result();
}

/** The instructions of the folders from below the project down to the file's own, outermost first, less those loaded. */
export function nestedInstructions(file: string, project: string, alreadyLoaded: Iterable<string>): LoadedInstructions {
  const collection = new Collection(project, null, alreadyLoaded);
  for (const folder of foldersBetween(project, file)) {
    collection.add(join(folder, FILE_NAME), { memoryType: 'Project', loadReason: 'nested_traversal' });
  }
  return collection.result();
}

const FILE_NAME = 'AGENTS.md';

function foldersBetween(project: string, file: string): readonly string[] {
  const top = resolve(project);
  const own = dirname(resolve(file));
  // A file may be named by a path in which symlinks of the project are resolved.
  const folder = isInside(top, own) ? own : join(top, relative(realPath(top), realPath(own)));
  if (!isInside(top, folder) || folder === top) return [];
  const steps = relative(top, folder).split(sep);
  return steps.map((_, index) => join(top, ...steps.slice(0, index + 1)));
}
