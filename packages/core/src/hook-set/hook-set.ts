import type { HookEntry, DialectHooks } from '../engine/routes.ts';
import { groupByEvent } from '../engine/routes.ts';
import { prepareToolRules } from '../engine/rules/tool-rule.ts';
import { byScope, keepLastGood, type KeptSources, type ReloadCause, withoutEdits } from '../trust/last-good.ts';
import { readManaged, type ManagedSet } from '../managed/managed-set.ts';
import { loadSources } from '../load/load.ts';
import { isOwnEntry } from '../load/own-entry.ts';
import { mergeSources } from '../load/merge.ts';
import { untakenPlugins } from '../load/untaken-plugins.ts';
import type { Diagnostic, Dialect, Hook, MergedSources, ProjectContent, Source } from '../model/index.ts';
import { ownSources } from '../trust/covered-content.ts';
import type { ProjectState } from '../trust/judge-project.ts';
import type { Settings } from '../settings/settings.ts';
import { isChosen } from '../settings/settings.ts';
import type { Shadows } from '../shadow/shadow-file.ts';
import { loadShadows, strayMarks } from '../shadow/shadows.ts';
import { changedFiles, isAnyChange, NO_CHANGES } from '../trust/changes.ts';

/** All hooks of all files at one moment, with diagnostics about them. */
export interface HookSet {
  readonly hooks: readonly DialectHooks[];
  readonly diagnostics: readonly Diagnostic[];
  readonly rejected: readonly string[];
  readonly entries: number;
  readonly project: (ProjectContent & { readonly trusted: boolean }) | null;
  /** The files of the user and of plugins that are in force. */
  readonly users: KeptSources;
  readonly state: ProjectState;
  /** Which hooks the user has put in shadow. */
  readonly shadows: Shadows;
  /** The hooks of policies, which run ahead of all others. */
  readonly managed: ManagedSet;
}

/** The files around a project, as read. */
export type ReadParts = Pick<HookSet, 'users' | 'state' | 'shadows' | 'managed'>;

/** Reads the files of the user; `previous` stays in force where files became invalid. */
export async function readUsers(
  settings: Settings,
  previous: readonly Source[],
  cause: ReloadCause = 'asked',
): Promise<KeptSources> {
  const read = await loadSources(settings.systems, { ...settings, strict: false }, 'user');
  return keepLastGood(cause === 'edit' ? withoutEdits(settings.systems, read, previous) : read, previous);
}

/** Reads all but the project's own files. */
export const readAround = async (
  settings: Settings,
  previous: HookSet | null,
  cause: ReloadCause = 'asked',
): Promise<Pick<ReadParts, 'users' | 'shadows' | 'managed'>> => ({
  users: await readUsers(settings, previous?.users.sources ?? [], cause),
  shadows: await loadShadows(settings),
  managed: await readManaged(settings),
});

/** Merges what was read and determines which hooks are active, by the trust in the project. */
export async function assemble(files: ReadParts, settings: Settings): Promise<HookSet> {
  const read = withoutOwnEntries(files);
  const { users, state, shadows } = read;
  const all = [...users.sources, ...state.sources];
  if (all.some((source) => source.hooks.some((hook) => hook.condition !== null))) await prepareToolRules();
  const counted = all.filter(
    (source) => isChosen(settings, source) && settings.dialects.some((dialect) => dialect.id === source.dialect),
  );
  const parts = settings.dialects.map((dialect) => partOf(dialect, read, settings));
  const own = counted.filter((source) => state.sources.includes(source));
  return {
    ...read,
    hooks: parts.map(({ hooks }) => hooks),
    diagnostics: [
      ...read.managed.diagnostics,
      ...users.diagnostics,
      ...untakenPlugins(settings.dialects, settings),
      ...state.told,
      ...parts.flatMap(({ diagnostics }) => diagnostics),
      ...aboutProject(own, state, settings),
      ...strayMarks(shadows, all, () => parts.flatMap(({ hooks }) => [...hooks.byEvent.values()].flat())),
    ],
    rejected: parts.flatMap(({ rejected, hooks }) => (rejected ? [hooks.dialect.id] : [])),
    entries: counted.reduce((sum, source) => sum + source.entries, countOf(read.managed.hooks)),
    project: state.content === null ? null : { ...state.content, trusted: TAKES_PART[state.standing] },
  };
}

