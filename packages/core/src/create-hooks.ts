import { DIALECTS } from './dialects/index.ts';
import type { Background } from './background-work.ts';
import { createBackground } from './background-work.ts';
import type { DialectHooks, Fire } from './engine/engine.ts';
import { atPoint, fire } from './engine/engine.ts';
import type { Place } from './engine/frame.ts';
import type { Ports } from './engine/ports.ts';
import { isStartedByHook } from './engine/nesting.ts';
import { explain } from './explain.ts';
import { createHandlers } from './handlers/create-handlers.ts';
import type { HookSet } from './hook-set.ts';
import { loadHookSet } from './hook-set.ts';
import { createHostHooks } from './host-hooks.ts';
import { listHooks } from './list-hooks.ts';
import { locationsOf } from './load/discover.ts';
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
import { EVENT_NAMES } from './model/index.ts';
import type { Recorder } from './recorder.ts';
import { createRecorder } from './recorder.ts';
import type { Settings } from './settings.ts';
import { settingsOf } from './settings.ts';

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
  readonly #recorder: Recorder;
  readonly #handlers: Handlers;
  readonly #background = createBackground();
  readonly #host = createHostHooks();
  readonly #ports: Ports;
  #set: HookSet;

  constructor(options: HooksOptions, settings: Settings, set: HookSet) {
    this.#options = options;
    this.#settings = settings;
    this.#set = set;
    this.#place = placeOf(settings, options);
    this.#recorder = createRecorder(options.record ?? true, settings);
    this.#handlers = createHandlers(options);
    this.#ports = portsOf(options, this.#recorder, this.#background, this.#handlers.run);
  }

  readonly fire = async (
    event: LifecycleEvent,
    { signal, wait = false, point, without = [] }: FireOptions = {},
  ): Promise<Outcome> => {
    const request: Fire = {
      event: checkEvent(event),
      hooks: atPoint(this.#all(), event, point).filter(({ dialect }) => !without.includes(dialect.id)),
      place: this.#place,
      diagnostics: this.#set.diagnostics,
      wait,
      signal,
      decisionId: this.#recorder.newDecisionId(),
    };
    const outcome = await fire(request, this.#ports);
    this.#recorder.ended(request, outcome);
    this.#host.forgetSpent(outcome);
    if (this.#options.onMessage !== undefined) outcome.messages.forEach(this.#options.onMessage);
    return outcome;
  };

  readonly on = this.#host.add;

  readonly reload = async (): Promise<ReloadResult> => {
    const next = await loadHookSet(this.#settings, this.#options.trust ?? 'store', this.#set);
    const applied = !isWorse(next, this.#set);
    this.#set = applied ? next : { ...this.#set, diagnostics: next.diagnostics };
    return { applied, diagnostics: next.diagnostics };
  };

  readonly list = (): readonly ListedHook[] => listHooks(this.#all());

  readonly explain = (event: LifecycleEvent): Explanation =>
    explain(checkEvent(event), this.#all(), this.#place, this.#set.diagnostics);

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
    this.#recorder.close();
  };

  #all(): readonly DialectHooks[] {
    return [this.#host.current(), ...this.#set.hooks];
  }
}

/** A reload that a dialect rejects as a whole changes nothing, nor does one that would switch trusted guards off. */
const isWorse = (next: HookSet, now: HookSet): boolean =>
  next.rejected.some((id) => !now.rejected.includes(id)) ||
  (now.project?.trusted === true && next.project?.trusted === false);

const filesOf = (settings: Settings): readonly ConfigurationFile[] =>
  settings.dialects.flatMap((dialect) =>
    locationsOf(dialect, settings).map(({ file, scope }) => ({ path: file, dialect: dialect.id, scope })),
  );

function checkEvent(event: LifecycleEvent): LifecycleEvent {
  if (!EVENT_NAMES.includes(event.hook_event_name))
    throw new TypeError(`unknown event "${String(event.hook_event_name)}"`);
  return event;
}

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

function portsOf(options: HooksOptions, recorder: Recorder, background: Background, run: Ports['run']): Ports {
  const seen = new Set<string>();
  return {
    run,
    now: () => new Date(),
    isFirst: (key) => !seen.has(key) && seen.add(key).has(key),
    onStart: options.onStart,
    onDebug: options.onDebug,
    onWake: options.onWake,
    onContext: options.onContext,
    onMessage: options.onMessage,
    detach: options.detach,
    onPlanned: recorder.planned,
    onBackgroundEnd: recorder.backgroundEnded,
    keep: background.keep,
    get closing() {
      return background.closing;
    },
  };
}
