import { DIALECTS } from './dialects/index.ts';
import type { ArmedHook } from './engine/armed-hook.ts';
import { groupByEvent } from './engine/armed-hook.ts';
import type { DialectHooks } from './engine/routes.ts';
import { prepareToolRules } from './engine/rules/tool-rule.ts';
import { loadSources } from './load/load.ts';
import { mergeSources } from './load/merge.ts';
import type { Diagnostic, Dialect, MergedSources, ProjectContent, Source, TrustPolicy } from './model/index.ts';
import type { Settings } from './settings.ts';
import { keepLastGood } from './last-good.ts';
import type { CoveredContent } from './trust/digest.ts';
import { projectContent } from './trust/digest.ts';
import { openTrustStore } from './trust/store.ts';

/** All hooks of all files at one moment, with what is to be said about them. */
export interface HookSet {
  readonly hooks: readonly DialectHooks[];
  readonly diagnostics: readonly Diagnostic[];
  readonly rejected: readonly string[];
  readonly entries: number;
  readonly project: (ProjectContent & { readonly trusted: boolean }) | null;
  readonly sources: readonly Source[];
}

/** Reads all files, asks whether the project is trusted, merges and arms; `previous` stays in force where files went bad. */
export async function loadHookSet(settings: Settings, trust: TrustPolicy, previous: HookSet | null): Promise<HookSet> {
  const kept = keepLastGood(await readSources(settings), previous?.sources ?? []);
  const own = kept.sources.filter(isProjects);
  const project = own.length > 0 ? await judged(own, settings, trust) : null;
  const believed = project === null || project.trusted;
  const counted = kept.sources.filter((source) => settings.dialects.some((dialect) => dialect.id === source.dialect));
  if (counted.some((source) => source.hooks.some((hook) => hook.condition !== null))) await prepareToolRules();
  const parts = settings.dialects.map((dialect) =>
    armed(
      dialect,
      counted.filter((source) => source.dialect === dialect.id),
      believed,
    ),
  );
  return {
    hooks: parts.map(({ hooks }) => hooks),
    diagnostics: [
      ...kept.diagnostics,
      ...parts.flatMap(({ diagnostics }) => diagnostics),
      ...(believed ? [] : untrusted(counted.filter(isProjects))),
    ],
    rejected: parts.flatMap(({ rejected, hooks }) => (rejected ? [hooks.dialect.id] : [])),
    entries: counted.reduce((sum, source) => sum + source.entries, 0),
    project,
    sources: kept.sources,
  };
}

/** The sources of all dialects, whichever are to run: trust is given to a project as a whole. */
export async function readSources(settings: Settings): Promise<readonly Source[]> {
  const sources = await loadSources(DIALECTS, { ...settings, strict: false });
  // A project that is the home folder itself has one file in two roles: it is the user's.
  const users = new Set(sources.filter((source) => source.scope === 'user').map((source) => source.file));
  return sources.filter((source) => !isProjects(source) || (saysSomething(source) && !users.has(source.file)));
}

/** What trust in the project would cover. */
export const contentOf = (sources: readonly Source[], project: string): CoveredContent =>
  projectContent(sources.filter(isProjects), project, projectVariables());

/** The project's own sources: what a clone brings along. */
const isProjects = (source: Source): boolean => source.scope === 'project' || source.scope === 'local';

/** Whether a source holds anything that trust would be about. */
const saysSomething = (source: Source): boolean =>
  source.entries > 0 ||
  source.negations.length > 0 ||
  source.diagnostics.length > 0 ||
  (source.lists.length > 0 && doListsReplace(source.dialect));

/** Whether even an empty list takes the place of the user's in that dialect. */
const doListsReplace = (dialect: string): boolean =>
  DIALECTS.some(({ id, shape }) => id === dialect && shape.merge === 'later-list-replaces');

/** Names of variables by which hooks speak of the project folder. */
const projectVariables = (): readonly string[] =>
  DIALECTS.flatMap((dialect) =>
    dialect.environment.sets.flatMap((field) =>
      'is' in field && (field.is === 'project' || field.is === 'cwd') ? [field.name] : [],
    ),
  );

async function judged(
  own: readonly Source[],
  settings: Settings,
  trust: TrustPolicy,
): Promise<ProjectContent & { readonly trusted: boolean }> {
  const content = contentOf(own, settings.project);
  return { ...content, trusted: await isTrusted(content, settings, trust) };
}

async function isTrusted(content: ProjectContent, settings: Settings, trust: TrustPolicy): Promise<boolean> {
  if (trust === 'all') return true;
  if (trust === 'store') return openTrustStore(settings.stateFolder).isTrusted(content.path, content.digest);
  return trust(content);
}

interface Part extends Omit<MergedSources, 'hooks'> {
  readonly hooks: DialectHooks;
}

const NOT_TRUSTED = 'the project is not trusted: run "hookline trust" to let its hooks run';

/** An untrusted project takes no part: its hooks are shown, and change nothing about the user's. */
function armed(dialect: Dialect, sources: readonly Source[], believed: boolean): Part {
  const counted = believed ? sources : sources.filter((source) => !isProjects(source));
  const merged = mergeSources(dialect, counted);
  const hooks: ArmedHook[] = merged.hooks.map((hook) => ({ hook, unarmed: null }));
  for (const source of sources.filter((each) => !counted.includes(each))) {
    for (const hook of source.hooks) hooks.push({ hook, unarmed: NOT_TRUSTED });
  }
  const diagnostics = [...counted.flatMap((source) => source.diagnostics), ...merged.diagnostics];
  return { hooks: { dialect, byEvent: groupByEvent(hooks) }, diagnostics, rejected: merged.rejected };
}

function untrusted(own: readonly Source[]): readonly Diagnostic[] {
  const [first] = own;
  if (first === undefined) return [];
  const count = own.reduce((sum, source) => sum + source.entries, 0);
  const diagnostic: Diagnostic = {
    severity: 'warning',
    file: first.display,
    line: null,
    column: null,
    message: `the project brings ${count} ${count === 1 ? 'hook' : 'hooks'} of its own (${own.map((source) => source.display).join(', ')}) that do not run: the project is not trusted, or it has changed since`,
    hint: 'look at them with "hookline list", then trust them with "hookline trust" or --trust-hooks',
  };
  return [diagnostic];
}
