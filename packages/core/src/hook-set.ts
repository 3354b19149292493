import { DIALECTS } from './dialects/index.ts';
import type { ArmedHook } from './engine/armed-hook.ts';
import { groupByEvent } from './engine/armed-hook.ts';
import type { DialectHooks } from './engine/routes.ts';
import { prepareToolRules } from './engine/rules/tool-rule.ts';
import type { Judgement } from './judge-project.ts';
import { judgeProject, lookAtPlaces, rememberedOf } from './judge-project.ts';
import type { KeptSources } from './last-good.ts';
import { byScope, keepLastGood } from './last-good.ts';
import { isSilent } from './silent-source.ts';
import { loadSources } from './load/load.ts';
import { mergeSources } from './load/merge.ts';
import type {
  Diagnostic,
  Dialect,
  MergedSources,
  ProjectContent,
  ReloadOptions,
  Source,
  TrustPolicy,
} from './model/index.ts';
import type { Settings } from './settings.ts';
import type { Shadows } from './shadow-marks.ts';
import { loadShadows, strayMarks } from './shadows.ts';
import { isProjects, switchedOff } from './switched-off.ts';
import { changedFiles } from './trust/changes.ts';
import type { Remembered } from './trust/digest.ts';

/** All hooks of all files at one moment, with what is to be said about them. */
export interface HookSet {
  readonly hooks: readonly DialectHooks[];
  readonly diagnostics: readonly Diagnostic[];
  readonly rejected: readonly string[];
  readonly entries: number;
  readonly project: (ProjectContent & { readonly trusted: boolean }) | null;
  readonly sources: readonly Source[];
  /** What was said when the files were read. */
  readonly told: readonly Diagnostic[];
  /** Null when the project brings no hooks of its own. */
  readonly judgement: Judgement | null;
  /** Events for which the project, being trusted, switches hooks of the user off. */
  readonly silenced: ReadonlySet<string>;
  /** Which hooks the user has put in shadow. */
  readonly shadows: Shadows;
}

/** Reads all files, asks whether the project is trusted, merges and arms; `previous` stays in force where files went bad. */
export async function loadHookSet(
  settings: Settings,
  trust: TrustPolicy,
  previous: HookSet | null,
  cause: ReloadOptions['after'] | null = null,
): Promise<HookSet> {
  const places = lookAtPlaces(settings, trust);
  const kept = await readSourcesAfter(previous?.sources ?? [], settings, trust, cause);
  if (kept.sources.some((source) => source.hooks.some((hook) => hook.condition !== null))) await prepareToolRules();
  const own = kept.sources.filter(isProjects);
  const remembered = previous === null ? NOTHING_REMEMBERED : rememberedOf(own, previous);
  const judgement = own.length === 0 ? null : await judgeProject({ own, places, remembered }, settings, trust);
  return assemble(kept, judgement, settings, await loadShadows(settings));
}

const NOTHING_REMEMBERED: Remembered = new Map();

/** Merges and arms what was read, as far as the project is believed. */
export function assemble(
  { sources, diagnostics: told }: KeptSources,
  judgement: Judgement | null,
  settings: Settings,
  shadows: Shadows,
): HookSet {
  const believed = judgement === null || judgement.project.trusted;
  const counted = sources.filter((source) => settings.dialects.some((dialect) => dialect.id === source.dialect));
  const parts = settings.dialects.map((dialect) => armed(dialect, sourcesOf(dialect, counted), judgement, shadows));
  return {
    hooks: parts.map(({ hooks }) => hooks),
    diagnostics: [
      ...told,
      ...parts.flatMap(({ diagnostics }) => diagnostics),
      ...(judgement === null || believed ? [] : untrusted(counted.filter(isProjects), judgement)),
      ...strayMarks(shadows, sources, () => parts.flatMap(({ hooks }) => [...hooks.byEvent.values()].flat())),
    ],
    rejected: parts.flatMap(({ rejected, hooks }) => (rejected ? [hooks.dialect.id] : [])),
    entries: counted.reduce((sum, source) => sum + source.entries, 0),
    project: judgement?.project ?? null,
    sources,
    told,
    judgement,
    silenced: believed ? silencedBy(settings.dialects, counted) : NOTHING_SILENCED,
    shadows,
  };
}

const NOTHING_SILENCED: ReadonlySet<string> = new Set();

const sourcesOf = ({ id }: Dialect, sources: readonly Source[]): readonly Source[] =>
  sources.filter((source) => source.dialect === id);

const silencedBy = (dialects: readonly Dialect[], sources: readonly Source[]): ReadonlySet<string> =>
  new Set(
    dialects.flatMap((dialect) =>
      switchedOff(dialect, sourcesOf(dialect, sources)).flatMap(({ hook }) => dialect.events[hook.event]?.means ?? []),
    ),
  );

/** The sources of all dialects that say something, whichever are to run: trust is given to a project as a whole. */
export const readSources = async (settings: Settings): Promise<readonly Source[]> =>
  (await readAllSources(settings)).filter((source) => !isSilent(source));

