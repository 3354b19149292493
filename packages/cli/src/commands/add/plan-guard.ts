import type { Dialect } from '@hookline/core/internal';
import type { Guard, OptionValues } from '@hookline/guards';
import {
  addEntry,
  type FileChange,
  type GuardPlace,
  guardPlace,
  hookPlace,
  type Places,
  shellWord,
} from '@hookline/toolbox';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fitGuard, type GuardEntry } from './guard-entries.ts';
import { guardCases, launcherText } from './guard-files.ts';
import { findOldGuard, type OldGuard, presenceOf } from './old-guard.ts';

/** A guard to be installed in a system. */
export interface GuardRequest {
  readonly guard: Guard;
  readonly dialect: Dialect;
  readonly scope: 'user' | 'project';
  /** As given, and complete. */
  readonly given: Readonly<Record<string, string>>;
  readonly values: OptionValues;
  /** The text of the program that is shipped with the command. */
  readonly program: string;
  /** Whether a program of another version is replaced. */
  readonly updates: boolean;
  /** Where the schemas of new files are found. */
  readonly schemas?: string;
}

/** All that must be written for a guard; or one line about why it cannot be installed. */
export type GuardPlan =
  | {
      readonly ok: true;
      readonly changes: readonly FileChange[];
      /** Files that are as they should be. */ readonly kept: readonly string[];
      readonly events: readonly string[];
      readonly notes: readonly string[];
    }
  | {
      readonly ok: false;
      readonly problem: string;
      /** Whether the system has no use for it. */ readonly misfit: boolean;
    };

/** The plan of a guard that can be installed. */
export type ReadyGuard = Extract<GuardPlan, { readonly ok: true }>;

/** The files of guards that are planned so far, by path: what one plans, the next finds. */
export type PlannedFiles = Map<string, FileChange>;

/** Plans the program, the guard's script and the entries in the configuration. Writes nothing, and plans nothing that is there already. */
export async function planGuard(
  request: GuardRequest,
  places: Places,
  files: PlannedFiles = new Map(),
): Promise<GuardPlan> {
  const { guard, dialect } = request;
  const { entries, notes } = fitGuard(guard, dialect, request.given, request.values);
  if (entries.length === 0)
    return { ok: false, misfit: true, problem: `${guard.name} cannot work in ${dialect.id}: ${notes.join('; ')}` };
  if (guardPlace({ dialect: dialect.id, scope: request.scope, name: guard.name }, guard.name, places) === null)
    return { ok: false, misfit: true, problem: `${dialect.id} has no hooks of a ${request.scope} here` };
  const before = new Map(files);
  for (const entry of entries) {
    const problem = await planEntry(entry, request, { places, files, isOnly: entries.length === 1 });
    if (problem !== null) return { ok: false, misfit: false, problem };
  }
  const planned = [...files.values()].filter((file) => before.get(file.path) !== file);
  return {
    ok: true,
    notes: [...notes, ...replacedLists(request, places)],
    events: entries.map(({ native }) => native),
    changes: planned.filter(isChange),
    kept: planned.filter((file) => !isChange(file)).map(({ path }) => path),
  };
}

/** Where a list of the project replaces the user's own, the user may lose hooks without noticing. */
function replacedLists({ dialect, scope, guard }: GuardRequest, places: Places): readonly string[] {
  const own = hookPlace({ dialect: dialect.id, scope: 'user', name: guard.name }, '.sh', places)?.file ?? '';
  if (scope === 'user' || dialect.shape.merge !== 'later-list-replaces' || !existsSync(own)) return [];
  return [`in ${dialect.title} the hooks of a project take the place of yours (${own}) on the same event`];
}

const isChange = ({ before, after }: FileChange): boolean => before !== after;

interface Around {
  readonly places: Places;
  readonly files: PlannedFiles;
  readonly isOnly: boolean;
}

/** One line about the obstacle; null when the entry is planned. */
function planEntry(entry: GuardEntry, request: GuardRequest, around: Around): Promise<string | null> {
  const { dialect, guard, scope } = request;
  const hook = around.isOnly ? guard.name : `${guard.name}-${entry.native}`;
  const wanted = { dialect: dialect.id, scope, name: guard.name };
  const old = findOldGuard(wanted, hook, entry, around.places);
  if (old !== null) return Promise.resolve(keepOld(old, request, around));
  const place = guardPlace(wanted, hook, around.places);
  return place === null
    ? Promise.resolve(`${dialect.id} has no hooks of a ${scope} here`)
    : planNew(entry, request, { ...around, place, hook });
}

