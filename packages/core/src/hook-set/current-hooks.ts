import type { HookSet } from './hook-set.ts';
import { assemble, isWorse, readAround } from './hook-set.ts';
import { readManaged } from '../managed/managed-set.ts';
import type { ReloadCause } from '../trust/last-good.ts';
import type { ReloadResult, TrustPolicy } from '../model/index.ts';
import type { ProjectState, ReadProject } from '../trust/judge-project.ts';
import { projectReader } from '../trust/judge-project.ts';
import type { Settings } from '../settings/settings.ts';
import { areUnchanged } from '../trust/stamps/file-stamps.ts';

/** The hooks that are in force for a host, read again when something about them has changed. */
export class CurrentHooks {
  readonly #settings: Settings;
  readonly #readProject: ReadProject;
  #set: HookSet;
  /** One after another, so that a newer result is not replaced by an older one. */
  #last: Promise<unknown> = Promise.resolve();
  #onChange: (set: HookSet) => void = () => {};

  private constructor(settings: Settings, readProject: ReadProject, set: HookSet) {
    this.#settings = settings;
    this.#readProject = readProject;
    this.#set = set;
  }

  /** Reads all hooks. */
  static async open(settings: Settings, trust: TrustPolicy): Promise<CurrentHooks> {
    const readProject = projectReader(settings, trust);
    const set = await assemble({ ...(await readAround(settings, null)), state: await readProject() }, settings);
    return new CurrentHooks(settings, readProject, set);
  }

  /** From now on `tell` is called with every new set that comes into force. */
  onChange(tell: (set: HookSet) => void): void {
    this.#onChange = tell;
  }

  get(): HookSet {
    return this.#set;
  }

  /**
   * Before an event: reads the project's part and the policies again if their files or the trust in the project have
   * changed; null when they have not.
   */
  refresh(): Promise<void> | null {
    return this.#isCurrent() ? null : this.#inTurn(() => this.#refreshNow());
  }

  /** Reads everything again; where files became invalid, the previous hooks stay in force. */
  reload(cause: ReloadCause): Promise<ReloadResult> {
    return this.#inTurn(async () => {
      const around = await readAround(this.#settings, this.#set, cause);
      const next = await assemble({ ...around, state: await this.#readProject(cause) }, this.#settings);
      const applied = !isWorse(next, this.#set);
      this.#put(applied ? next : { ...this.#set, diagnostics: next.diagnostics });
      const kept = [...next.users.diagnostics, ...next.state.told].map(({ file }) => file);
      return { applied, kept: [...new Set(kept)], diagnostics: next.diagnostics };
    });
  }

  async #refreshNow(): Promise<void> {
    if (this.#isCurrent()) return;
    const state = await this.#readProject();
    const before = this.#set.state;
    const managed = this.#set.managed.isCurrent() ? null : await readManaged(this.#settings);
    if (managed !== null) this.#put(await assemble({ ...this.#set, state, managed }, this.#settings));
    else if (keyOf(state) === keyOf(before)) this.#set = { ...this.#set, state: { ...before, places: state.places } };
    else this.#put(await assemble({ ...this.#set, state }, this.#settings));
  }

  #isCurrent(): boolean {
    return areUnchanged(this.#set.state.places) && this.#set.managed.isCurrent();
  }

  #put(set: HookSet): void {
    this.#set = set;
    this.#onChange(set);
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }
}

/** What distinguishes one state from another, apart from when it was read. */
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
