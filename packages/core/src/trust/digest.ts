import type { CoveredFile, Handler, Hook, ProjectContent, Source } from '../model/index.ts';
import { fingerprint } from './fingerprint.ts';
import type { Fingerprint } from './fingerprint.ts';
import { compacted, joined, looking } from './looks.ts';
import type { Look } from './looks.ts';
import { resolvedPath, shownPath } from './paths.ts';
import { notCoveredNote, notesOf } from './not-covered.ts';
import type { UnknownPart } from './scan/dependency.ts';
import { scanHook } from './scan/scan-hook.ts';
import type { HookScan, ScanContext } from './scan/scan-hook.ts';
import { withinScanBudget, BudgetExceeded } from './scan-budget.ts';
import { sha256 } from '../text/sha256.ts';

/** A covered file and what a person should know about it; null when there is nothing. */
interface NotedFile extends CoveredFile {
  readonly note: string | null;
}

/** What trust in a project would cover. */
export interface CoveredContent extends ProjectContent {
  readonly files: readonly NotedFile[];
  /** Why the project cannot be trusted at all; null when it can. */
  readonly refusal: string | null;
}

/** What one hook leads to. */
interface CoveredPart {
  /** Over the files that the hook leads to. */
  readonly digest: string;
  /** What must stay as it is for the digest to be the same. */
  readonly looks: readonly Look[];
}

/** The content, and what each hook has to do with it. */
export interface Cover {
  readonly content: CoveredContent;
  /** By the handler of each hook, since a hook may be given another id when files are joined. */
  readonly parts: ReadonlyMap<Handler, CoveredPart>;
}

/** Digests by absolute path. */
export type Remembered = ReadonlyMap<string, string>;

const NOTHING_REMEMBERED: Remembered = new Map();

/** The digest of a project that cannot be covered: equal to no digest that was ever trusted. */
const NOT_COVERED = 'not-covered';

const MAX_PROJECT_BYTES = 128 * 1024 * 1024;

/** More scripts than this cannot be covered: a hostile project must not make every start slow. */
const MAX_SCRIPTS = 2_000;

/**
 * One digest over the definitions of a project's own sources (others are left out) and every script that they lead to.
 * `projectVariables` are the environment variables that hold the project's path when hooks run. `remembered` are files that
 * count as they were, with their digests: definitions that went bad and stay in force.
 */
export function coverProject(
  sources: readonly Source[],
  project: string,
  projectVariables: readonly string[],
  remembered: Remembered = NOTHING_REMEMBERED,
): Cover {
  const path = resolvedPath(project);
  const context = { project: path, start: path, values: new Map(projectVariables.map((name) => [name, path])) };
  const own = sources.filter(({ scope }) => scope === 'project' || scope === 'local');
  return withinScanBudget(() => {
    const traced = traceAll(own, context);
    try {
      return coverOf({ own, traced, path, remembered });
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      return notCovered(own, traced, path, error.message);
    }
  });
}

interface Traced {
  readonly hook: Hook;
  readonly source: Source;
  /** A text: why it could not be looked through. */
  readonly result: HookScan | string;
  readonly looks: readonly Look[];
}

/** Follows one hook after the other; nothing comes after one that leads to too much. */
function traceAll(own: readonly Source[], context: ScanContext): readonly Traced[] {
  const traced: Traced[] = [];
  for (const source of own)
    for (const hook of source.hooks) {
      const isOver = typeof traced.at(-1)?.result === 'string';
      traced.push(
        isOver ? { hook, source, result: OVER, looks: [] } : { hook, source, ...looking(() => trace(hook, context)) },
      );
    }
  return traced;
}

const OVER = 'not looked at';

function trace(hook: Hook, context: ScanContext): HookScan | string {
  try {
    return scanHook(hook, context);
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return `${hook.source} ${hook.name}: ${error.message}`;
  }
}

interface Findings {
  readonly own: readonly Source[];
  readonly traced: readonly Traced[];
  readonly path: string;
  readonly remembered: Remembered;
}

function coverOf({ own, traced, path, remembered }: Findings): Cover {
  const problem = traced.find(({ result }) => typeof result === 'string');
  if (typeof problem?.result === 'string') return notCovered(own, traced, path, problem.result);
  const found = withoutWritten(
    traced.flatMap(({ result, ...rest }) => (typeof result === 'string' ? [] : [{ ...rest, result }])),
  );
  const paths = new Set(remembered.keys());
  for (const { result } of found) for (const file of filesIn(result)) paths.add(file);
  const read = readScripts([...paths].sort(), path, remembered);
  const notes = notesOf(found.map(({ result }) => result));
  const files = [
    ...own.map((source) => definitionsOf(source, unknownOf(found, source))).sort(byPath),
    ...read.scripts.map((script) => notedFile(script, notes.get(script.path) ?? [], path)),
  ];
  const { refusal } = read;
  const digest =
    refusal === null ? digestOf(['hookline trust 1', ...files.map((file) => [file.path, file.digest])]) : NOT_COVERED;
  const scripts = new Map(read.scripts.map((script) => [script.path, script]));
  const parts = found.map(({ hook, result, looks }) => {
    const own = filesIn(result).flatMap((file) => scripts.get(file) ?? []);
    const part = partOf(own, looks);
    return [hook.handler, refusal === null ? part : { ...part, digest: NOT_COVERED }] as const;
  });
  return { content: { path, digest, files, refusal }, parts: new Map(parts) };
}