const countOf = (hooks: readonly DialectHooks[]): number =>
  hooks.reduce((sum, { byEvent }) => sum + [...byEvent.values()].flat().length, 0);

/** Entries through which agents call hookline are no hooks: they would lead every event back here. */
function withoutOwnEntries(read: ReadParts): ReadParts {
  const { users, state } = read;
  return {
    ...read,
    users: { ...users, sources: users.sources.map(withoutOwn) },
    state: { ...state, sources: state.sources.map(withoutOwn), inFiles: state.inFiles.map(withoutOwn) },
  };
}

function withoutOwn(source: Source): Source {
  const hooks = source.hooks.filter(({ handler }) => !isOwnEntry(handler));
  const own = source.hooks.length - hooks.length;
  return own === 0 ? source : { ...source, hooks, entries: source.entries - own };
}

/**
 * Whether the project's own sources are merged with the user's; those of another project do not affect the user's
 * hooks.
 */
const TAKES_PART: Readonly<Record<ProjectState['standing'], boolean>> = {
  none: false,
  believed: true,
  pinned: true,
  untrusted: false,
  changed: false,
};

/** The sources of all dialects that define hooks, as they are in the files, in the order in which they apply. */
export async function readSources(settings: Settings): Promise<readonly Source[]> {
  const [users, own] = [await readUsers(settings, []), await ownSources(settings)];
  return [...users.sources, ...own].toSorted(byScope);
}

interface LoadedPart extends Omit<MergedSources, 'hooks' | 'off'> {
  readonly hooks: DialectHooks;
}

function partOf(
  dialect: Dialect,
  { users, state, managed, shadows: { markOf, withOnFailure } }: ReadParts,
  settings: Settings,
): LoadedPart {
  const ofDialect = (sources: readonly Source[]): readonly Source[] =>
    sources.filter((source) => source.dialect === dialect.id && isChosen(settings, source));
  const own = ofDialect(state.sources);
  const counted = [...ofDialect(users.sources), ...(TAKES_PART[state.standing] ? own : [])].toSorted(byScope);
  const merged = mergeSources(dialect, counted);
  const off = settings.disabled ?? managed.alone;
  const hooks: HookEntry[] = [
    ...merged.hooks.map((hook) => ({
      hook: withOnFailure(hook),
      inactiveBecause: off ?? unheardBy(dialect, hook),
      ...markOf(hook),
    })),
    ...merged.off.map(({ hook, why }) => ({ hook, inactiveBecause: why, ...markOf(hook) })),
  ];
  const known = new Set(own.flatMap((source) => source.hooks.map(({ id }) => id)));
  const resting = TAKES_PART[state.standing]
    ? ofDialect(state.inFiles).flatMap((source) => source.hooks.filter(({ id }) => !known.has(id)))
    : own.flatMap((source) => source.hooks);
  for (const hook of resting) hooks.push({ hook, inactiveBecause: off ?? inactiveBy(state), ...markOf(hook) });
  const diagnostics = [...counted.flatMap((source) => source.diagnostics), ...merged.diagnostics];
  // Hooks that must not run keep their position too.
  const inOrder = hooks.toSorted((one, other) => byScope(one.hook, other.hook));
  return { hooks: { dialect, byEvent: groupByEvent(inOrder, dialect) }, diagnostics, rejected: merged.rejected };
}

/** Why a hook never runs that waits for an event of its system which no neutral event stands for; null for any other. */
const unheardBy = ({ events, title }: Dialect, { event }: Hook): string | null =>
  events[event]?.means.length === 0 ? `no event of ours: hookline fires nothing that ${title} calls ${event}` : null;