/** The sources as they count after others: what went bad stays as it was. */
export async function readSourcesAfter(
  previous: readonly Source[],
  settings: Settings,
  trust: TrustPolicy,
  cause: ReloadOptions['after'] | null = null,
): Promise<KeptSources> {
  const read = await readAllSources(settings);
  const kept = keepLastGood(cause === 'edit' ? withoutEdits(read, previous) : read, previous, trust === 'all');
  return { ...kept, sources: kept.sources.filter((source) => !isSilent(source)) };
}

/** Systems that take edits over only when someone asks for it stay as they were read before. */
const withoutEdits = (read: readonly Source[], previous: readonly Source[]): readonly Source[] => [
  ...read.filter(({ dialect }) => !UNTIL_ASKED.has(dialect)),
  ...previous.filter(({ dialect }) => UNTIL_ASKED.has(dialect)),
];

const UNTIL_ASKED: ReadonlySet<string> = new Set(
  DIALECTS.filter(({ edits }) => edits === 'on-reload').map(({ id }) => id),
);

async function readAllSources(settings: Settings): Promise<readonly Source[]> {
  const sources = await loadSources(DIALECTS, { ...settings, strict: false });
  // A project that is the home folder itself has one file in two roles: it is the user's.
  const users = new Set(sources.filter((source) => source.scope === 'user').map((source) => source.file));
  return sources.filter((source) => !isProjects(source) || !users.has(source.file));
}

interface Part extends Omit<MergedSources, 'hooks'> {
  readonly hooks: DialectHooks;
}

/** An untrusted project takes no part: its hooks are shown, and change nothing about the user's. */
function armed(dialect: Dialect, sources: readonly Source[], judgement: Judgement | null, { markOf }: Shadows): Part {
  const believed = judgement === null || judgement.project.trusted;
  const counted = believed ? sources : sources.filter((source) => !isProjects(source));
  const merged = mergeSources(dialect, counted);
  const hooks: ArmedHook[] = merged.hooks.map((hook) => ({ hook, unarmed: null, ...markOf(hook) }));
  for (const source of sources.filter((each) => !counted.includes(each))) {
    for (const hook of source.hooks) {
      // What was trusted in a session and has not changed itself goes on.
      const goesOn = judgement?.armed.has(hook.handler) === true;
      hooks.push({ hook, unarmed: goesOn ? null : unarmedBy(judgement), ...markOf(hook) });
    }
  }
  const diagnostics = [...counted.flatMap((source) => source.diagnostics), ...merged.diagnostics];
  // Also those that must not run stand where they would run.
  const inOrder = hooks.toSorted((one, other) => byScope(one.hook, other.hook));
  return { hooks: { dialect, byEvent: groupByEvent(inOrder) }, diagnostics, rejected: merged.rejected };
}

const unarmedBy = (judgement: Judgement | null): string =>
  `the project is not trusted${judgement === null ? '' : whyNot(judgement)}: run "hookline trust" to let its hooks run`;

/** Why, as far as it is more than that nobody has trusted it yet. */
function whyNot({ changes, problem }: Judgement): string {
  if (problem !== null) return ` (${problem})`;
  return changes === null ? '' : ` any more (${changedFiles(changes)})`;
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

function untrusted(own: readonly Source[], judgement: Judgement): readonly Diagnostic[] {
  const [first] = own;
  if (first === undefined) return [];
  const count = own.reduce((sum, source) => sum + source.entries, 0);
  const files = own.map((source) => source.display).join(', ');
  const isLoss = judgement.changes !== null || judgement.problem !== null;
  const unread = count > 0 ? undefined : own.flatMap((source) => source.diagnostics).find(isError);
  const why = isLoss
    ? `the project is not trusted${whyNot(judgement)}`
    : (unread?.message ?? 'the project is not trusted, or it has changed since');
  const brought =
    unread === undefined
      ? `the project brings ${count} ${count === 1 ? 'hook' : 'hooks'} of its own`
      : 'the project may bring hooks of its own';
  const left = judgement.armed.size;
  const rest = left === 0 ? '' : `; ${left} of them, as they were trusted, stay in force`;
  const diagnostic: Diagnostic = {
    severity: isLoss ? 'error' : 'warning',
    file: first.display,
    line: null,
    column: null,
    message: `${brought} (${files}) that do not run: ${why}${rest}`,
    hint: 'look at them with "hookline list", then trust them with "hookline trust" or --trust-hooks',
  };
  return [diagnostic];
}

/** A reload that a dialect rejects as a whole changes nothing, nor does one that would switch trusted guards off. */
export const isWorse = (next: HookSet, now: HookSet): boolean =>
  next.rejected.some((id) => !now.rejected.includes(id)) ||
  ((now.judgement?.armed.size ?? 0) > 0 && next.project?.trusted === false);

/** Which hooks are in force cannot be told: nothing may pass that one of them might refuse. */
export function checkTrust({ judgement }: HookSet): void {
  const unknown = judgement?.unknown ?? null;
  if (unknown === null) return;
  throw new Error(`it cannot be told whether the hooks of this project are trusted: ${unknown}`);
}
