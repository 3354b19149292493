import { resolve } from 'node:path/posix';
import { hasHole } from '../shell/marks.ts';
import { filesOfPatch } from '../guard/tool-input.ts';
import type { World } from '../guard/world.ts';

/** A patch that a command applies. */
export type Patch = {
  /** The folder that its names are relative to; null when it is not known. */
  readonly folder: string | null;
} & ({ readonly text: string } | { readonly file: string });

/** The files that patches change; a patch that cannot be read is a problem. */
export async function patchedFiles(
  patches: readonly Patch[],
  { project, readText }: World,
): Promise<{ readonly paths: readonly string[]; readonly problem: string | null }> {
  const paths: string[] = [];
  let problem: string | null = null;
  for (const patch of patches) {
    const text = 'text' in patch ? patch.text : await readText(patch.file);
    if (text === null || text === '' || hasHole(text)) problem = 'it applies a patch that cannot be read here';
    else paths.push(...filesOfPatch(text).map((file) => resolve(patch.folder ?? project, file)));
  }
  return { paths, problem };
}
