import { join } from 'node:path';
import type { CoveredFile, Hook } from '../model/index.ts';
import { changesBetween } from './changes.ts';
import { fingerprint } from './stamps/fingerprint.ts';
import type { Fingerprint } from './stamps/fingerprint.ts';
import { compactStamps, joinedStamps, recordingStamps } from './stamps/file-stamps.ts';
import type { FileStamp } from './stamps/file-stamps.ts';
import { resolvedPath, shownPath } from './paths.ts';
import { changesUnderOlderRules } from './older-rules.ts';
import type { Pin, PinnedHook } from './pin.ts';
import { BudgetExceeded, withinScanBudget } from './scan-budget.ts';
import type { UnknownPart } from './scan/dependency.ts';
import { scanHook } from './scan/scan-hook.ts';
import type { HookScan, ScanContext } from './scan/scan-hook.ts';

/** The version of the rules by which the files of a hook are found; must be raised whenever the result changes. */
export const COVER_RULES = 8;

/** A covered file and a note for people; null when there is none. */
export interface NotedFile extends CoveredFile {
  readonly note: string | null;
}

/** Everything inside the project that a hook starts or loads, as it is at this moment. */
export interface HookCover {
  /** Relative to the project, in a fixed order; the digest of a missing file is `absent`. */
  readonly files: readonly NotedFile[];
  /** What its definition starts that no file here covers; the same for its scripts is noted with each script. */
  readonly unknown: readonly UnknownPart[];
  /** Why it cannot be covered, and so cannot be trusted; null when it can. */
  readonly problem: string | null;
  /** What must stay unchanged for the cover to be the same. */
  readonly stamps: readonly FileStamp[];
}

/** A project whose hooks are examined. */
export interface CoveredProject {
  readonly project: string;
  /** The environment variables that hold the project's path when hooks run. */
  readonly variables: readonly string[];
  /** Those that hold the folder of the hook itself; absent: none. */
  readonly ownFolder?: readonly string[];
  /**
   * Files that hooks of the project write, relative to the project; as data of other hooks they are not covered.
   * Absent: none is known.
   */
  readonly written?: readonly string[];
}

const MOST_BYTES = 128 * 1024 * 1024;
const MOST_STAMPS = 256;

/** Covers hooks one after another, within one budget for all: a hostile project must not make every start slow. */
export function coverHooks(hooks: readonly Hook[], where: CoveredProject): readonly HookCover[] {
  const context = contextOf(where);
  const read = new Map<string, ReadScript>();
  return withinScanBudget(() => hooks.map((hook) => coverHook(hook, context, read)));
}

/**
 * The files that hooks write, relative to the project: what one hook leaves for another is not data that a person has
 * trusted.
 */
export function filesWritten(hooks: readonly Hook[], where: CoveredProject): readonly string[] {
  const context = contextOf(where);
  const written = withinScanBudget(() => new Set(hooks.flatMap((hook) => writtenBy(hook, context))));
  return [...written].map((path) => shownPath(path, context.project)).toSorted();
}

function writtenBy(hook: Hook, context: ScanContext): readonly string[] {
  try {
    return scanHook(hook, context).written;
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return [];
  }
}

function contextOf({ project: given, variables, ownFolder = [], written = [] }: CoveredProject): ScanContext {
  const project = resolvedPath(given);
  return {
    project,
    start: project,
    values: new Map(variables.map((name) => [name, project])),
    ownFolder,
    written: new Set(written.map((path) => join(project, path))),
  };
}

/** A file that was read, once for all hooks that depend on it. */
interface ReadScript {
  readonly print: Fingerprint;
  readonly stamps: readonly FileStamp[];
}

type ReadScripts = Map<string, ReadScript>;

function coverHook(hook: Hook, context: ScanContext, read: ReadScripts): HookCover {
  const { result, stamps } = recordingStamps(() => attempt(hook, context, read));
  return typeof result === 'string'
    ? { files: [], unknown: [], problem: result, stamps: stamps.slice(0, MOST_STAMPS) }
    : { ...result, stamps: compactStamps(merged([...stamps, ...result.stamps])) };
}

