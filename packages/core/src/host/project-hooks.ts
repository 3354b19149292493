import { createBackground } from './background-work.ts';
import { filesOf } from '../settings/settings.ts';
import { createCrowd } from './crowd.ts';
import type { CurrentHooks } from '../hook-set/current-hooks.ts';
import type { Fire } from '../engine/engine.ts';
import { fire } from '../engine/engine.ts';
import type { FunctionPorts, FunctionWorld } from '../engine/fire-functions.ts';
import { fireFunctions, onlyFunctions } from '../engine/fire-functions.ts';
import type { Place } from '../engine/frame.ts';
import { outcomeOfFailure } from '../engine/own-failure.ts';
import type { Selected } from '../engine/hook-index.ts';
import type { Ports } from '../engine/ports.ts';
import type { DialectHooks } from '../engine/routes.ts';
import { routesOf } from '../engine/routes.ts';
import { explain } from '../hook-set/explain.ts';
import type { HookSet } from '../hook-set/hook-set.ts';
import { checkTrust } from '../hook-set/hook-set.ts';
import { hostHandlers } from './host-handlers.ts';
import { createHostHooks } from './host-hooks.ts';
import { listHooks } from '../hook-set/list-hooks.ts';
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
import { partOf } from './part-of.ts';
import { placeOf } from './place-of.ts';
import type { ProjectGate } from '../trust/hook-gate.ts';
import { createProjectGate } from '../trust/hook-gate.ts';
import { portsOf } from './ports-of.ts';
import { refold } from './refold.ts';
import { requestOf } from './request-of.ts';
import type { Recorder } from '../record/recorder.ts';
import { createRecorder, newDecision, recordFolderOf } from '../record/recorder.ts';
import type { Settings } from '../settings/settings.ts';
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
  readonly #crowd = createCrowd();
  readonly #host = createHostHooks(() => {
    this.#known = null;
  });
  readonly #ports: Ports & FunctionPorts;
  readonly #current: CurrentHooks;
  readonly #gate: ProjectGate;
  /** The hooks as they are now, with what was found out about them; null after a change. */
  #known: FunctionWorld | null = null;
  /** The end of everything, once it was asked for. */
  #closed: Promise<void> | null = null;
  /** Whether anything must be done once an outcome is there. */
  #tells = false;

  constructor(options: InternalOptions, settings: Settings, current: CurrentHooks) {
    this.#options = options;
    this.#settings = settings;
    this.#current = current;
    this.#place = placeOf(settings, options, current.get());
    current.onChange((set) => {
      this.#known = null;
      this.#place = placeOf(settings, options, set);
    });
    this.#recorder = createRecorder(options, settings);
    this.#handlers = hostHandlers(options, settings);
    this.#notices = createTrustNotices(settings.stateFolder, recordFolderOf(options, settings));
    this.#gate = createProjectGate(settings, () => current.get().state);
    const { run } = this.#handlers;
    this.#ports = portsOf(options, this.#recorder, this.#background, { run, gate: this.#gate });
  }

  /** An error of ours never lets an action pass: it becomes a refusal. */
  readonly fire = async (event: AnyEvent, options: InternalFireOptions = NO_OPTIONS): Promise<Outcome> => {
    this.#mustBeOpen('fire');
    checkFire(event, options);
    try {
      return await this.#decide(event, options);
    } catch (error) {
      return this.#refused(event, error);
    }
  };

  readonly #refused = (event: AnyEvent, error: unknown): Outcome => outcomeOfFailure(event, error, this.#settings.env);

  readonly #decide = async (event: AnyEvent, options: InternalFireOptions): Promise<Outcome> => {
    const refreshed = this.#current.refresh();
    if (refreshed !== null) await refreshed;
    checkTrust(this.#set);
    const world = this.#known ?? this.#look();
    const routes = world.routes(event.hook_event_name, options.point);
    const functions = onlyFunctions(routes, event, world.place);
    const news = this.#notices.atEvent(this.#set.project, event);
    const isPart = options.without !== undefined || options.only !== undefined;
    const isWhole = functions === null || isPart || news.length > 0;
    if (isWhole) return this.#fireAll(event, options, news);
    if (this.#recorder !== null) return this.#fireRecorded(this.#recorder, functions, event, options);
    const outcome = fireFunctions(functions, event, world, options.signal);
    return this.#tells ? Promise.resolve(outcome).then(this.#told) : outcome;
  };

  /** What took no waiting is written down when it is decided, by one call of the system. */
  #fireRecorded(
    recorder: Recorder,
    functions: readonly Selected[],
    event: AnyEvent,
    { signal }: InternalFireOptions,
  ): Promise<Outcome> {
    const decision = newDecision(event, this.#place);
    const ids = functions.map(({ armed }) => armed.hook.id);
    const outcome = fireFunctions(functions, event, this.#known ?? this.#look(), signal);
    if (!(outcome instanceof Promise)) {
      recorder.decided(decision, ids, outcome);
      return Promise.resolve(this.#told(outcome));
    }
    recorder.planned(decision, ids);
    return outcome.then((later) => {
      recorder.ended(decision, later);
      return this.#told(later);
    });
  }

  async #fireAll(event: AnyEvent, options: InternalFireOptions, news: readonly Diagnostic[]): Promise<Outcome> {
    const { signal, wait = false, point, background, ...part } = options;
    const decision = newDecision(event, this.#place);
    const turn = this.#crowd();
    if (turn !== null) await turn;
    const request: Fire = {
      ...decision,
      event,
      hooks: part.without === undefined && part.only === undefined ? this.#all() : partOf(this.#all(), part),
      point,
      place: this.#place,
      diagnostics: [...this.#set.diagnostics, ...news],
      wait,
      background,
      signal,
    };
    const outcome = await fire(request, this.#ports).catch((error: unknown) => this.#refused(event, error));
    this.#recorder?.ended(decision, outcome);
    return this.#told(outcome);
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

  readonly reload = async (options: ReloadOptions = {}): Promise<ReloadResult> => {
    this.#mustBeOpen('reload');
    checkReload(options);
    return this.#current.reload(options.after ?? 'asked');
  };

  readonly list = (): readonly ListedHook[] => listHooks(this.#all(), this.#gate);

  readonly explain = (event: AnyEvent): Explanation =>
    explain(event, this.#all(), { place: this.#place, diagnostics: this.#set.diagnostics, gate: this.#gate });

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

  async #letGo(): Promise<void> {
    await this.#background.close(CLOSE_GRACE_MS);
    await this.#handlers.close();
    this.#recorder?.close();
  }

  #mustBeOpen(call: 'fire' | 'on' | 'reload'): void {
    if (this.#closed !== null)
      throw new Error(`hooks.${call} was called after hooks.close: call createHooks again for a new set of hooks`);
  }

  get #set(): HookSet {
    return this.#current.get();
  }

  #all(): readonly DialectHooks[] {
    return (this.#known ?? this.#look()).hooks;
  }

  #look(): FunctionWorld {
    const hooks = [this.#host.current(), ...this.#set.hooks];
    const { diagnostics } = this.#set;
    this.#tells = this.#options.onMessage !== undefined || this.#host.hasPassing();
    this.#known = { hooks, routes: routesOf(hooks), place: this.#place, diagnostics, ports: this.#ports };
    return this.#known;
  }
}
