import { asHook } from '../engine/nesting.ts';
import type { ModelFunctions, StartOptions } from '../handlers/create-handlers.ts';
import { createHandlers } from '../handlers/create-handlers.ts';
import type { Handlers, InternalOptions } from '../model/index.ts';
import type { Settings } from '../settings/settings.ts';
import { hostPresence } from '../trust/live-hosts.ts';

type HandlerOptions = ModelFunctions & StartOptions & Pick<InternalOptions, 'startsTools'>;

/**
 * The runners of all handler kinds, in a process that is on file as a host from the first program on that it starts. What a model
 * function of the host fires is known to come from within a hook.
 */
export function hostHandlers(options: HandlerOptions, { stateFolder }: Settings): Handlers {
  const presence = hostPresence(stateFolder);
  if (options.startsTools === true) presence.enter();
  const { model, agent } = options;
  return createHandlers({
    ...options,
    presence,
    model: model === undefined ? undefined : (...asked) => asHook(() => model(...asked)),
    agent: agent === undefined ? undefined : (...asked) => asHook(() => agent(...asked)),
  });
}
