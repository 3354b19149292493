import { lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic, Dialect, HookFoldersShape, Source } from '../../model/index.ts';
import { displayPath } from '../display-path.ts';
import type { FoundFile } from '../discover.ts';
import { toDiagnostics } from '../document.ts';
import { refusalFinding } from '../open-document.ts';
import { leadsOutOf, refusedBy } from '../read-file.ts';
import { sourceOf } from '../source-of.ts';
import { type ReadHookFile, readHookFile } from './hook-file.ts';

/** Reads every sub-folder that holds a hook, in the order of their names; `only` limits that to one of them. */
export async function readHookFolders(
  dialect: Dialect,
  shape: HookFoldersShape,
  found: FoundFile,
  only: string | null = null,
): Promise<Source | null> {
  let names: readonly string[];
  try {
    if (statSync(found.file, { throwIfNoEntry: false }) === undefined) return null;
    names = only === null ? readdirSync(found.file).sort() : [only];
  } catch (error) {
    return sourceOf(dialect, found, { diagnostics: await refusal(error, found.display) });
  }
  const folders = names.filter((name) => holdsHook(path.join(found.file, name), shape.file));
  const read: ReadHookFile[] = [];
  for (const name of folders) read.push(await readFolder(dialect, shape, found, path.join(found.file, name)));
  return sourceOf(dialect, found, {
    hooks: read.flatMap(({ hook }) => hook ?? []),
    diagnostics: read.flatMap(({ diagnostics }) => diagnostics),
    entries: folders.length,
    ...(found.place.strict === true ? { written: read.flatMap(({ written }) => written ?? []) } : {}),
  });
}

/** True also for a link to a hook file that leads nowhere: that is worth telling. */
function holdsHook(folder: string, file: string): boolean {
  try {
    return lstatSync(path.join(folder, file), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

const refusal = (error: unknown, display: string): Promise<readonly Diagnostic[]> =>
  toDiagnostics([refusalFinding(refusedBy(error))], display, null);

async function readFolder(
  dialect: Dialect,
  shape: HookFoldersShape,
  found: FoundFile,
  folder: string,
): Promise<ReadHookFile> {
  const file = path.join(folder, shape.file);
  const display = displayPath(file, found.place);
  try {
    if (found.within === null || !leadsOutOf(found.within, folder)) {
      return await readHookFile(dialect, shape, { ...found, file, display });
    }
  } catch (error) {
    return { hook: null, diagnostics: await refusal(error, display) };
  }
  const why = 'its folder is a symbolic link that leads out of the project';
  const finding = refusalFinding({ why, hint: 'put the folder itself into the project' });
  return { hook: null, diagnostics: await toDiagnostics([finding], display, null) };
}