interface Target extends Around {
  readonly place: GuardPlace;
  /** The name of the entry. */
  readonly hook: string;
}

function planNew(entry: GuardEntry, request: GuardRequest, target: Target): Promise<string | null> {
  const { place, files, hook } = target;
  const isFolder = place.command === '';
  const scripts = [
    { path: place.program, after: request.program, executable: false },
    {
      path: place.script,
      after: launcherText(request.guard.name, place, isFolder ? entry.words : null),
      executable: true,
    },
  ];
  for (const script of scripts) {
    const problem = planScript(script, request, files);
    if (problem !== null) return Promise.resolve(problem);
  }
  // By its path: several entries of a guard may have one name, and cases are about one of them.
  planCases(entry, request, target, isFolder ? hook : `${basename(place.folder)}/${basename(place.script)}`);
  return planConfiguration(entry, request, target);
}

/** An existing script is replaced only when hookline wrote it, and with --update. */
function planScript(script: Omit<FileChange, 'before'>, { updates }: GuardRequest, files: PlannedFiles): string | null {
  const before = files.get(script.path)?.before ?? textOf(script.path);
  if (before !== null && before !== script.after && !(updates && isOurs(before)))
    return `${script.path} is there already with another content; ${isOurs(before) ? 'pass --update to replace it' : 'move it away first'}`;
  if (!files.has(script.path)) files.set(script.path, { ...script, before });
  return null;
}

/** A guard of an earlier version stays where it is; its program is replaced with --update. */
function keepOld(old: OldGuard, { guard, program, updates }: GuardRequest, { files }: Around): string | null {
  if (!old.isSame) return otherOptions(old.file, guard.name);
  const copy = textOf(old.program);
  if (copy === null) return `${old.program} is missing: run "hookline remove ${guard.name}", then add it again`;
  const after = updates && isOurs(copy) ? program : copy;
  files.set(old.program, { path: old.program, before: copy, after, executable: false });
  for (const path of [old.script, old.file]) {
    const text = textOf(path) ?? '';
    if (!files.has(path)) files.set(path, { path, before: text, after: text, executable: false });
  }
  return null;
}

const otherOptions = (file: string, guard: string): string =>
  `${file} has ${guard} already, with other options: run "hookline remove ${guard}" first`;

/** Cases that show the guard at work, where it is asked about tool calls with its usual options; a file that is there is left alone. */
function planCases(
  { event }: GuardEntry,
  { guard, dialect, given, schemas }: GuardRequest,
  { place: { cases: path }, files }: Target,
  hook: string,
): void {
  // Packs add rules and take none away, so that the cases hold with them.
  const isUsual = event === 'PreToolUse' && Object.keys(given).every((name) => name === 'packs');
  const text = isUsual
    ? guardCases(guard, { dialect: dialect.id, hook, ...(schemas === undefined ? {} : { schemas }) })
    : null;
  if (text === null) return;
  const before = textOf(path);
  files.set(path, { path, before, after: before ?? text, executable: false });
}

const textOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);

const isOurs = (text: string): boolean =>
  /hookline-guards|made by "hookline add"/.test(text.slice(0, 400)) || text.includes('hookline-guards:');

async function planConfiguration(
  entry: GuardEntry,
  { dialect, guard, schemas }: GuardRequest,
  { place, hook, files }: Target,
): Promise<string | null> {
  const { file } = place;
  const onDisk = textOf(file);
  const text = files.get(file)?.after ?? onDisk;
  const command = place.command === '' ? '' : [place.command, ...entry.words.map(shellWord)].join(' ');
  const known = [basename(place.script), dialect.id, entry.native];
  const presence = command === '' ? (text === null ? 'absent' : 'same') : presenceOf(text ?? '', command, known);
  if (presence === 'other') return otherOptions(file, guard.name);
  if (presence === 'same') {
    files.set(file, { path: file, before: onDisk, after: text ?? '', executable: false });
    return null;
  }
  const { native, matcher, timeoutMs, failsClosed } = entry;
  const added = await addEntry(text, {
    dialect: dialect.id,
    event: native,
    name: hook,
    description: guard.about,
    matcher,
    timeoutMs,
    failsClosed,
    command,
    ...(schemas === undefined ? {} : { schemas }),
  });
  if (!added.ok) return `${file}: ${added.problem}`;
  files.set(file, { path: file, before: onDisk, after: added.text, executable: false });
  return null;
}
