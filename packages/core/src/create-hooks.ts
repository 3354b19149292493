import type { DialectHooks } from './engine/engine.ts';
import { fire } from './engine/engine.ts';
import type { Place } from './engine/frame.ts';
import type { Ports } from './engine/ports.ts';
import { explain } from './explain.ts';
import { createHandlers } from './handlers/create-handlers.ts';
import type { HookSet } from './hook-set.ts';
import { loadHookSet } from './hook-set.ts';
import { createHostHooks } from './host-hooks.ts';
import { listHooks } from './list-hooks.ts';
import type { FireOptions, Hooks, HooksOptions, LifecycleEvent, Outcome, ReloadResult } from './model/index.ts';
import { EVENT_NAMES } from './model/index.ts';
import type { Recorder } from './recorder.ts';
import { createRecorder } from './recorder.ts';
import type { Settings } from './settings.ts';
import { settingsOf } from './settings.ts';

const CLOSE_GRACE_MS = 5000;

/** Loads the hooks of a project and makes them ready to fire. Never throws because of a hook or a hook file. */
export async function createHooks(options: HooksOptions = {}): Promise<Hooks> {
  const settings = settingsOf(options);
  const trust = options.trust ?? 'store';
  const recorder = createRecorder(options.record ?? true, settings);
  const handlers = createHandlers(options);
  const background = createBackground();
  const host = createHostHooks();
  const place = placeOf(settings, options);
  const ports = portsOf(options, recorder, background, handlers.run);
  let set = await loadHookSet(settings, trust, null);
  const all = (): readonly DialectHooks[] => [host.current(), ...set.hooks];

  const fireEvent = async (event: LifecycleEvent, { signal, wait = false }: FireOptions = {}): Promise<Outcome> => {
    checkEvent(event);
    const decisionId = recorder.newDecisionId();
    const request = { event, hooks: all(), place, diagnostics: set.diagnostics, wait, signal, decisionId };
    recorder.started(request);
    const outcome = await fire(request, ports);
    recorder.ended(request, outcome);
    host.forgetSpent(outcome);
    if (options.onMessage !== undefined) outcome.messages.forEach(options.onMessage);
    return outcome;
  };
  const reload = async (): Promise<ReloadResult> => {
    const next = await loadHookSet(settings, trust, set);
    const applied = !isWorse(next, set);
    set = applied ? next : { ...set, diagnostics: next.diagnostics };
    return { applied, diagnostics: next.diagnostics };
  };
  return {
    fire: fireEvent,
    on: host.add,
    reload,
    list: () => listHooks(all()),
    explain: (event) => explain(checkEvent(event), all(), place, set.diagnostics),
    get diagnostics() {
      return set.diagnostics;
    },
    get entries() {
      return set.entries;
    },
    get rejected() {
      return set.rejected;
    },
    get project() {
      return set.project;
    },
    close: async () => {
      await background.close(CLOSE_GRACE_MS);
      await handlers.close();
      recorder.close();
    },
  };
}

/** A reload that a dialect rejects as a whole changes nothing. */
const isWorse = (next: HookSet, now: HookSet): boolean => next.rejected.some((id) => !now.rejected.includes(id));

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
  canWake: options.onWake !== undefined,
});

function portsOf(options: HooksOptions, recorder: Recorder, background: Background, run: Ports['run']): Ports {
  const seen = new Set<string>();
  return {
    run,
    now: () => new Date(),
    isFirst: (key) => !seen.has(key) && seen.add(key).has(key),
    onDebug: options.onDebug,
    onWake: options.onWake,
    onContext: options.onContext,
    onMessage: options.onMessage,
    detach: options.detach,
    onBackgroundEnd: recorder.backgroundEnded,
    keep: background.keep,
    closing: background.closing,
  };
}

/** Work that nobody waits for, held so that it can be waited for or ended after all. */
interface Background {
  readonly keep: (work: Promise<unknown>) => void;
  readonly closing: AbortSignal;
  readonly close: (graceMs: number) => Promise<void>;
}

function createBackground(): Background {
  const running = new Set<Promise<unknown>>();
  const controller = new AbortController();
  const keep = (work: Promise<unknown>): void => {
    const held = work.finally(() => running.delete(held));
    running.add(held);
  };
  const close = async (graceMs: number): Promise<void> => {
    const timer = setTimeout(() => controller.abort(), graceMs);
    await Promise.allSettled(running);
    clearTimeout(timer);
  };
  return { keep, closing: controller.signal, close };
}
