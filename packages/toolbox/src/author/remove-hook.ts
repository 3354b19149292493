import { type Dialect, DIALECTS, type JsonObject } from '@hookline/core/internal';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { commandIn } from './configured-entries.ts';
import { GUARD_PROGRAM, guardFolder } from './guard-place.ts';
import { hookPlace, type Places } from './hook-place.ts';
import { LANGUAGES } from './languages.ts';
import { removeFromJson, type RemovedEntries } from './remove-from-json.ts';
import { removeFromToml } from './remove-from-toml.ts';
import { removeFromYaml } from './remove-from-yaml.ts';
import type { FileChange } from '../files/write-changes.ts';

/** A hook or guard that is to be removed. */
export interface RemoveRequest {
  readonly name: string;
  readonly scope: 'user' | 'project';
  /** Ids; those without such a hook are skipped. */
  readonly dialects: readonly string[];
}

/** What is removed and what is changed for it; or one line about why that is impossible. */
export type PlannedRemoval =
  | {
      readonly ok: true;
      /** Dialects in which something was found. */
      readonly dialects: readonly string[];
      readonly changes: readonly FileChange[];
      readonly removed: readonly string[];
      /** Files that others still use. */
      readonly kept: readonly string[];
    }
  | { readonly ok: false; readonly problem: string };

/** Plans to undo what `new` or `add` wrote for a hook: its entries, its script and its cases. Removes nothing. */
export async function planRemoval(request: RemoveRequest, places: Places): Promise<PlannedRemoval> {
  const parts: Part[] = [];
  for (const dialect of DIALECTS.filter(({ id }) => request.dialects.includes(id))) {
    // oxlint-disable-next-line no-await-in-loop -- one after another, in the order in which they are shown
    const part = await planPart(request, dialect, places);
    if ('problem' in part) return { ok: false, problem: part.problem };
    parts.push(part);
  }
  const found = parts.filter(({ changes, removed }) => changes.length + removed.length > 0);
  const changes = found.flatMap((part) => part.changes);
  const own = found.flatMap((part) => part.removed);
  const shared = found.length === 0 ? NOTHING_SHARED : sharedFiles(request, places, { changes, removed: own });
  return {
    ok: true,
    dialects: found.map(({ dialect }) => dialect),
    changes,
    removed: [...own, ...shared.removed],
    kept: shared.kept,
  };
}

interface Part {
  readonly dialect: string;
  readonly changes: readonly FileChange[];
  readonly removed: readonly string[];
}

type PartOrProblem = Part | { readonly problem: string };

const OLD_SCRIPT = 'hookline-guard.sh';
const OLD_PROGRAM = 'hookline-guards.mjs';

async function planPart(request: RemoveRequest, dialect: Dialect, places: Places): Promise<PartOrProblem> {
  const place = hookPlace({ ...request, dialect: dialect.id }, '.sh', places);
  if (place === null) return { dialect: dialect.id, changes: [], removed: [] };
  if (place.command === '') return folderPart(request, dialect, place);
  const before = existsSync(place.file) ? readFileSync(place.file, 'utf8') : null;
  const folder = dirname(place.script);
  const own = Object.values(LANGUAGES).map(({ extension }) => join(folder, `${request.name}${extension}`));
  const scripts = [...own, join(guardFolder(request.scope, places), `${request.name}.sh`)];
  const rest =
    before === null ? null : await withoutEntries(before, dialect, (entry) => runs(entry, request, scripts, places));
  if (rest?.ok === false) return { problem: `${place.file}: ${rest.problem}` };
  const isChanged = rest !== null && rest.text !== before;
  const after = isChanged ? rest.text : (before ?? '');
  const old = [OLD_SCRIPT, OLD_PROGRAM]
    .filter(() => isChanged && !after.includes(OLD_SCRIPT))
    .map((name) => join(folder, name));
  const gone = isChanged && rest.isEmpty;
  return {
    dialect: dialect.id,
    changes: isChanged && !gone ? [{ path: place.file, before, after, executable: false }] : [],
    removed: [...own, place.cases, ...old, ...(gone ? [place.file] : [])].filter((path) => existsSync(path)),
  };
}

