import type { Dialect } from '@hookline/core/internal';
import type { Guard, OptionValues } from '@hookline/guards';
import {
  addEntry,
  CASE_FILE_ENDING,
  type FileChange,
  type HookPlace,
  hookPlace,
  type Places,
  shellWord,
} from '@hookline/toolbox';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { guardCases } from './guard-cases.ts';
import { fitGuard, type GuardEntry } from './guard-entries.ts';
import { LAUNCHER, launcherText, PROGRAM } from './launcher.ts';

/** A guard that somebody wants in a system. */
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
  | { readonly ok: false; readonly problem: string };

/** Plans the program, its launcher and the entries in the configuration. Writes nothing, and plans nothing that is there already. */
export async function planGuard(request: GuardRequest, places: Places): Promise<GuardPlan> {
  const { guard, dialect } = request;
  const { entries, notes } = fitGuard(guard, dialect, request.given, request.values);
  if (entries.length === 0)
    return { ok: false, problem: `${guard.name} cannot work in ${dialect.id}: ${notes.join('; ')}` };
  const files = new Map<string, Planned>();
  for (const entry of entries) {
    const problem = await planEntry(entry, request, { places, files, isOnly: entries.length === 1 });
    if (problem !== null) return { ok: false, problem };
  }
  const planned = [...files.values()];
  const replaced = replacedLists(request, places);
  const events = entries.map(({ native }) => native);
  return {
    ok: true,
    notes: [...notes, ...replaced],
    events,
    changes: planned.filter(isChange),
    kept: planned.filter((file) => !isChange(file)).map(({ path }) => path),
  };
}

/** Where a list of the project takes the place of the user's own, somebody may lose hooks without noticing. */
function replacedLists({ dialect, scope }: GuardRequest, places: Places): readonly string[] {
  const own = hookPlace({ dialect: dialect.id, scope: 'user', name: LAUNCHER }, '.sh', places)?.file ?? '';
  if (scope === 'user' || dialect.shape.merge !== 'later-list-replaces' || !existsSync(own)) return [];
  return [`in ${dialect.title} the hooks of a project take the place of yours (${own}) on the same event`];
}

/** A file as it is and as it should be. */
type Planned = FileChange;

const isChange = ({ before, after }: Planned): boolean => before !== after;

interface Around {
  readonly places: Places;
  readonly files: Map<string, Planned>;
  readonly isOnly: boolean;
}

/** One line about what stands in the way; null when the entry is planned. */
async function planEntry(
  entry: GuardEntry,
  request: GuardRequest,
  { places, files, isOnly }: Around,
): Promise<string | null> {
  const { dialect, guard, scope } = request;
  const isFolder = dialect.shape.kind === 'hook-folders';
  const name = isOnly ? guard.name : `${guard.name}-${entry.native}`;
  const place = hookPlace({ dialect: dialect.id, scope, name: isFolder ? name : LAUNCHER }, '.sh', places);
  if (place === null) return `${dialect.id} has no hooks of that kind here`;
  const scripts: readonly Planned[] = [
    { path: join(dirname(place.script), PROGRAM), before: null, after: request.program, executable: false },
    { path: place.script, before: null, after: launcherText(isFolder ? entry.words : null), executable: true },
  ];
  for (const script of scripts) {
    const before = textOf(script.path);
    if (before !== null && before !== script.after && !(request.updates && isOurs(before)))
      return `${script.path} is there already with another content; ${isOurs(before) ? 'pass --update to replace it' : 'move it away first'}`;
    files.set(script.path, { ...script, before });
  }
  planCases(entry, request, { folder: dirname(place.script), hook: isFolder ? name : guard.name, files });
  return planConfiguration(entry, request, { place, name, files });
}

/** Cases that show the guard at work, where it is asked about tool calls with its usual options; a file that is there is left alone. */
function planCases(
  { event }: GuardEntry,
  { guard, dialect, given }: GuardRequest,
  { folder, hook, files }: { readonly folder: string; readonly hook: string; readonly files: Map<string, Planned> },
): void {
  const text = event === 'PreToolUse' && Object.keys(given).length === 0 ? guardCases(guard, dialect.id, hook) : null;
  if (text === null) return;
  const path = join(folder, `${guard.name}${CASE_FILE_ENDING}`);
  const before = textOf(path);
  files.set(path, { path, before, after: before ?? text, executable: false });
}

const textOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);

const isOurs = (text: string): boolean =>
  /hookline-guards|made by "hookline add"/.test(text.slice(0, 400)) || text.includes('hookline-guards:');

async function planConfiguration(
  entry: GuardEntry,
  { dialect, guard }: GuardRequest,
  { place, name, files }: { readonly place: HookPlace; readonly name: string; readonly files: Map<string, Planned> },
): Promise<string | null> {
  const onDisk = textOf(place.file);
  const text = files.get(place.file)?.after ?? onDisk;
  const command = place.command === '' ? '' : [place.command, ...entry.words.map(shellWord)].join(' ');
  const presence = command === '' ? (text === null ? 'absent' : 'same') : presenceOf(text ?? '', command, entry);
  if (presence === 'other')
    return `${place.file} has ${guard.name} on ${entry.native} already, with other options; remove that entry first`;
  if (presence === 'same') {
    files.set(place.file, { path: place.file, before: onDisk, after: text ?? '', executable: false });
    return null;
  }
  const { native, matcher, timeoutMs } = entry;
  const added = await addEntry(text, {
    dialect: dialect.id,
    event: native,
    name,
    description: guard.about,
    matcher,
    timeoutMs,
    command,
  });
  if (!added.ok) return `${place.file}: ${added.problem}`;
  files.set(place.file, { path: place.file, before: onDisk, after: added.text, executable: false });
  return null;
}

/** Whether the entry is in the file: exactly, with other options, or not at all. */
function presenceOf(text: string, command: string, { words: [, ...words] }: GuardEntry): 'same' | 'other' | 'absent' {
  const inJson = JSON.stringify(command).slice(1, -1);
  if ([command, inJson].some((form) => new RegExp(`${escaped(form)}(?=["'\\s]|$)(?! [\\w-]+=)`, 'm').test(text)))
    return 'same';
  const [guard = '', dialect = '', native = ''] = words;
  return new RegExp(`${LAUNCHER}\\.sh["']? (?:closed|open) ${guard} ${dialect} ${native}\\b`).test(text)
    ? 'other'
    : 'absent';
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
