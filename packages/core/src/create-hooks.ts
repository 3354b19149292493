import { createAdmission } from './admission.ts';
import { DIALECTS } from './dialects/index.ts';
import type { Background } from './background-work.ts';
import { createBackground } from './background-work.ts';
import { filesOf } from './configuration-files.ts';
import type { Fire } from './engine/engine.ts';
import { fire } from './engine/engine.ts';
import type { FunctionPorts, FunctionWorld } from './engine/fire-functions.ts';
import { fireFunctions, onlyFunctions } from './engine/fire-functions.ts';
import type { Place } from './engine/frame.ts';
import type { Selected } from './engine/hook-index.ts';
import type { Ports } from './engine/ports.ts';
import { isStartedByHook } from './engine/nesting.ts';
import type { DialectHooks } from './engine/routes.ts';
import { routesOf } from './engine/routes.ts';
import { explain } from './explain.ts';
import { createHandlers } from './handlers/create-handlers.ts';
import { describeThrown, settleWithin } from './handlers/function.ts';
import type { HookSet } from './hook-set.ts';
import { loadHookSet } from './hook-set.ts';
import { createHostHooks } from './host-hooks.ts';
import { listHooks } from './list-hooks.ts';
import type {
  ConfigurationFile,
  Diagnostic,
  Explanation,
  FireOptions,
  Handlers,
  Hooks,
  HooksOptions,
  LifecycleEvent,
  ListedHook,
  Outcome,
  ReloadResult,
} from './model/index.ts';
import { newDecisionId } from './record/decision-id.ts';
import type { Decision, Recorder } from './recorder.ts';
import { createRecorder } from './recorder.ts';
import type { Settings } from './settings.ts';
import { settingsOf } from './settings.ts';
import { monotonicMs } from './text/clock.ts';

const CLOSE_GRACE_MS = 5000;

/** Loads the hooks of a project and makes them ready to fire. Never throws because of a hook or a hook file. */
export async function createHooks(options: HooksOptions = {}): Promise<Hooks> {
  const settings = settingsOf(options);
  return new ProjectHooks(options, settings, await loadHookSet(settings, options.trust ?? 'store', null));
}

