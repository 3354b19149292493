import { encode } from '../engine/encode.ts';
import type { Frame } from '../engine/frame.ts';
import { runFolderOf } from '../engine/frame.ts';
import type { Admission, TrustGate, Withheld } from '../engine/admit.ts';
import { ADMITTED } from '../engine/admit.ts';
import { replacedFiles } from '../handlers/process/located.ts';
import type { Handler, Hook } from '../model/index.ts';
import { coveredProject } from './covered-content.ts';
import type { ProjectState } from './judge-project.ts';
import type { HookPin } from './pinned-hooks.ts';
import type { Settings } from '../settings/settings.ts';
import { folderVariables } from '../settings/folder-variables.ts';
import { isProjects } from '../settings/project-sources.ts';
import { monotonicMs } from '../text/clock.ts';
import { BoundedMap } from '../text/memo.ts';
import { changedFiles, NO_CHANGES } from './changes.ts';
import type { HookCover } from './hook-cover.ts';
import { coverHooks, differingFiles } from './hook-cover.ts';
import type { FileStamp } from './stamps/file-stamps.ts';
import { areUnchanged, recordingStamps, compareStamps } from './stamps/file-stamps.ts';
import { resolvedPath, shownPath } from './paths.ts';
import type { FolderVariables } from './scan/reached-from.ts';
import { reachedOnlyFrom } from './scan/reached-from.ts';

/** Checks whether hooks are what was trusted. */
export interface ProjectGate extends TrustGate {
  /** Why a hook is withheld at present, wherever it may run; null when it is not. */
  readonly withheld: (hook: Hook) => string | null;
}

const FRESH_MS = 1;

/** Checks every start of a hook of the project against the pins that are in force at that moment. */
export function createProjectGate(settings: Settings, state: () => ProjectState): ProjectGate {
  const project = resolvedPath(settings.project);
  const covers = new WeakMap<Handler, HookCover>();
  const elsewhere = new BoundedMap<string, StrayFiles>(256);
  const variables: FolderVariables = {
    project: folderVariables(settings.systems, ['project']),
    cwd: folderVariables(settings.systems, ['cwd', 'work-dir']),
  };
  const coverOf = (hook: Hook): HookCover => {
    const known = covers.get(hook.handler);
    if (known !== undefined && areUnchanged(known.stamps)) return known;
    const written = (state().pinned.get(hook.handler) ?? []).flatMap((pin) => pin.written);
    const [cover] = coverHooks([hook], { ...coveredProject(settings), written });
    if (cover === undefined) throw new Error(`nothing is known about the files of ${hook.id}`);
    covers.set(hook.handler, cover);
    return cover;
  };
  return {
    withheld: (hook) =>
      isGated(hook, state()) ? (whyWithheld(hook, state(), project, () => coverOf(hook))?.why ?? null) : null,
    admit: (hook, frame) => {
      const now = state();
      if (!isGated(hook, now)) return ADMITTED;
      let admitted: HookCover | undefined;
      const ask = (): Withheld | null =>
        whyWithheld(hook, now, project, () => (admitted = coverOf(hook))) ?? strayOf(hook, frame, variables, elsewhere);
      const changed = (): string | null =>
        takenBack(hook, now) ??
        changeSince(admitted, {
          settings,
          whyNot: () => whyWithheld(hook, now, project, () => coverOf(hook))?.why ?? null,
        });
      return admissionOf(ask, changed);
    },
  };
}

const isGated = (hook: Hook, { standing }: ProjectState): boolean => isProjects(hook) && standing !== 'believed';

/** Checks at once, and again only when some time has passed, since the files may change while a start waits. */
function admissionOf(ask: () => Withheld | null, changed: () => string | null): Admission {
  const withheld = ask();
  const askedAtMs = monotonicMs();
  return { withheld, again: () => (monotonicMs() - askedAtMs < FRESH_MS ? withheld : ask()), changed };
}

