import {
  isJsonObject,
  type Json,
  makePrivateFolder,
  readPrivateFile,
  removeFile,
  sha256,
  stateFolder,
  writePrivateFile,
} from '@hookline/core/internal';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFiles } from '../files/remove-files.ts';
import { type FileChange, writeChanges } from '../files/write-changes.ts';
import type { AdoptPlan } from './adopt.ts';
import type { StatePlace } from './connections.ts';

/** Hooks that were moved, with every file as it was before and after. */
export interface Adoption {
  readonly agent: string;
  readonly project: string;
  readonly changes: readonly FileChange[];
  /** Of the agent's own files. */
  readonly taken: readonly FileChange[];
}

type PlaceOfProject = StatePlace & { readonly project: string };

/** Writes the files of the project first: a hook may then run twice for a moment, and is never lost. */
export function carryOutAdopt(
  plan: Extract<AdoptPlan, { readonly ok: true }>,
  agent: string,
  place: PlaceOfProject,
): void {
  const { changes, taken } = plan;
  if (taken.length === 0) return;
  const folder = folderOf(place);
  makePrivateFolder(folder);
  const adoption: Adoption = { agent, project: place.project, changes, taken };
  const number = String(numbersIn(folder).length + 1).padStart(4, '0');
  const record = join(folder, `${number}.json`);
  writePrivateFile(record, `${JSON.stringify(adoption)}\n`, folder);
  try {
    writeChanges(changes, place.project);
  } catch (error) {
    removeFile(record);
    throw error;
  }
  writeChanges(taken, null);
}

/** The last adoption of a project that was not undone; null: there is none. */
export function lastAdoption(place: PlaceOfProject): Adoption | null {
  const folder = folderOf(place);
  const last = numbersIn(folder).at(-1);
  if (last === undefined) return null;
  const value = JSON.parse(readPrivateFile(join(folder, last))) as Json;
  if (!isJsonObject(value)) return null;
  const adoption = value as unknown as Adoption;
  // Earlier versions took hooks out of one file.
  return { ...adoption, taken: [adoption.taken].flat() };
}

/** Files that are not as the adoption left them: undoing it would lose what was done to them since. */
export const changedSince = ({ changes, taken }: Adoption): readonly string[] =>
  [...changes, ...taken]
    .filter(({ path, after }) => !existsSync(path) || readFileSync(path, 'utf8') !== after)
    .map(({ path }) => path);

/** Puts the hooks back into the agent's files, and every file of the project back to what it was. */
export function undoAdoption({ changes, taken, project }: Adoption, place: PlaceOfProject): void {
  writeChanges(taken.map(reversed), null);
  const made = changes.filter(({ before }) => before === null).map(({ path }) => path);
  writeChanges(changes.filter(({ before }) => before !== null).map(reversed), project);
  removeFiles(made, { top: project, root: project });
  const folder = folderOf(place);
  const last = numbersIn(folder).at(-1);
  if (last !== undefined) removeFile(join(folder, last));
}

const reversed = ({ path, before, after, executable }: FileChange): FileChange => ({
  path,
  before: after,
  after: before ?? '',
  executable,
});

const folderOf = ({ env, home, project }: PlaceOfProject): string =>
  join(stateFolder(env, home), 'adoptions', sha256(project).slice(0, 16));

const numbersIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d+\.json$/.test(name))
        .toSorted()
    : [];
