import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CurrentHooks } from '../hook-set/current-hooks.ts';
import type { DialectHooks } from '../engine/routes.ts';
import type { Hook } from '../model/index.ts';
import { definitionOf, readSettings } from '../shadow/shadow-file.ts';
import type { ShadowEntry } from '../shadow/shadow-file.ts';
import type { Places, Settings } from '../settings/settings.ts';
import { settingsOf } from '../settings/settings.ts';
import { settingsFile } from '../settings/own-folders.ts';
import { isProjects } from '../settings/project-sources.ts';
import { resolvedPath } from '../trust/paths.ts';
import { folderProblem, makePrivateFolder, writePrivateFile } from '../trust/private-files.ts';

/** The result of putting a hook in shadow or taking it out. */
export type ShadowChange =
  | { readonly how: 'changed' | 'already'; readonly entry: ShadowEntry; readonly file: string }
  | { readonly how: 'unknown'; readonly known: readonly string[] }
  | { readonly how: 'refused'; readonly why: string };

/** A mark in the settings, and whether a hook has it; `elsewhere` is one of another project. */
export interface ListedShadow extends ShadowEntry {
  readonly state: 'in shadow' | 'changed' | 'gone' | 'elsewhere';
}

/** Where hooks are searched; with `dryRun` nothing is written. */
export type ShadowPlaces = Places & { readonly dryRun?: boolean };

/** Puts a hook in shadow, as it is defined now: it runs and is recorded, and decides nothing. */
export async function putInShadow(id: string, options: ShadowPlaces = {}): Promise<ShadowChange> {
  const settings = settingsOf(options);
  const { hooks: all, managed } = (await CurrentHooks.open(settings, 'store')).get();
  if (flat(managed.hooks).some((each) => each.id === id))
    return {
      how: 'refused',
      why: `${id} is of a policy: only a new policy can put it in shadow, see: hookline policy status`,
    };
  const hooks = flat(all);
  const hook = hooks.find((each) => each.id === id);
  if (hook === undefined) return { how: 'unknown', known: hooks.map((each) => each.id) };
  const entry: ShadowEntry = {
    id,
    project: isProjects(hook) ? resolvedPath(settings.project) : null,
    definition: definitionOf(hook),
  };
  return change({ settings, dryRun: options.dryRun ?? false }, entry, (marks) =>
    marks.some((mark) => isSame(mark, entry) && (mark.definition === null || mark.definition === entry.definition))
      ? null
      : [...marks.filter((mark) => !isSame(mark, entry)), entry],
  );
}

/** Lets a hook decide again, whether or not it still exists. */
export async function takeOutOfShadow(id: string, options: ShadowPlaces = {}): Promise<ShadowChange> {
  const settings = settingsOf(options);
  const { marks } = await readSettings(settings);
  const project = resolvedPath(settings.project);
  const isMeant = (mark: ShadowEntry): boolean =>
    mark.id === id && (mark.project === null || resolvedPath(mark.project) === project);
  const found = marks.find(isMeant);
  const known = [...new Set([...marks.map((mark) => mark.id), ...(await hooksOf(settings)).map((hook) => hook.id)])];
  if (found === undefined && !known.includes(id)) return { how: 'unknown', known };
  const entry: ShadowEntry = { id, project: found?.project ?? null, definition: found?.definition ?? null };
  return change({ settings, dryRun: options.dryRun ?? false }, entry, (now) =>
    now.some(isMeant) ? now.filter((mark) => !isMeant(mark)) : null,
  );
}

/** Every mark in the user's settings, and its state here; `problem` is why none of them applies. */
export async function listShadows(
  options: Places = {},
): Promise<{ readonly file: string; readonly shadows: readonly ListedShadow[]; readonly problem: string | null }> {
  const settings = settingsOf(options);
  const { marks, problem } = await readSettings(settings);
  const hooks = await hooksOf(settings);
  const shadows = marks.map(({ id, project, definition }) => ({
    id,
    project,
    definition,
    state: stateOf({ id, project, definition }, hooks, settings),
  }));
  return { file: settingsFile(settings), shadows, problem };
}

function stateOf(mark: ShadowEntry, hooks: readonly Hook[], { project }: Settings): ListedShadow['state'] {
  if (mark.project !== null && resolvedPath(mark.project) !== resolvedPath(project)) return 'elsewhere';
  const hook = hooks.find(({ id }) => id === mark.id);
  if (hook === undefined) return 'gone';
  return mark.definition === null || mark.definition === definitionOf(hook) ? 'in shadow' : 'changed';
}

const hooksOf = async (settings: Settings): Promise<readonly Hook[]> =>
  flat((await CurrentHooks.open(settings, 'store')).get().hooks);

const flat = (hooks: readonly DialectHooks[]): readonly Hook[] =>
  hooks.flatMap(({ byEvent }) => [...byEvent.values()].flat().map(({ hook }) => hook));

const isSame = (one: ShadowEntry, other: ShadowEntry): boolean => one.id === other.id && one.project === other.project;

/** Writes the marks that `next` returns; null: no change. The rest of the settings is kept. */
async function change(
  { settings, dryRun }: { readonly settings: Settings; readonly dryRun: boolean },
  entry: ShadowEntry,
  next: (marks: readonly ShadowEntry[]) => readonly ShadowEntry[] | null,
): Promise<ShadowChange> {
  const file = settingsFile(settings);
  const work = async (): Promise<ShadowChange> => {
    const { value, marks, problem, diagnostics } = await readSettings(settings);
    const why = problem ?? diagnostics[0]?.message ?? folderProblem(dirname(file));
    if (why !== null) return { how: 'refused', why: `${file}: ${why}` };
    const shadow = next(marks.map(({ id, project, definition }) => ({ id, project, definition })));
    if (shadow === null) return { how: 'already', entry, file };
    if (!dryRun) writePrivateFile(file, `${JSON.stringify({ ...value, shadow }, null, 2)}\n`, dirname(file));
    return { how: 'changed', entry, file };
  };
  try {
    if (dryRun) return await work();
    makePrivateFolder(dirname(file));
    return await alone(`${file}.lock`, work);
  } catch (error) {
    return { how: 'refused', why: error instanceof Error ? error.message : String(error) };
  }
}

const WAIT_MS = 5_000;
const STALE_MS = 10_000;
const PAUSE_MS = 20;

/** Runs work under a lock; a lock that a killed process left is taken over after a while. */
async function alone<Result>(lock: string, work: () => Promise<Result>): Promise<Result> {
  for (let waited = 0; !isTaken(lock); waited += PAUSE_MS) {
    if (waited > WAIT_MS) throw new Error(`${lock} is held by another process; remove it if there is none`);
    // oxlint-disable-next-line no-await-in-loop -- waiting is the point
    await sleep(PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    rmdirSync(lock);
  }
}

function isTaken(lock: string): boolean {
  try {
    mkdirSync(lock, { mode: 0o700 });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > STALE_MS) rmdirSync(lock);
    return false;
  }
}
