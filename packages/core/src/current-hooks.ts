import type { HookSet } from './hook-set.ts';
import { assemble, isWorse, readAround } from './hook-set.ts';
import type { ReloadCause } from './last-good.ts';
import type { ReloadResult, TrustPolicy } from './model/index.ts';
import type { ProjectState } from './project-state.ts';
import { projectReader } from './project-state.ts';
import type { Settings } from './settings.ts';
import { areUnchanged } from './trust/looks.ts';

/** The hooks that are in force for a host, read again when something about them has changed. */
export interface CurrentHooks {
  readonly get: () => HookSet;
  /** Before an event: reads the project's part again if its files or the trust in it have changed; null when they have not. */
  readonly refresh: () => Promise<void> | null;
  /** Reads everything again; what is in force stays where the files went bad. */
  readonly reload: (cause: ReloadCause) => Promise<ReloadResult>;
}

/** Reads all hooks; `onChange` is told of every other set that comes into force. */
export async function openCurrentHooks(
  settings: Settings,
  trust: TrustPolicy,
  onChange: (set: HookSet) => void,
): Promise<CurrentHooks> {
  const readProject = projectReader(settings, trust);
  let set = await assemble({ ...(await readAround(settings, null)), state: await readProject() }, settings);
  // One after another: what is read later must not be put away for what was read before it.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
  const put = (next: HookSet): void => {
    set = next;
    onChange(next);
  };
  const isCurrent = (): boolean => areUnchanged(set.state.places);
  return {
    get: () => set,
    refresh: () =>
      isCurrent()
        ? null
        : inTurn(async () => {
            if (isCurrent()) return;
            const state = await readProject();
            if (keyOf(state) === keyOf(set.state)) set = { ...set, state: { ...set.state, places: state.places } };
            else put(await assemble({ ...set, state }, settings));
          }),
    reload: (cause) =>
      inTurn(async () => {
        const around = await readAround(settings, set, cause);
        const next = await assemble({ ...around, state: await readProject(cause) }, settings);
        const applied = !isWorse(next, set);
        put(applied ? next : { ...set, diagnostics: next.diagnostics });
        const kept = [...next.users.diagnostics, ...next.state.told].map(({ file }) => file);
        return { applied, kept: [...new Set(kept)], diagnostics: next.diagnostics };
      }),
  };
}

/** What tells one state from another, apart from when it was looked at. */
const keyOf = ({ standing, sources, inFiles, changes, pinned, content, problem, unknown }: ProjectState): string =>
  JSON.stringify([
    standing,
    [sources, inFiles].map((all) => all.map(({ file, definitions, hooks }) => [file, definitions, hooks])),
    changes,
    [...pinned.values()],
    content,
    problem,
    unknown,
  ]);
