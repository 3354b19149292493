import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ToolContext } from '../tool.ts';
import { resolvePath } from '../resolve-path.ts';
import { fileFailure } from '../tool-failure.ts';

/** Where a search begins. */
export interface SearchRoot {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'other';
}

/** The place that an input names, or the working directory; throws a ToolFailure when it is not there. */
export async function searchRoot(written: string | null, context: ToolContext): Promise<SearchRoot> {
  const path = written === null ? context.cwd : resolvePath(written, context);
  const entry = await stat(path).catch((error: unknown) => {
    throw fileFailure(error, path);
  });
  return { path, kind: kindOf(entry) };
}

function kindOf(entry: Stats): SearchRoot['kind'] {
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'other';
}
