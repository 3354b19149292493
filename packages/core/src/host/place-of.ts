import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import type { Place } from '../engine/frame.ts';
import { isStartedByHook } from '../engine/nesting.ts';
import type { HookSet } from '../hook-set/hook-set.ts';
import type { InternalOptions } from '../model/index.ts';
import type { Settings } from '../settings/settings.ts';

/** The machine and project around all events, as long as the project is trusted, or not, as it is now. */
export const placeOf = (settings: Settings, options: InternalOptions, { project }: HookSet): Place => ({
  project: settings.project,
  home: settings.home,
  env: withPrivateBytecode(settings),
  platform: settings.platform,
  nonInteractive: options.nonInteractive ?? false,
  isInsideHook: isStartedByHook(settings.env, settings.systems),
  canWake: options.onWake !== undefined,
  toolNames: options.toolNames ?? 'native',
  givenFirst: options.givenFirst ?? false,
  systems: settings.systems,
  isProjectTrusted: options.trust === 'all' || project?.trusted === true,
});

/**
 * Python runs what stands in `__pycache__` beside a module instead of the module, so that a file there could pose as one that is
 * trusted: hooks keep theirs in the user's state folder, unless the user has chosen another one. Where there is no such folder yet,
 * python must not make it, since others might be able to write to it then.
 */
function withPrivateBytecode({ env, stateFolder }: Settings): Settings['env'] {
  const chosen = env['PYTHONPYCACHEPREFIX'] ?? '';
  if (chosen !== '') return env;
  return { ...env, PYTHONPYCACHEPREFIX: existsSync(stateFolder) ? join(stateFolder, 'pycache') : devNull };
}
