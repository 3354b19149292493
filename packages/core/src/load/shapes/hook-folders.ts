import path from 'node:path';
import type { Diagnostic, Dialect, HookFoldersShape, Source } from '../../model/index.ts';
import { displayPath } from '../describe.ts';
import { filesFor, type FoundFile } from '../discover.ts';
import { toDiagnostics } from '../document.ts';
import { refusalFinding } from '../open-document.ts';
import type { RefusedFile } from '../read-file.ts';
import { sourceOf } from '../source-of.ts';
import { type ReadHookFile, readHookFile } from './hook-file.ts';

/** Reads every sub-folder that has a hook, in the order of their names; `only` limits that to one of them. */
export async function readHookFolders(
  dialect: Dialect,
  shape: HookFoldersShape,
  found: FoundFile,
  only: string | null = null,
): Promise<Source | null> {
  const files = filesFor(found);
  const listed = files.list(found.file);
  if (listed.kind === 'missing') return null;
  if (listed.kind === 'refused') return sourceOf(dialect, found, { diagnostics: await refusal(listed, found.display) });
  // A dangling symlink in place of a hook file is reported too.
  const folders = (only === null ? listed.names : [only]).filter((name) =>
    files.isThere(path.join(found.file, name, shape.file)),
  );
  const read: ReadHookFile[] = [];
  for (const name of folders) read.push(await readFolder(dialect, shape, found, path.join(found.file, name)));
  return sourceOf(dialect, found, {
    hooks: read.flatMap(({ hook }) => hook ?? []),
    diagnostics: read.flatMap(({ diagnostics }) => diagnostics),
    entries: folders.length,
    ...(found.place.strict === true ? { written: read.flatMap(({ written }) => written ?? []) } : {}),
  });
}

const refusal = (why: RefusedFile, display: string): Promise<readonly Diagnostic[]> =>
  toDiagnostics([refusalFinding(why)], display, null);

async function readFolder(
  dialect: Dialect,
  shape: HookFoldersShape,
  found: FoundFile,
  folder: string,
): Promise<ReadHookFile> {
  const file = path.join(folder, shape.file);
  const display = displayPath(file, found.place);
  const refused = filesFor(found).leaves(folder, found.within);
  if (refused !== null) return { hook: null, diagnostics: await refusal(refused, display) };
  return readHookFile(dialect, shape, { ...found, file, display });
}
