import { createThrottle } from './throttle.ts';
import type { Background } from './background-work.ts';
import type { Ports } from '../engine/ports.ts';
import type { HookSaid, InternalOptions } from '../model/index.ts';
import type { Recorder } from '../record/recorder.ts';

/** What the engine needs of the world, made of a host's options and what runs its hooks. */
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
    onSaid: options.onSaid === undefined ? undefined : tellSaid(options.onSaid),
    onWake: options.onWake,
    onContext: options.onContext,
    onMessage: options.onMessage,
    detach: options.detach,
    onPlanned: recorder === null ? undefined : tellPlanned(recorder),
    onDoubt: (decisionId, hook, why) => recorder?.note(decisionId, `${hook.id} was started, but ${why}`),
    onBackgroundEnd: (decisionId, ended) => recorder?.backgroundEnded(decisionId, ended),
    keep: background.keep,
    get closing() {
      return background.closing;
    },
  };
}

/** What only functions of the host decide is mostly decided at once. */
const tellPlanned =
  ({ planned }: Recorder): NonNullable<Ports['onPlanned']> =>
  (request, hooks) =>
    planned(
      request,
      hooks.map(({ id }) => id),
      hooks.every(({ handler }) => handler.kind === 'function'),
    );

/** Tells a host what a hook said, in words that do not speak of the engine. */
export const tellSaid =
  (tell: (said: HookSaid) => void): NonNullable<Ports['onSaid']> =>
  ({ step: { hook, background, shadow }, saw, verdict, report }) =>
    tell({ id: hook.id, dialect: hook.dialect, background, shadow: shadow === true, saw, verdict, report });
