import { existsSync } from 'node:fs';
import { devNull, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Place } from '../engine/frame.ts';
import { asHook, isStartedByHook } from '../engine/nesting.ts';
import type { Ports } from '../engine/ports.ts';
import type { HostFunctions, StartOptions } from '../handlers/create-handlers.ts';
import { createHandlers } from '../handlers/create-handlers.ts';
import type { HookSet } from '../hook-set/hook-set.ts';
import type { Handlers, HookSaid, InternalOptions } from '../model/index.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Settings } from '../settings/settings.ts';
import { hostPresence } from '../trust/live-hosts.ts';
import { fileText } from './file-text.ts';
import { forManyHooks } from './for-many-hooks.ts';
import { sessionFilesIn, sessionVariables } from './session-files.ts';
import { createThrottle } from './throttle.ts';

/** The machine and project of all events, for as long as the project's trust does not change. */
export const placeOf = (settings: Settings, options: InternalOptions, { project }: HookSet): Place => ({
  project: settings.project,
  home: settings.home,
  env: withPrivateBytecode(settings),
  platform: settings.platform,
  nonInteractive: options.nonInteractive ?? false,
  accountShell: accountShell(),
  isInsideHook: isStartedByHook(settings.env, settings.systems),
  canWake: options.onWake !== undefined,
  toolNames: options.toolNames ?? 'native',
  givenFirst: options.givenFirst ?? false,
  systems: settings.systems,
  fileText,
  sessionVariables: sessionVariables(settings.stateFolder),
  sessionFiles: sessionFilesIn(settings.stateFolder),
  isProjectTrusted: options.trust === 'all' || project?.trusted === true,
  // Each fire sets its own value here: setting an existing key is much faster than adding one.
  slow: undefined,
});

/** The login shell of the password database; plain sh where there is none. */
function accountShell(): string {
  try {
    return userInfo().shell || '/bin/sh';
  } catch {
    return '/bin/sh';
  }
}

/**
 * Python runs a file in `__pycache__` beside a module instead of the module, so a file there could replace a trusted
 * one: hooks keep theirs in the user's state folder, unless the user has chosen another one. Where that folder does
 * not exist yet, python must not create it, since others might be able to write to it then.
 */
function withPrivateBytecode({ env, stateFolder }: Settings): Settings['env'] {
  const chosen = env['PYTHONPYCACHEPREFIX'] ?? '';
  if (chosen !== '') return env;
  return { ...env, PYTHONPYCACHEPREFIX: existsSync(stateFolder) ? join(stateFolder, 'pycache') : devNull };
}

/** The engine's ports, made from a host's options and the runners of its hooks. */
export function portsOf(
  options: InternalOptions,
  recorder: Recorder | null,
  background: Background,
  { run, gate }: Pick<Ports, 'run' | 'gate'>,
): Ports {
  const seen = new Set<string>();
  return {
    run,
    gate,
    takePlace: createThrottle(),
    now: () => new Date(),
    isFirst: (key) => !seen.has(key) && seen.add(key).has(key),
    onStart: options.onStart,
    onDebug: options.onDebug,
    onSaid: said(options, recorder),
    onWake: options.onWake,
    onContext: options.onContext,
    onMessage: options.onMessage,
    detach: options.detach,
    onPlanned: recorder === null ? undefined : tellPlanned(recorder),
    unrecorded: recorder?.refusal,
    onDoubt: (decisionId, hook, why) => recorder?.note(decisionId, `${hook.id} was started, but ${why}`),
    onBackgroundEnd: (decisionId, run, ending) => recorder?.backgroundEnded(decisionId, run, ending),
    keep: background.keep,
    get closing() {
      return background.closing;
    },
  };
}

/** Events that only functions of the host decide are mostly decided synchronously. */
const tellPlanned =
  ({ planned }: Recorder): NonNullable<Ports['onPlanned']> =>
  (request, hooks) =>
    planned(
      request,
      hooks.map(({ id }) => id),
      hooks.every(({ handler }) => handler.kind === 'function'),
    );

/** The record keeps how hooks ended that are waited for; a host receives each answer. */
function said({ onSaid }: InternalOptions, recorder: Recorder | null): Ports['onSaid'] {
  const tell = onSaid === undefined ? undefined : tellSaid(onSaid);
  if (recorder === null) return tell;
  return (each) => {
    const { decisionId, step, report } = each;
    if (!step.background) recorder.ran(decisionId, step.hook.id, report.ending);
    tell?.(each);
  };
}

/** Reports a hook's answer to a host, without terms of the engine. */
export const tellSaid =
  (tell: (said: HookSaid) => void): NonNullable<Ports['onSaid']> =>
  ({ step: { hook, background, shadow }, saw, verdict, report }) =>
    tell({ id: hook.id, dialect: hook.dialect, background, shadow: shadow === true, saw, verdict, report });

type HandlerOptions = HostFunctions & StartOptions & Pick<InternalOptions, 'startsTools'>;

/**
 * The runners of all handler kinds, in a process that is registered as a host from the first program that it starts.
 * What such a function of the host fires is recognized as coming from within a hook.
 */
export function hostHandlers(options: HandlerOptions, settings: Settings): Handlers {
  const presence = hostPresence(settings.stateFolder);
  if (options.startsTools === true) presence.enter();
  const { model, agent, mcpTool } = options;
  return createHandlers({
    ...options,
    presence,
    openCentral: async () => (await import('../central/central.ts')).createCentral(settings),
    model: model === undefined ? undefined : (...asked) => asHook(() => model(...asked)),
    agent: agent === undefined ? undefined : (...asked) => asHook(() => agent(...asked)),
    mcpTool: mcpTool === undefined ? undefined : (...asked) => asHook(() => mcpTool(...asked)),
  });
}

/** Work that nothing waits for, tracked so that it can be waited for or stopped after all. */
export interface Background {
  readonly keep: (work: Promise<unknown>) => void;
  readonly closing: AbortSignal;
  readonly close: (graceMs: number) => Promise<void>;
}

/** Starts with nothing tracked. */
export function createBackground(): Background {
  const running = new Set<Promise<unknown>>();
  let controller: AbortController | undefined; // rarely needed, and the first one of a process takes a while
  const made = (): AbortController => {
    if (controller !== undefined) return controller;
    controller = new AbortController();
    forManyHooks(controller.signal);
    return controller;
  };
  const keep = (work: Promise<unknown>): void => {
    const held = work.finally(() => running.delete(held));
    running.add(held);
  };
  const close = async (graceMs: number): Promise<void> => {
    const timer = setTimeout(() => made().abort(), graceMs);
    await Promise.allSettled(running);
    clearTimeout(timer);
  };
  return {
    keep,
    get closing() {
      return made().signal;
    },
    close,
  };
}