/** A string is the reason why the hook cannot be covered. */
function attempt(hook: Hook, context: ScanContext, read: ReadScripts): HookCover | string {
  try {
    return filesOf(hook, scanHook(hook, context), { project: context.project, read });
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    const where = error.message.replaceAll(`${context.project}/`, '');
    return `${hook.source} ${hook.name} leads to ${where}: that is too much to be trusted`;
  }
}

interface CoverReading {
  readonly project: string;
  readonly read: ReadScripts;
}

function filesOf(hook: Hook, found: HookScan, reading: CoverReading): HookCover {
  const { project } = reading;
  const files: NotedFile[] = [];
  const stamps: FileStamp[] = [];
  // The definition's file is in the copy, so its current content has no effect, unless the hook starts that very file.
  const isInEffect = (file: string): boolean => file !== hook.file || startsItsFile(hook);
  for (const path of filesIn(found).filter(isInEffect)) {
    const { print, stamps: seen } = readOnce(path, reading);
    stamps.push(...seen);
    const problem = problemOf(path, print, reading);
    if (problem !== null) return { files: [], unknown: [], problem, stamps };
    files.push(noted(path, print, found.unknown.get(path) ?? [], project));
  }
  return { files, unknown: found.unknownStarts, problem: null, stamps };
}

/**
 * Whether the file that defines a hook is the program too: its content is what runs, whatever copy there is. A pin that
 * does not name such a file was made before it was covered; the version of the rules was not raised for it, so that the
 * hook is withheld until the project is trusted again.
 */
export const startsItsFile = ({ handler, file }: Hook): boolean =>
  handler.kind === 'command' && handler.form === 'argv' && [handler.program, ...handler.args].includes(file);

function readOnce(path: string, { project, read }: CoverReading): ReadScript {
  const known = read.get(path);
  if (known !== undefined) return known;
  const { result: print, stamps } = recordingStamps(() => fingerprint(path, project));
  const script = { print, stamps };
  read.set(path, script);
  return script;
}

function problemOf(path: string, print: Fingerprint, { project, read }: CoverReading): string | null {
  if (!print.isCovered) return `${shownPath(path, project)}: ${print.note ?? 'cannot be covered'}`;
  const bytes = [...read.values()].reduce((sum, script) => sum + script.print.bytes, 0);
  return bytes > MOST_BYTES ? 'its scripts are larger than 128 MiB together' : null;
}

const filesIn = ({ code, data }: HookScan): readonly string[] => [...new Set([...code, ...data])].toSorted();

function noted(
  path: string,
  { digest, note }: Fingerprint,
  unknown: readonly UnknownPart[],
  project: string,
): NotedFile {
  const notes = [...(note === null ? [] : [note]), ...(unknown.length === 0 ? [] : [notCoveredNote(unknown)])];
  return { path: shownPath(path, project), digest, note: notes.length === 0 ? null : notes.join('; ') };
}

/** One stat per path. */
function merged(stamps: readonly FileStamp[]): readonly FileStamp[] {
  const byPath = new Map<string, FileStamp>();
  for (const stamp of stamps) byPath.set(stamp.path, joinedStamps(byPath.get(stamp.path) ?? stamp, stamp));
  return [...byPath.values()];
}

/** A pinned hook, and what its pin was made by. */
export interface ComparedHook extends PinnedHook, Pick<Pin, 'rules' | 'given'> {}

/** Which files of a hook differ from the pin; none: it is the hook that was trusted. */
export function differingFiles(pinned: ComparedHook, now: HookCover, project: string): readonly string[] {
  const found = changesBetween(pinned.files, now.files);
  const isAlike = pinned.rules === COVER_RULES;
  const { added, removed, changed } = isAlike
    ? found
    : changesUnderOlderRules(found, pinned.files, { given: pinned.given, project });
  return [...changed, ...removed, ...added];
}

/** For people: `not covered: npm run x, y (what it starts is known only to it)`. */
export function notCoveredNote(parts: readonly UnknownPart[]): string {
  const reasons = new Map<string, string[]>();
  for (const { what, why } of parts) reasons.set(why, [...(reasons.get(why) ?? []), what]);
  return [...reasons].map(([why, whats]) => `not covered: ${whats.join(', ')} (${why})`).join('; ');
}
