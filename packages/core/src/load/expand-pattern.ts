import { isJsonObject } from '../model/index.ts';
import type { ReadFile, RefusedFile } from './read-file.ts';
import { displayPath } from './describe.ts';
import { filesFor } from './discover.ts';
import { pathsOf } from './resolve-based.ts';
import type { FoundFile } from './discover.ts';

/** The files that a location leads to, and the folders on the way that must not be read. */
export interface ExpandedLocation {
  readonly files: readonly FoundFile[];
  readonly refused: readonly { readonly found: FoundFile; readonly why: RefusedFile }[];
}

/** The files of a location with `*` in its path, in the order of their names; any other location is its own file. */
export function expandPattern(found: FoundFile): ExpandedLocation {
  const { pattern, ...folder } = found;
  return pattern === undefined ? { files: [found], refused: [] } : expand(folder, pattern);
}

function expand(folder: FoundFile, [step, ...rest]: readonly string[]): ExpandedLocation {
  if (step === undefined) return { files: [folder], refused: [] };
  if (step === ANY_DEPTH) return inAllFolders(folder, rest, 0);
  const files = filesFor(folder);
  const within = (name: string): FoundFile => {
    const file = pathsOf(folder.place).join(folder.file, name);
    return { ...folder, file, display: displayPath(file, folder.place), name: folder.name ?? stemOf(name, step) };
  };
  if (!step.includes('*')) {
    const next = within(step);
    return files.isThere(next.file) ? expand(next, rest) : NOTHING;
  }
  const listed = files.list(folder.file);
  if (listed.kind === 'missing') return NOTHING;
  if (listed.kind === 'refused') return { files: [], refused: [{ found: folder, why: listed }] };
  const fits = fitting(step);
  const found = listed.names.filter(fits).map((name): ExpandedLocation => {
    const plain = within(name);
    const next = plain.extension === undefined || plain.plugin !== null ? plain : extensionIn(plain);
    if (next === null) return NOTHING;
    const named = hooksOfManifest(next);
    if (named !== null) return { files: [named], refused: [] };
    // A folder is entered, and so must not lead elsewhere; a file is checked when it is read.
    const why = rest.length === 0 ? null : files.leaves(next.file, folder.within);
    return why === null ? expand(next, rest) : { files: [], refused: [{ found: next, why }] };
  });
  return { files: found.flatMap((each) => each.files), refused: found.flatMap((each) => each.refused) };
}

/** The step of a pattern that is any number of folders. */
const ANY_DEPTH = '**';

/** Whoever nests deeper has a link that leads back. */
const DEEPEST = 20;

/** What fits in a folder and in all below it, in the order of paths; hidden folders are not entered. */
function inAllFolders(folder: FoundFile, rest: readonly string[], depth: number): ExpandedLocation {
  const files = filesFor(folder);
  const listed = depth > DEEPEST ? ({ kind: 'missing' } as const) : files.list(folder.file);
  if (listed.kind !== 'folder') return depth === 0 ? expand(folder, rest) : NOTHING;
  const here = expand(folder, rest);
  const below = listed.names
    .filter((name) => !name.startsWith('.'))
    .map((name): FoundFile => {
      const file = pathsOf(folder.place).join(folder.file, name);
      return { ...folder, file, display: displayPath(file, folder.place) };
    })
    .filter(({ file }) => files.kindOf(file) === 'folder')
    .map((next): ExpandedLocation => {
      const why = files.leaves(next.file, folder.within);
      return why === null ? inAllFolders(next, rest, depth + 1) : { files: [], refused: [{ found: next, why }] };
    });
  const found = [here, ...below].flatMap((each) => each.files);
  const byPath = found.toSorted((one, other) => (one.file < other.file ? -1 : Number(one.file > other.file)));
  return {
    files: depth === 0 ? byPath.map((each) => ({ ...each, name: pathName(folder, each) })) : byPath,
    refused: [here, ...below].flatMap((each) => each.refused),
  };
}

/** What distinguishes a file below a folder: its path from there, without its extension. */
const pathName = ({ file: folder, place }: FoundFile, { file }: FoundFile): string =>
  pathsOf(place)
    .relative(folder, file)
    .replace(/\.[^./\\]*$/, '')
    .replaceAll('\\', '/');

/** A path with a step of any depth, as paths of several lengths; any other path as it is. */
export function ofAnyDepth(steps: readonly string[]): readonly (readonly string[])[] {
  const at = steps.indexOf(ANY_DEPTH);
  if (at === -1) return [steps];
  return Array.from({ length: DEEPEST }, (_, depth) => [
    ...steps.slice(0, at),
    ...Array.from({ length: depth }, () => '*'),
    ...steps.slice(at + 1),
  ]);
}

/** The folder of an extension, as its files know it; null where it has no manifest. */
function extensionIn(folder: FoundFile): FoundFile | null {
  const { extension, file, place, name } = folder;
  if (extension === undefined || !filesFor(folder).isThere(pathsOf(place).join(file, extension.manifest))) return null;
  return { ...folder, plugin: { name: name ?? '', folder: file, dataFolder: null } };
}

/** The file with the hooks of an extension, where its manifest has or names them; null where it does neither. */
function hooksOfManifest(folder: FoundFile): FoundFile | null {
  const { extension, plugin, place } = folder;
  if (extension?.hooksInManifest !== true || plugin === null) return null;
  const paths = pathsOf(place);
  const manifest = paths.join(plugin.folder, extension.manifest);
  const hooks = hooksKey(filesFor(folder).read(manifest, folder.within));
  const file = typeof hooks === 'string' ? paths.resolve(plugin.folder, hooks) : isJsonObject(hooks) ? manifest : null;
  return file === null ? null : { ...folder, file, display: displayPath(file, place) };
}

function hooksKey(read: ReadFile): unknown {
  try {
    const value: unknown = read.kind === 'text' ? JSON.parse(read.text) : null;
    return isJsonObject(value) ? value['hooks'] : null;
  } catch {
    return null;
  }
}

/** `deploy` for `deploy.md` where the step is `*.md`. */
function stemOf(name: string, step: string): string {
  const ending = step.slice(step.lastIndexOf('*') + 1);
  return ending !== '' && name.endsWith(ending) ? name.slice(0, -ending.length) : name;
}

/** What distinguishes a file from others of its location: what its first step with `*` fits; null without one. */
export function nameOfFile(pattern: readonly string[], steps: readonly string[]): string | null {
  const star = pattern.findIndex((step) => step.includes('*'));
  return star === -1 ? null : stemOf(steps[star] ?? '', pattern[star] ?? '');
}

const NOTHING: ExpandedLocation = { files: [], refused: [] };

/** Whether a name fits a step; a hidden one never does. */
export function fitting(step: string): (name: string) => boolean {
  const parts = step.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const regex = new RegExp(`^${parts.join('.*')}$`, 's');
  return (name) => !name.startsWith('.') && regex.test(name);
}
