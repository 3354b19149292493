import { createBackground, hostHandlers, placeOf, portsOf } from './world.ts';
import { filesOf } from '../settings/settings.ts';
import type { CurrentHooks } from '../hook-set/current-hooks.ts';
import { fire } from '../engine/engine.ts';
import type { Place } from '../engine/frame.ts';
import { isInsideOwnHook } from '../engine/nesting.ts';
import { outcomeOfFailure } from '../engine/outcome.ts';
import type { Fire, Ports } from '../engine/ports.ts';
import type { DialectHooks } from '../engine/routes.ts';
import { explain, listHooks } from '../hook-set/list-hooks.ts';
import type { HookSet } from '../hook-set/hook-set.ts';
import { checkKnown } from '../hook-set/hook-set.ts';
import { createManagedGate, type ManagedGate } from '../managed/managed-gate.ts';
import { forManyHooks } from './for-many-hooks.ts';
import { createHostHooks } from './host-hooks.ts';
import { createInFlight } from './in-flight.ts';
import type {
  ConfigurationFile,
  Diagnostic,
  Explanation,
  Handlers,
  InternalFireOptions,
  InternalHooks,
  InternalOptions,
  AnyEvent,
  ListedHook,
  Outcome,
  Refolded,
  ReloadOptions,
  ReloadResult,
  Reports,
  Request,
} from '../model/index.ts';
import { checkFire, checkReload, NO_OPTIONS } from '../options/check-fire.ts';
import { partOf } from '../engine/routes.ts';
import type { ProjectGate } from '../trust/hook-gate.ts';
import { createProjectGate } from '../trust/hook-gate.ts';
import { refold, requestOf } from './dry-run.ts';
import type { Recorder } from '../record/recorder.ts';
import { newDecisionId } from '../record/decision-id.ts';
import { createRecorder, recordFolderOf } from '../record/recorder.ts';
import { monotonicMs } from '../text/clock.ts';
import type { Settings } from '../settings/settings.ts';
import { tidySessionFiles } from './session-files.ts';
import { createUses } from './uses.ts';
import type { TrustNotices } from '../trust/trust-notices.ts';
import { createTrustNotices } from '../trust/trust-notices.ts';

const CLOSE_GRACE_MS = 5000;

