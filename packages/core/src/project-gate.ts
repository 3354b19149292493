import { DIALECTS } from './dialects/index.ts';
import { encode } from './engine/encode.ts';
import type { Frame } from './engine/frame.ts';
import type { Watch } from './engine/ports.ts';
import { runFolderOf } from './engine/frame.ts';
import { replacedFiles } from './handlers/process/located.ts';
import type { HookSet } from './hook-set.ts';
import { assemble, readSourcesAfter } from './hook-set.ts';
import type { Judgement } from './judge-project.ts';
import { isTrusted, judgeProject, lookAtPlaces, rememberedOf } from './judge-project.ts';
import type { Diagnostic, Hook, Source, TrustPolicy } from './model/index.ts';
import type { Settings } from './settings.ts';
import { isProjects } from './switched-off.ts';
import { monotonicMs } from './text/clock.ts';
import { changesBetween } from './trust/changes.ts';
import type { FolderVariables } from './trust/elsewhere.ts';
import { reachedOnlyFrom } from './trust/elsewhere.ts';
import type { Look } from './trust/looks.ts';
import { areUnchanged, looking } from './trust/looks.ts';
import { resolvedPath } from './trust/paths.ts';
import { freshUntil, watchOf } from './watch-run.ts';

/** Looks, at every dispatch, whether a project's own hooks are still what was judged; user hooks and those of a host cost nothing. */
export interface ProjectGate {
  /** Before the hooks of an event run: the set as it must be now, or null when it stands. */
  readonly renew: (set: HookSet, selected: readonly Hook[], event: string) => Promise<HookSet> | null;
  /** A watch over one run of a hook, by the set that is in force at each moment; null when there is nothing to look after. */
  readonly watch: (set: () => HookSet, hook: Hook, frame: Frame) => Watch | null;
}

/** A gate for one project; without effect where a host believes everything. */
export function createProjectGate(settings: Settings, trust: TrustPolicy): ProjectGate {
  const elsewhere = new Map<string, Elsewhere>();
  const answers = new Map<string, boolean>();
  let last: LastLook = { parts: null, hooks: [], untilMs: 0 };
  return {
    renew: (set, selected, event) => {
      const looks = trust === 'all' ? null : looksFor(set, selected, event, trust);
      if (looks === null) return null;
      const beganAtMs = monotonicMs();
      if (looks.every(areUnchanged)) {
        last = { parts: set.judgement?.parts ?? null, hooks: selected, untilMs: freshUntil(beganAtMs) };
        return null;
      }
      if (set.project !== null) answers.set(set.project.digest, set.project.trusted);
      return judgeAnew(set, settings, typeof trust === 'function' ? asked(trust, answers) : trust);
    },
    watch: (set, hook, frame) => {
      if (trust === 'all' || !isProjects(hook)) return null;
      const isFresh = (parts: Judgement['parts']): boolean =>
        last.parts === parts && monotonicMs() < last.untilMs && last.hooks.includes(hook);
      return watchOf(hook, { judgement: () => set().judgement, isFresh, settings, trust }, () =>
        strayOf(hook, frame, elsewhere),
      );
    },
  };
}

/** What was looked at last, and stood. */
interface LastLook {
  readonly parts: Judgement['parts'] | null;
  readonly hooks: readonly Hook[];
  /** Until when a look need not be taken again. */
  readonly untilMs: number;
}

/** The host's policy, which is asked once about a content: it may ask a person. A reload asks again. */
const asked =
  (trust: Extract<TrustPolicy, (...args: never) => unknown>, answers: Map<string, boolean>): TrustPolicy =>
  async (content) => {
    const answer = answers.get(content.digest) ?? (await trust(content));
    answers.set(content.digest, answer);
    return answer;
  };

/** What an event depends on; null when it has nothing to do with the project's own hooks. */
function looksFor(
  { judgement, silenced }: HookSet,
  selected: readonly Hook[],
  event: string,
  trust: TrustPolicy,
): readonly (readonly Look[])[] | null {
  if (judgement === null) return null;
  const { parts, evidence } = judgement;
  const own = selected.filter(isProjects);
  // What nobody has ever trusted cannot become trusted by a change of a script.
  if (isStrange(judgement, trust)) return own.length === 0 && !silenced.has(event) ? null : [evidence.places];
  if (own.length === 0 && !silenced.has(event)) return null;
  const wanted = silenced.has(event) ? [...parts.values()] : own.flatMap(({ handler }) => parts.get(handler) ?? []);
  const [first] = wanted;
  if (wanted.length <= 1) return [evidence.places, first?.looks ?? []];
  return [evidence.places, [...new Set(wanted.flatMap(({ looks }) => looks))]];
}

const isStrange = ({ project, base, changes, problem }: Judgement, trust: TrustPolicy): boolean =>
  trust === 'store' && !project.trusted && base === null && changes === null && problem === null;