/** Owns what a host must close: workers, background hooks, the record. */
class ProjectHooks implements Hooks {
  readonly #options: HooksOptions;
  readonly #settings: Settings;
  readonly #place: Place;
  readonly #recorder: Recorder | null;
  readonly #handlers: Handlers;
  readonly #background = createBackground();
  readonly #host = createHostHooks(() => {
    this.#known = null;
  });
  readonly #ports: Ports & FunctionPorts;
  #set: HookSet;
  /** The hooks as they are now, with what was found out about them; null after a change. */
  #known: FunctionWorld | null = null;
  /** Whether anything must be done once an outcome is there. */
  #tells = false;

  constructor(options: HooksOptions, settings: Settings, set: HookSet) {
    this.#options = options;
    this.#settings = settings;
    this.#set = set;
    this.#place = placeOf(settings, options);
    this.#recorder = createRecorder(options.record ?? true, settings);
    this.#handlers = createHandlers(options);
    this.#ports = portsOf(options, this.#recorder, this.#background, this.#handlers.run);
  }

  readonly fire = (event: LifecycleEvent, options: FireOptions = NO_OPTIONS): Promise<Outcome> => {
    try {
      const world = this.#known ?? this.#look();
      const routes = world.routes(event.hook_event_name, options.point);
      const functions = onlyFunctions(routes, event, world.place);
      if (functions === null || options.without !== undefined) return this.#fireAll(event, options);
      if (this.#recorder !== null) return this.#fireRecorded(this.#recorder, functions, event, options);
      const outcome = fireFunctions(functions, event, world, options.signal);
      if (this.#tells) return Promise.resolve(outcome).then(this.#told);
      return outcome instanceof Promise ? outcome : Promise.resolve(outcome);
    } catch (error) {
      return Promise.reject(error);
    }
  };

  /** What took no waiting is written down when it is decided, by one call of the system. */
  #fireRecorded(
    recorder: Recorder,
    functions: readonly Selected[],
    event: LifecycleEvent,
    { signal }: FireOptions,
  ): Promise<Outcome> {
    const decision = decisionOn(event, this.#place);
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

  async #fireAll(
    event: LifecycleEvent,
    { signal, wait = false, point, without = NOBODY }: FireOptions,
  ): Promise<Outcome> {
    const decision = decisionOn(event, this.#place);
    const request: Fire = {
      ...decision,
      hooks: without.length === 0 ? this.#all() : this.#all().filter(({ dialect }) => !without.includes(dialect.id)),
      point,
      place: this.#place,
      diagnostics: this.#set.diagnostics,
      wait,
      signal,
    };
    const outcome = await fire(request, this.#ports);
    this.#recorder?.ended(decision, outcome);
    return this.#told(outcome);
  }

  readonly #told = (outcome: Outcome): Outcome => {
    this.#host.forgetSpent(outcome);
    if (this.#options.onMessage !== undefined) outcome.messages.forEach(this.#options.onMessage);
    return outcome;
  };

  readonly on = this.#host.add;

  readonly reload = async (): Promise<ReloadResult> => {
    const next = await loadHookSet(this.#settings, this.#options.trust ?? 'store', this.#set);
    const applied = !isWorse(next, this.#set);
    this.#set = applied ? next : { ...this.#set, diagnostics: next.diagnostics };
    this.#known = null;
    return { applied, diagnostics: next.diagnostics };
  };

  readonly list = (): readonly ListedHook[] => listHooks(this.#all());

  readonly explain = (event: LifecycleEvent): Explanation =>
    explain(event, this.#all(), this.#place, this.#set.diagnostics);

  get diagnostics(): readonly Diagnostic[] {
    return this.#set.diagnostics;
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

  get project(): Hooks['project'] {
    return this.#set.project;
  }

  readonly close = async (): Promise<void> => {
    await this.#background.close(CLOSE_GRACE_MS);
    await this.#handlers.close();
    this.#recorder?.close();
  };

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

/** A reload that a dialect rejects as a whole changes nothing, nor does one that would switch trusted guards off. */
const isWorse = (next: HookSet, now: HookSet): boolean =>
  next.rejected.some((id) => !now.rejected.includes(id)) ||
  (now.project?.trusted === true && next.project?.trusted === false);

const NO_OPTIONS: FireOptions = {};
const NOBODY: readonly string[] = [];

const decisionOn = (event: LifecycleEvent, place: Place): Decision => ({
  decisionId: newDecisionId(),
  event,
  place,
  startedMs: monotonicMs(),
});

const placeOf = (settings: Settings, options: HooksOptions): Place => ({
  project: settings.project,
  home: settings.home,
  env: settings.env,
  platform: settings.platform,
  nonInteractive: options.nonInteractive ?? false,
  isInsideHook: isStartedByHook(settings.env, DIALECTS),
  canWake: options.onWake !== undefined,
  toolNames: options.toolNames ?? 'given',
});

function portsOf(
  options: HooksOptions,
  recorder: Recorder | null,
  background: Background,
  run: Ports['run'],
): Ports & FunctionPorts {
  const seen = new Set<string>();
  return {
    run,
    admit: createAdmission(),
    settle: settleWithin,
    describeThrown,
    now: () => new Date(),
    isFirst: (key) => !seen.has(key) && seen.add(key).has(key),
    onStart: options.onStart,
    onDebug: options.onDebug,
    onWake: options.onWake,
    onContext: options.onContext,
    onMessage: options.onMessage,
    detach: options.detach,
    onPlanned: (request, hooks) => recorder?.planned(request, hooks),
    onBackgroundEnd: (decisionId, ended) => recorder?.backgroundEnded(decisionId, ended),
    keep: background.keep,
    get closing() {
      return background.closing;
    },
  };
}