const withoutEntries = (
  text: string,
  { shape, locations }: Dialect,
  isMeant: (entry: JsonObject) => boolean,
): Promise<RemovedEntries> => {
  const version = [
    ...(shape.kind === 'grouped-json' && shape.version !== null ? [shape.version.key] : []),
    ...locations.flatMap(({ hooksFile }) => (hooksFile?.version === undefined ? [] : [hooksFile.version.key])),
  ];
  if (shape.kind === 'entry-list' && locations.some(({ format }) => format === 'toml'))
    return removeFromToml(text, isMeant, shape.section);
  return shape.kind === 'yaml-config' && !/^\s*[[{]/.test(text)
    ? removeFromYaml(text, isMeant, OWN_COMMENTS)
    : removeFromJson(text, isMeant, ['$schema', ...version]);
};

const OWN_COMMENTS = [/^# yaml-language-server:/, /^# Hooks run in the order in which they stand here/];

/** Whether an entry runs one of the scripts, or is the guard of that name as earlier versions started it. */
function runs(entry: JsonObject, { name, scope }: RemoveRequest, scripts: readonly string[], places: Places): boolean {
  const words = commandIn(entry).replaceAll(/["']/g, '').split(/\s+/);
  const root = scope === 'project' ? (places.project ?? process.cwd()) : '/';
  const paths = scripts.map((path) => relative(root, path).split(sep).join('/'));
  if (words.some((word) => paths.some((path) => word === path || word.endsWith(`/${path}`)))) return true;
  const old = words.findIndex((word) => word.endsWith(`/${OLD_SCRIPT}`));
  return old !== -1 && words[old + 2] === name;
}

/** A hook folder of that name, and those of a guard that has one for each event. */
function folderPart(
  { name }: RemoveRequest,
  { id, shape }: Dialect,
  place: { readonly file: string; readonly cases: string },
): Part {
  const holder = dirname(dirname(place.file));
  const entries = shape.kind === 'hook-folders' ? shape.entryPoints : [];
  const folders = namesIn(holder).filter(
    (folder) =>
      folder === name || (folder.startsWith(`${name}-`) && isGuardFolder(join(holder, folder), name, entries)),
  );
  const files = folders.flatMap((folder) => [
    join(holder, folder, basename(place.file)),
    ...entries
      .flatMap((entry) => [entry, ...Object.values(LANGUAGES).map(({ extension }) => `${entry}${extension}`)])
      .map((entry) => join(holder, folder, entry)),
    ...[OLD_PROGRAM, `${name}.hooktest.yaml`].map((each) => join(holder, folder, dirname(entries[0] ?? ''), each)),
  ]);
  return {
    dialect: id,
    changes: [],
    removed: [...new Set([...files, place.cases])].filter((path) => existsSync(path)),
  };
}

const isGuardFolder = (folder: string, guard: string, entries: readonly string[]): boolean =>
  entries.some((entry) => {
    const path = join(folder, entry);
    return existsSync(path) && new RegExp(`made by "hookline add"[^]*\\b${guard}\\b`).test(readFileSync(path, 'utf8'));
  });

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).toSorted() : []);

interface SharedFiles {
  readonly removed: readonly string[];
  readonly kept: readonly string[];
}

const NOTHING_SHARED: SharedFiles = { removed: [], kept: [] };

/** What all guards share is removed with the last of them. */
function sharedFiles(
  { name, scope }: RemoveRequest,
  places: Places,
  planned: { readonly changes: readonly FileChange[]; readonly removed: readonly string[] },
): SharedFiles {
  const folder = guardFolder(scope, places);
  const [script, program] = [join(folder, `${name}.sh`), join(folder, GUARD_PROGRAM)];
  const isGuard =
    existsSync(script) || planned.removed.some((path) => readFileSync(path, 'utf8').includes(`/${GUARD_PROGRAM}`));
  if (!isGuard) return NOTHING_SHARED;
  const texts = remainingTexts(scope, places, planned);
  const isScriptUsed = texts.some((text) => text.includes(`/${basename(folder)}/${name}.sh`));
  const others = namesIn(folder).filter((file) => file.endsWith('.sh') && (file !== `${name}.sh` || isScriptUsed));
  const isProgramUsed = others.length > 0 || texts.some((text) => text.includes(`/${GUARD_PROGRAM}`));
  const judged = [
    { path: script, isUsed: isScriptUsed },
    { path: program, isUsed: isProgramUsed },
  ].filter(({ path }) => existsSync(path));
  return {
    removed: judged.filter(({ isUsed }) => !isUsed).map(({ path }) => path),
    kept: judged.filter(({ isUsed }) => isUsed).map(({ path }) => path),
  };
}

/** The configurations and entry points of all systems, as they will be. */
function remainingTexts(
  scope: RemoveRequest['scope'],
  places: Places,
  { changes, removed }: { readonly changes: readonly FileChange[]; readonly removed: readonly string[] },
): readonly string[] {
  const files = DIALECTS.flatMap(({ id, shape }) => {
    const place = hookPlace({ dialect: id, scope, name: '-' }, '.sh', places);
    if (place === null) return [];
    if (shape.kind !== 'hook-folders') return [place.file];
    const holder = dirname(dirname(place.file));
    return namesIn(holder).flatMap((folder) => shape.entryPoints.map((entry) => join(holder, folder, entry)));
  });
  return files
    .filter((path) => existsSync(path) && !removed.includes(path))
    .map((path) => changes.find((change) => change.path === path)?.after ?? readFileSync(path, 'utf8'));
}