function whyWithheld(
  hook: Hook,
  { standing, pinned, changes }: ProjectState,
  project: string,
  cover: () => HookCover,
): Withheld | null {
  if (standing === 'changed')
    return untrusted(`hook "${hook.name}" is not what was trusted: ${changedFiles(changes ?? NO_CHANGES)}`);
  const pins = pinned.get(hook.handler);
  if (standing !== 'pinned' || pins === undefined) return untrusted(`hook "${hook.name}" was never trusted`);
  const now = cover();
  if (now.problem !== null) return untrusted(`hook "${hook.name}" changed since it was trusted: ${now.problem}`);
  const differences = pins.map((pin) => differingFiles(pin, now, project));
  if (differences.some((files) => files.length === 0)) return null;
  const what = isOlder(pins, now, project) ? olderVersion(hook) : `hook "${hook.name}" changed since it was trusted`;
  return untrusted(`${what}: ${listed(differences[0] ?? [])}`);
}

const untrusted = (what: string): Withheld => ({
  why: `${what}; run hookline trust`,
  hint: 'see what differs with "hookline trust --show", then trust it with "hookline trust"',
});

const olderVersion = ({ name }: Hook): string => `hook "${name}" is an older version than the one that was trusted`;

const isOlder = (pins: readonly HookPin[], now: HookCover, project: string): boolean =>
  pins.some(({ replaced, rules, given }) =>
    replaced.some((old) => differingFiles({ ...old, rules, given }, now, project).length === 0),
  );

const MOST_NAMED = 3;

const listed = (files: readonly string[]): string =>
  `${files.slice(0, MOST_NAMED).join(', ')}${files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : ''}`;

/** Trust that is taken back while a hook runs. */
const takenBack = (hook: Hook, { isStillTrusted }: ProjectState): string | null =>
  isStillTrusted(hook) ? null : `the trust in hook "${hook.name}" was taken back`;

interface ChangeContext {
  readonly settings: Settings;
  /** Why the hook would not be admitted now. */
  readonly whyNot: () => string | null;
}

/**
 * What happened to the files of a hook since it was admitted; also finds what was changed and put back in the
 * meantime.
 */
function changeSince(admitted: HookCover | undefined, { settings, whyNot }: ChangeContext): string | null {
  const found = compareStamps(admitted?.stamps ?? []);
  if (found.how === 'same') return null;
  const change = whyNot();
  if (change !== null || found.how === 'unsure') return change;
  return `${shownPath(found.path, resolvedPath(settings.project))} was changed and may have been put back; do not change it while hooks run`;
}

interface StrayFiles {
  readonly paths: readonly string[];
  readonly stamps: readonly FileStamp[];
}

/** A hook that runs in another folder may find other scripts there than the trusted ones. */
function strayOf(
  hook: Hook,
  frame: Frame,
  variables: FolderVariables,
  known: Map<string, StrayFiles>,
): Withheld | null {
  const cwd = runFolderOf(frame);
  if (cwd === frame.place.project) return null;
  const project = resolvedPath(frame.place.project);
  if (resolvedPath(cwd) === project) return null;
  const key = JSON.stringify([hook.id, cwd]);
  const last = known.get(key);
  if (last !== undefined && areUnchanged(last.stamps)) return sayStray(hook, frame, last.paths);
  const instead = new Set(replacedBy(hook, frame));
  const { result, stamps } = recordingStamps(() => reachedOnlyFrom(cwd, hook, project, variables));
  const paths = result.filter((path) => !instead.has(path));
  known.set(key, { paths, stamps });
  return sayStray(hook, frame, paths);
}

/** The program of a project's hook is taken from the project, wherever the hook runs. */
function replacedBy(hook: Hook, frame: Frame): readonly string[] {
  const request = encode(hook, frame, '', { background: false });
  return request.kind === 'command' ? replacedFiles(request) : [];
}

const sayStray = ({ name }: Hook, frame: Frame, [path]: readonly string[]): Withheld | null =>
  path === undefined
    ? null
    : {
        why: `hook "${name}" would run in ${runFolderOf(frame)} and use ${path}, which the trust in the project does not cover; in its definition, say where the project is: ${projectIn(frame)}`,
        hint: null,
      };

/** How a definition refers to the project, wherever the hook runs. */
function projectIn({ dialect, place }: Frame): string {
  const [variable] = folderVariables([dialect], ['project']);
  return variable === undefined ? place.project : `"$${variable}"`;
}
