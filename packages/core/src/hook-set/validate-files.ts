import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspectSources } from '../inspect/inspect-hooks.ts';
import { readManaged } from '../managed/managed-set.ts';
import { loadFile, loadSources } from '../load/load.ts';
import { mergeSources } from '../load/merge.ts';
import type { Diagnostic, Source } from '../model/index.ts';
import type { Places, Settings } from '../settings/settings.ts';
import { isChosen, settingsOf } from '../settings/settings.ts';

/**
 * Everything that is wrong with the given files, or with all files of the project and the user; independent of trust.
 */
export async function validateFiles(
  files: readonly string[] | null,
  options: Places = {},
): Promise<readonly Diagnostic[]> {
  const settings = settingsOf(options);
  if (files === null) return validateAll(settings);
  const found = await Promise.all(files.map((file) => validateOne(file, settings)));
  return found.flat();
}

async function validateAll(settings: Settings): Promise<readonly Diagnostic[]> {
  const all = await loadSources(settings.dialects, { ...settings, strict: true });
  const sources = all.filter((source) => isChosen(settings, source));
  const { diagnostics } = await readManaged(settings);
  return [...diagnostics, ...settings.dialects.flatMap((dialect) => diagnosticsOf(dialect.id, sources, settings))];
}

function diagnosticsOf(id: string, sources: readonly Source[], settings: Settings): readonly Diagnostic[] {
  const own = sources.filter((source) => source.dialect === id);
  const dialect = settings.dialects.find((each) => each.id === id);
  const merged = dialect === undefined ? [] : mergeSources(dialect, own).diagnostics;
  return [...own.flatMap((source) => withInspection(source, settings)), ...merged];
}

/** The errors in the file, and what keeps its hooks from working, in the order of its lines. */
function withInspection(source: Source, settings: Settings): readonly Diagnostic[] {
  const inspected = inspectSources([source], settings).map(({ diagnostic }) => diagnostic);
  const all = [...source.diagnostics, ...inspected];
  const files = [...new Set(all.map(({ file }) => file))];
  const place = ({ file, line, column }: Diagnostic): readonly number[] => [
    files.indexOf(file),
    line ?? Number.MAX_SAFE_INTEGER,
    column ?? 0,
  ];
  return all.toSorted((one, other) => compare(place(one), place(other)));
}

async function validateOne(file: string, settings: Settings): Promise<readonly Diagnostic[]> {
  const path = resolve(file);
  if (!existsSync(path)) return [problem(file, 'there is no such file', 'check the path')];
  const source = await loadFile(settings.dialects, path, { ...settings, strict: true });
  if (source !== null) return withInspection(source, settings);
  return [
    problem(
      file,
      'the file belongs to no dialect',
      `a dialect is recognized by file name and folder, such as ${someFiles(settings).join(' or ')}`,
    ),
  ];
}

/** The hook files in a project of the first two systems. */
const someFiles = ({ systems }: Settings): readonly string[] =>
  systems
    .flatMap(({ locations, shape }) =>
      locations
        .filter(({ scope }) => scope === 'project')
        .map(({ path }) =>
          shape.kind === 'hook-folders'
            ? `${path}/<name>/${shape.file}`
            : shape.kind === 'event-files'
              ? `${path}/<event>`
              : path,
        ),
    )
    .slice(0, 2);

const problem = (file: string, message: string, hint: string): Diagnostic => ({
  severity: 'error',
  file,
  line: null,
  column: null,
  message,
  hint,
});

const compare = (one: readonly number[], other: readonly number[]): number =>
  one.map((number, index) => number - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