/** Reads everything again: what was loaded goes on if it is trusted, and what stands in the files now is too; else in part. */
async function judgeAnew(set: HookSet, settings: Settings, trust: TrustPolicy): Promise<HookSet> {
  const places = lookAtPlaces(settings, trust);
  const kept = await readSourcesAfter(set.sources, settings, trust);
  const [loaded, now] = [set.sources.filter(isProjects), kept.sources.filter(isProjects)];
  const remembered = rememberedOf(now, set);
  const judgement = await judgeProject({ own: loaded, places, remembered }, settings, trust);
  const isAsLoaded = keyOf(loaded) === keyOf(now);
  const inFiles = isAsLoaded ? judgement : await judgeProject({ own: now, places, remembered }, settings, trust);
  const agreed =
    judgement.project.trusted && inFiles.project.trusted
      ? judgement
      : await judgeInPart({ judgement, inFiles, before: set.judgement }, settings, trust);
  if (isSameResult(set, agreed, kept.diagnostics)) return { ...set, judgement: agreed, project: agreed.project };
  return assemble({ sources: set.sources, diagnostics: kept.diagnostics }, agreed, settings, set.shadows);
}

const keyOf = (sources: readonly Source[]): string =>
  JSON.stringify(
    sources.map(({ dialect, file, definitions, hooks }) => [dialect, file, definitions, hooks.map(({ id }) => id)]),
  );

const isSameResult = ({ judgement, project, told }: HookSet, now: Judgement, say: readonly Diagnostic[]): boolean =>
  project?.trusted === now.project.trusted &&
  JSON.stringify(say) === JSON.stringify(told) &&
  judgement?.armed.size === now.armed.size &&
  [...now.armed].every((handler) => judgement.armed.has(handler));

interface Findings {
  /** On what was loaded. */
  readonly judgement: Judgement;
  /** On what stands in the files now. */
  readonly inFiles: Judgement;
  readonly before: Judgement | null;
}

/** A guard must not be switched off by a change of something else: hooks go on that are still what was trusted, file by file. */
async function judgeInPart(
  { judgement, inFiles, before }: Findings,
  settings: Settings,
  trust: TrustPolicy,
): Promise<Judgement> {
  const last = judgement.base ?? before?.base ?? null;
  const base = last !== null && (await isTrusted(last.content, settings, trust)) ? last : null;
  const project = { ...judgement.project, trusted: false };
  if (base === null) return { ...judgement, project, base, armed: new Set() };
  const definitions = new Map(inFiles.evidence.own.map((source) => [source.file, source.definitions]));
  const intact = judgement.evidence.own.flatMap((source) =>
    definitions.get(source.file) === source.definitions
      ? source.hooks.filter(({ handler }) => judgement.parts.get(handler)?.digest === base.parts.get(handler)?.digest)
      : [],
  );
  const changes = changesBetween(base.content.files, inFiles.project.files);
  return { ...judgement, project, base, armed: new Set(intact.map(({ handler }) => handler)), changes };
}

interface Elsewhere {
  readonly paths: readonly string[];
  readonly looks: readonly Look[];
}

const MOST_PLACES = 256;

/** A hook that runs in another folder may find other scripts there than those that were trusted. */
function strayOf(hook: Hook, frame: Frame, known: Map<string, Elsewhere>): string | null {
  const cwd = runFolderOf(frame);
  if (cwd === frame.place.project) return null;
  const project = resolvedPath(frame.place.project);
  if (resolvedPath(cwd) === project) return null;
  const key = JSON.stringify([hook.id, cwd]);
  const last = known.get(key);
  if (last !== undefined && areUnchanged(last.looks)) return sayStray(cwd, last.paths);
  const instead = new Set(replacedBy(hook, frame));
  const { result, looks } = looking(() => reachedOnlyFrom(cwd, hook, project, FOLDER_VARIABLES));
  const paths = result.filter((path) => !instead.has(path));
  if (known.size >= MOST_PLACES) known.clear();
  known.set(key, { paths, looks });
  return sayStray(cwd, paths);
}

/** The program of a project's hook is taken from the project, wherever the hook runs. */
function replacedBy(hook: Hook, frame: Frame): readonly string[] {
  const request = encode(hook, frame, '', false);
  return request.kind === 'command' ? replacedFiles(request) : [];
}

const sayStray = (cwd: string, [path]: readonly string[]): string | null =>
  path === undefined ? null : `it would run in ${cwd} and use ${path}, which the trust in the project does not cover`;

const variablesFor = (what: 'project' | 'cwd' | 'work-dir'): readonly string[] =>
  DIALECTS.flatMap(({ environment }) =>
    environment.sets.flatMap((field) => ('is' in field && field.is === what ? [field.name] : [])),
  );

const FOLDER_VARIABLES: FolderVariables = {
  project: variablesFor('project'),
  cwd: [...variablesFor('cwd'), ...variablesFor('work-dir')],
};