/** The hooks of a project: owns what a host must close, which is workers, background hooks and the record. */
export class ProjectHooks implements InternalHooks {
  readonly #options: InternalOptions;
  readonly #settings: Settings;
  #place: Place;
  readonly #recorder: Recorder | null;
  readonly #handlers: Handlers;
  readonly #notices: TrustNotices;
  readonly #background = createBackground();
  readonly #host = createHostHooks(() => {
    this.#known = null;
  });
  readonly #uses = createUses();
  readonly #ports: Ports;
  readonly #current: CurrentHooks;
  readonly #gate: ProjectGate;
  /** All hooks as they are now; null after a change. */
  #known: readonly DialectHooks[] | null = null;
  /** The promise of closing, once it was requested. */
  #closed: Promise<void> | null = null;
  /** The events that are being decided; closing waits for them. */
  readonly #deciding = createInFlight();

  constructor(options: InternalOptions, settings: Settings, current: CurrentHooks) {
    this.#options = options;
    this.#settings = settings;
    this.#current = current;
    this.#place = placeOf(settings, options, current.get());
    current.onChange((set) => {
      this.#known = null;
      this.#place = placeOf(settings, options, set);
    });
    this.#recorder = createRecorder(options, settings, current.get().shadows.retention);
    this.#handlers = hostHandlers(options, settings);
    this.#notices = createTrustNotices(settings.stateFolder, recordFolderOf(options, settings));
    this.#gate = gateOf(
      createProjectGate(settings, () => current.get().state),
      createManagedGate(() => current.get().managed),
    );
    const { run } = this.#handlers;
    this.#ports = portsOf(options, this.#recorder, this.#background, { run, gate: this.#gate });
  }

  /** An error of hookline itself never lets an action pass: it becomes a refusal. */
  readonly fire = async (event: AnyEvent, options: InternalFireOptions = NO_OPTIONS): Promise<Outcome> => {
    this.#mustBeOpen('fire');
    checkFire(event, options);
    this.#deciding.begin();
    try {
      const refreshed = this.#current.refresh();
      if (refreshed !== null) await refreshed;
      checkKnown(this.#set, this.#settings);
      const request = this.#requestFor(event, options);
      const outcome = await this.#decide(request);
      this.#recorder?.ended(request, outcome);
      for (const note of options.notesOn?.(outcome, request.decisionId) ?? [])
        this.#recorder?.note(request.decisionId, note);
      this.#uses.forgetSpent(event, outcome);
      tidySessionFiles(this.#settings.stateFolder, event);
      return this.#told(outcome);
    } catch (error) {
      return this.#refused(event, error);
    } finally {
      this.#deciding.end();
    }
  };

  /** A refusal because the engine failed is recorded as well. */
  async #decide(request: Fire): Promise<Outcome> {
    try {
      return await fire(request, this.#ports);
    } catch (error) {
      return this.#refused(request.event, error);
    }
  }

  #refused(event: AnyEvent, error: unknown): Outcome {
    const { policies, problem } = this.#set.managed;
    const mayProceed = policies.length === 0 && problem === null; // the environment cannot open what a policy guards
    return outcomeOfFailure(event, error, mayProceed ? this.#settings.env : {});
  }

  #requestFor(event: AnyEvent, options: InternalFireOptions): Fire {
    const { diagnostics, project } = this.#set;
    const news = this.#notices.atEvent(project, event);
    return {
      decisionId: newDecisionId(),
      startedMs: monotonicMs(),
      event,
      hooks: partOf(this.#uses.inForce(this.#all(), event), options),
      point: options.point,
      place: this.#place,
      diagnostics: news.length === 0 ? diagnostics : [...diagnostics, ...news],
      wait: options.wait ?? false,
      background: options.background,
      toldBy: options.toldBy,
      signal: options.signal === undefined ? undefined : forManyHooks(options.signal),
    };
  }

  readonly #told = (outcome: Outcome): Outcome => {
    this.#host.forgetSpent(outcome);
    if (this.#options.onMessage !== undefined) outcome.messages.forEach(this.#options.onMessage);
    return outcome;
  };

  readonly on: InternalHooks['on'] = (registration, call) => {
    this.#mustBeOpen('on');
    return this.#host.add(registration, call);
  };

  readonly use: InternalHooks['use'] = (use) => {
    this.#mustBeOpen('use');
    return this.#uses.add(use);
  };

  readonly reload = async (options: ReloadOptions = {}): Promise<ReloadResult> => {
    this.#mustBeOpen('reload');
    checkReload(options);
    return this.#current.reload(options.after ?? 'asked');
  };

  readonly note: InternalHooks['note'] = (decisionId, text) => this.#recorder?.note(decisionId, text);

  readonly list = (): readonly ListedHook[] => listHooks(this.#uses.shown(this.#all()), this.#gate);

  readonly explain = (event: AnyEvent): Explanation =>
    explain(event, this.#uses.shown(this.#all(), event), {
      place: this.#place,
      diagnostics: this.#set.diagnostics,
      gate: this.#gate,
    });

  readonly refold = (event: AnyEvent, given: Reports): Promise<Refolded> =>
    refold(event, given, this.#all(), this.#place);

  readonly requestOf = (id: string, event: AnyEvent): Request | null => requestOf(id, event, this.#all(), this.#place);

  get diagnostics(): readonly Diagnostic[] {
    return [...this.#set.diagnostics, ...this.#notices.standing(this.#set.project)];
  }

  get files(): readonly ConfigurationFile[] {
    return filesOf(this.#settings);
  }

  get entries(): number {
    return this.#set.entries;
  }

  get rejected(): readonly string[] {
    return this.#set.rejected;
  }

  get project(): InternalHooks['project'] {
    return this.#set.project;
  }

  readonly close = (): Promise<void> => (this.#closed ??= this.#letGo());

  /** A hook that closes the set it belongs to is one of those that would be waited for. */
  async #letGo(): Promise<void> {
    if (!isInsideOwnHook()) await this.#deciding.over();
    await this.#background.close(CLOSE_GRACE_MS);
    await this.#handlers.close();
    this.#recorder?.close();
  }

  #mustBeOpen(call: 'fire' | 'on' | 'use' | 'reload'): void {
    if (this.#closed !== null)
      throw new Error(`hooks.${call} was called after hooks.close: call createHooks again for a new set of hooks`);
  }

  get #set(): HookSet {
    return this.#current.get();
  }

  #all(): readonly DialectHooks[] {
    return (this.#known ??= [...this.#set.managed.hooks, this.#host.current(), ...this.#set.hooks]);
  }
}

/** Hooks of a project need trust, those of a policy its signature. */
const gateOf = (project: ProjectGate, managed: ManagedGate): ProjectGate => ({
  withheld: (hook) => (hook.policy === undefined ? project.withheld(hook) : (managed.withheld(hook)?.why ?? null)),
  admit: (hook, frame) => (hook.policy === undefined ? project.admit(hook, frame) : managed.admit(hook)),
});
