import type { Dialect, Source } from '../model/index.ts';
import { locationsOf } from './discover.ts';
import type { FoundFile, LoadPlace } from './discover.ts';
import { toDiagnostics } from './document.ts';
import { expandPattern } from './expand-pattern.ts';
import { refusalFinding } from './open-document.ts';
import { recognise } from './recognise.ts';
import { readEntryList } from './shapes/entry-list.ts';
import { readEventFiles } from './shapes/event-files.ts';
import { readFlatJson } from './shapes/flat-json.ts';
import { readGroupedJson } from './shapes/grouped-json.ts';
import { readHookFolders } from './shapes/hook-folders.ts';
import { readYamlConfig } from './shapes/yaml-config.ts';
import { sourceOf } from './source-of.ts';

/** Whose files are read: those of the user, of an administrator and of plugins, or those of the project. */
export type Owner = 'user' | 'project';

/**
 * Reads every configuration file that exists, of one owner or of both, dialect by dialect in configuration order; a
 * bad file never makes it throw.
 */
export async function loadSources(
  dialects: readonly Dialect[],
  place: LoadPlace,
  owner?: Owner,
): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const dialect of dialects) {
    for (const found of locationsOf(dialect, place)) {
      if (owner !== undefined && owner !== (found.within === null ? 'user' : 'project')) continue;
      sources.push(...(await readLocation(dialect, found)));
    }
  }
  return sources;
}

async function readLocation(dialect: Dialect, found: FoundFile): Promise<readonly Source[]> {
  const { files, refused } = expandPattern(found);
  const sources: Source[] = [];
  for (const file of files) {
    const source = await readSource(dialect, file);
    if (source !== null) sources.push(source);
  }
  for (const { found: folder, why } of refused) {
    const diagnostics = await toDiagnostics([refusalFinding(why)], folder.display, null);
    sources.push(sourceOf(dialect, folder, { diagnostics, usable: false }));
  }
  return sources;
}

/** Reads one file, whose dialect is determined by its path; null when it belongs to none. */
export async function loadFile(dialects: readonly Dialect[], path: string, place: LoadPlace): Promise<Source | null> {
  const known = recognise(dialects, path, place);
  if (known === null) return null;
  const { dialect, found, folder, display } = known;
  const source = await readSource(dialect, found, folder);
  if (source !== null && (folder === null || source.entries > 0)) return source;
  const missing = {
    severity: 'error',
    file: display,
    line: null,
    column: null,
    message: 'no such file',
    hint: null,
  } as const;
  return sourceOf(dialect, found, { diagnostics: [missing] });
}

function readSource(dialect: Dialect, found: FoundFile, folder: string | null = null): Promise<Source | null> {
  const { shape } = dialect;
  switch (shape.kind) {
    case 'grouped-json':
      return readGroupedJson(dialect, shape, found);
    case 'hook-folders':
      return readHookFolders(dialect, shape, found, folder);
    case 'yaml-config':
      return readYamlConfig(dialect, shape, found);
    case 'flat-json':
      return readFlatJson(dialect, shape, found);
    case 'event-files':
      return readEventFiles(dialect, shape, found, folder);
    case 'entry-list':
      return readEntryList(dialect, shape, found);
  }
}
