import { type Hooks, inspectHooks, type ListedHook, showTrust } from '@hookline/core/internal';
import { findEvent } from '@hookline/toolbox';
import { isAbsolute, relative } from 'node:path';
import type { HookDetail, HookList, HookRow, TrustView } from '../api/index.ts';
import { HttpProblem } from '../http/index.ts';
import type { DecisionSource, HookCounts } from '../source/decision-source.ts';
import { definitionOf } from './definition.ts';
import { casesWith } from './hook-cases.ts';
import { type StudioPlace, withHooks } from './project-hooks.ts';
import { sinceTrustOf } from './trusted-files.ts';

/** Every hook of a project, armed or not, with what the record knows about it; starts nothing. */
export async function hookListOf(source: DecisionSource, place: StudioPlace, project: string): Promise<HookList> {
  const here = { ...place, project };
  const { hooks: counts, events } = await source.ask('runs', { project, now: Date.now() });
  return withHooks(place, project, async (hooks) => {
    const inspected = (await inspectHooks(here)).map(({ diagnostic }) => diagnostic);
    const listed = hooks.list();
    return {
      project,
      hooks: listed.map((hook): HookRow => {
        const counted = counts.get(hook.id) ?? NO_RUNS;
        return { ...hook, ...counted, state: stateOf(hook), never: counted.runs > 0 ? null : neverWords(hook, events) };
      }),
      diagnostics: [...hooks.diagnostics, ...inspected].filter(({ severity }) => severity !== 'info'),
      armed: listed.filter(({ armed }) => armed).length,
      trust: await trustState(hooks, here),
    };
  });
}

const NO_RUNS: HookCounts = {
  runs: 0,
  blocks: 0,
  wouldBlock: 0,
  last: null,
  p95: null,
  days: Array.from({ length: 30 }, () => 0),
};

function stateOf({ shadow, armed, withheld, scope, why }: ListedHook): HookRow['state'] {
  if (withheld === true) return 'withheld';
  if (armed) return shadow === true ? 'shadow' : 'armed';
  return (scope === 'project' || scope === 'local') && /trust/.test(why ?? '') ? 'untrusted' : 'inactive';
}

function neverWords({ armed, event, dialect, why }: ListedHook, events: ReadonlySet<string>): string {
  if (!armed) return why ?? 'it is not armed';
  const found = findEvent(event, dialect);
  if (!events.has(found.ok ? found.neutral : event))
    return `never selected in 30 days: no ${event} event was seen in this project`;
  return `never selected in 30 days: ${event} was seen, and its matcher did not fit`;
}

async function trustState({ project }: Hooks, place: StudioPlace): Promise<HookList['trust']> {
  if (project === null) return 'none';
  if (project.trusted) return 'trusted';
  return (await showTrust(place)).changes === null ? 'untrusted' : 'changed';
}

const MOST_RECENT = 50;

/** One hook: its definition, the files that trust covers, and the events that it saw. */
export async function hookDetailOf(
  source: DecisionSource,
  place: StudioPlace,
  project: string,
  id: string,
): Promise<HookDetail> {
  const { hooks } = await hookListOf(source, place, project);
  const hook = hooks.find((each) => each.id === id);
  if (hook === undefined) throw new HttpProblem(404, 'there is no such hook in this project');
  return {
    hook,
    definition: await definitionOf(hook, project),
    trust: await sinceTrustOf(hook, { ...place, project }),
    recent: await source.ask('seenBy', { project, hook: id, limit: MOST_RECENT }),
    near: await nearOf(hook, source, project),
    cases: await casesOf(hook, { ...place, project }),
  };
}

const MOST_NEAR = 5;

/** Events that a hook could have been selected by, and was not. */
async function nearOf(hook: HookRow, source: DecisionSource, project: string): Promise<HookDetail['near']> {
  const found = findEvent(hook.event, hook.dialect);
  if (hook.runs > 0 || !found.ok) return [];
  const q = `event:${found.neutral} since:30d`;
  const { rows } = await source.ask('list', { q, before: null, after: null, limit: 200 });
  return rows.filter((row) => row.event === found.neutral && row.project === project).slice(0, MOST_NEAR);
}

/** Case files with a case for this hook. */
async function casesOf({ id }: HookRow, place: StudioPlace): Promise<readonly string[]> {
  const files = await casesWith(id, place);
  return files.filter(({ cases }) => cases.length > 0).map(({ file }) => shownPath(file, place.project));
}

const shownPath = (file: string, project: string): string => {
  const inside = relative(project, file);
  return inside.startsWith('..') || isAbsolute(inside) ? file : inside;
};

/** What trust in a project covers; trusts nothing. */
export async function trustOf(place: StudioPlace, project: string): Promise<TrustView> {
  const { content, already, changes, problem, switchesOff } = await showTrust({ ...place, project });
  const files = content.files.map(({ path, digest, note }) => ({ path, digest, note: note ?? null }));
  return { path: content.path, files, already, changes, problem, switchesOff };
}