/** Why a hook in the files takes no part; null for one that the gate withholds, so that what it guards stays closed. */
function inactiveBy({ standing, problem }: ProjectState): string | null {
  if (standing === 'changed') return null;
  if (standing === 'pinned') return 'it was added since the project was trusted: run "hookline trust" to let it run';
  const why = problem === null ? '' : ` (${problem})`;
  return `the project is not trusted${why}: run "hookline trust" to let its hooks run`;
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

const LOOK = 'look at them with "hookline list", then trust them with "hookline trust" or --trust-hooks';
const COMPARE = 'see what differs with "hookline trust --show", then trust it with "hookline trust"';

/** A folder below the project may have files of its own, which trust given elsewhere does not cover. */
const compareIn = ({ project, workDir }: Pick<Settings, 'project' | 'workDir'>): string =>
  workDir === project
    ? COMPARE
    : `in ${workDir}: see what differs with "hookline trust --show --project ${project}", then trust it with "hookline trust --project ${project}"`;

const TEXT_CHANGED: Omit<Diagnostic, 'file'> = {
  severity: 'info',
  line: null,
  column: null,
  message: 'the text of this definition is not as it was trusted; nothing that runs differs',
  hint: COMPARE,
};

/** Notes for people about the project's own hooks beyond what is in their files. */
function aboutProject(
  own: readonly Source[],
  state: ProjectState,
  place: Pick<Settings, 'project' | 'workDir'>,
): readonly Diagnostic[] {
  const file = own[0]?.display ?? state.inFiles[0]?.display ?? state.content?.files[0]?.path ?? '';
  const told = (severity: Diagnostic['severity'], message: string, hint: string): readonly Diagnostic[] => [
    { severity, file, line: null, column: null, message, hint },
  ];
  if (state.standing === 'pinned' && state.changes !== null && !isAnyChange(state.changes))
    return state.changes.textOnly.map((path) => ({ ...TEXT_CHANGED, file: path }));
  if (state.standing === 'pinned' && state.changes !== null)
    return told(
      'warning',
      `the hook files of the project are not as they were trusted (${changedFiles(state.changes)}): the hooks that were trusted stay in force, and nothing that is new in the files runs`,
      compareIn(place),
    );
  if (own.length === 0 || TAKES_PART[state.standing]) return [];
  if (state.standing === 'changed')
    return told(
      'error',
      `the project is not what was trusted (${changedFiles(state.changes ?? NO_CHANGES)}): its hooks do not run, and what they guard is asked about or refused`,
      COMPARE,
    );
  return told(state.problem === null ? 'warning' : 'error', untrustedMessage(own, state), LOOK);
}

function untrustedMessage(own: readonly Source[], { problem }: ProjectState): string {
  const count = own.reduce((sum, source) => sum + source.entries, 0);
  const files = own.map((source) => source.display).join(', ');
  const unread = count > 0 ? undefined : own.flatMap((source) => source.diagnostics).find(isError);
  const brought =
    unread === undefined
      ? `the project brings ${count} ${count === 1 ? 'hook' : 'hooks'} of its own`
      : 'the project may bring hooks of its own';
  const because = problem === null ? '' : ` (${problem})`;
  return `${brought} (${files}) that do not run: ${unread?.message ?? `the project is not trusted${because}`}`;
}

/** A reload that a dialect rejects as a whole changes nothing. */
export const isWorse = (next: HookSet, now: HookSet): boolean => next.rejected.some((id) => !now.rejected.includes(id));

/** Which hooks are in force is unknown, so nothing may pass that one of them might refuse. */
export function checkKnown({ state: { unknown }, managed }: HookSet, { disabled }: Settings): void {
  if (managed.problem !== null) throw new Error(managed.problem);
  if (unknown !== null && disabled === null && managed.alone === null)
    throw new Error(`it is not known whether the hooks of this project are trusted: ${unknown}`);
}