const MOST_LOOKS = 256;

/** Nothing of it may run; some of what was looked at is kept, so that it is noticed when it becomes less. */
function notCovered(own: readonly Source[], traced: readonly Traced[], path: string, why: string): Cover {
  const refusal = `its hooks lead to ${why.replaceAll(`${path}/`, '')}: that is too much to be trusted`;
  const looks = traced.find((each) => each.looks.length > 0)?.looks.slice(0, MOST_LOOKS) ?? [];
  return {
    content: { path, digest: NOT_COVERED, files: own.map((source) => definitionsOf(source, [])).sort(byPath), refusal },
    parts: new Map(traced.map(({ hook }) => [hook.handler, { digest: NOT_COVERED, looks }])),
  };
}

interface Found {
  readonly source: Source;
  readonly result: HookScan;
}

interface TracedScan extends Omit<Traced, 'result'> {
  readonly result: HookScan;
}

/** What one hook leaves for another is no data that a person has trusted. */
function withoutWritten(found: readonly TracedScan[]): readonly TracedScan[] {
  const written = new Set(found.flatMap(({ result }) => result.written));
  return found.map((each) => ({
    ...each,
    result: { ...each.result, data: each.result.data.filter((path) => !written.has(path)) },
  }));
}

const filesIn = ({ code, data }: HookScan): readonly string[] => [...code, ...data];

const unknownOf = (found: readonly Found[], source: Source): readonly UnknownPart[] => {
  const parts = found.flatMap((each) => (each.source === source ? each.result.unknownStarts : []));
  return [...new Map(parts.map((part) => [part.what, part])).values()];
};

const partOf = (scripts: readonly ReadScript[], looks: readonly Look[]): CoveredPart => ({
  digest: digestOf(scripts.map(({ path, script }) => [path, script.digest])),
  looks: compacted(merged(looks, scripts)),
});

/** The content alone. */
export const projectContent = (...place: Parameters<typeof coverProject>): CoveredContent =>
  coverProject(...place).content;

/** What tells one definition from another, for people who want to know which one has changed. */
export const definitionDigest = ({ matcher, condition, handler, ...rest }: Hook): string =>
  digestOf([rest, matcher.text, condition?.text ?? null, handler]);

function definitionsOf({ dialect, scope, display, definitions }: Source, unknown: readonly UnknownPart[]): NotedFile {
  const note = unknown.length === 0 ? null : notCoveredNote(unknown);
  return { path: display, digest: digestOf([dialect, scope, display, definitions]), note };
}

interface ReadScript {
  readonly path: string;
  readonly script: Fingerprint;
  readonly looks: readonly Look[];
}

function readScripts(
  paths: readonly string[],
  project: string,
  remembered: Remembered,
): { readonly scripts: readonly ReadScript[]; readonly refusal: string | null } {
  const scripts: ReadScript[] = [];
  if (paths.length > MAX_SCRIPTS) return { scripts, refusal: `its hooks name more than ${MAX_SCRIPTS} scripts` };
  let bytes = 0;
  for (const path of paths) {
    const { result: script, looks } = looking(() => asRemembered(remembered.get(path)) ?? fingerprint(path, project));
    bytes += script.bytes;
    if (!script.isCovered)
      return { scripts, refusal: `${shownPath(path, project)}: ${script.note ?? 'cannot be covered'}` };
    if (bytes > MAX_PROJECT_BYTES) return { scripts, refusal: 'its scripts are larger than 128 MiB together' };
    scripts.push({ path, script, looks });
  }
  return { scripts, refusal: null };
}

const asRemembered = (digest: string | undefined): Fingerprint | null =>
  digest === undefined ? null : { digest, note: null, isCovered: true, bytes: 0 };

function notedFile({ path, script }: ReadScript, more: readonly string[], project: string): NotedFile {
  const note = [...(script.note === null ? [] : [script.note]), ...more].join('; ');
  return { path: shownPath(path, project), digest: script.digest, note: note === '' ? null : note };
}

/** One look for each place. */
function merged(looks: readonly Look[], scripts: readonly ReadScript[]): readonly Look[] {
  const byPath = new Map(looks.map((look) => [look.path, look]));
  for (const script of scripts)
    for (const look of script.looks) byPath.set(look.path, joined(byPath.get(look.path) ?? look, look));
  return [...byPath.values()];
}

const digestOf = (value: unknown): string => sha256(JSON.stringify(value));

const byPath = (left: CoveredFile, right: CoveredFile): number =>
  compare(left.path, right.path) || compare(left.digest, right.digest);

const compare = (left: string, right: string): number => (left < right ? -1 : Number(left > right));
