import { DIALECTS } from './dialects/index.ts';
import type { Place } from './engine/frame.ts';
import { isStartedByHook } from './engine/nesting.ts';
import type { HookSet } from './hook-set.ts';
import type { InternalOptions } from './model/index.ts';
import type { Settings } from './settings.ts';

/** The machine and project around all events, as long as the project is trusted, or not, as it is now. */
export const placeOf = (settings: Settings, options: InternalOptions, { project }: HookSet): Place => ({
  project: settings.project,
  home: settings.home,
  env: settings.env,
  platform: settings.platform,
  nonInteractive: options.nonInteractive ?? false,
  isInsideHook: isStartedByHook(settings.env, DIALECTS),
  canWake: options.onWake !== undefined,
  toolNames: options.toolNames ?? 'native',
  givenFirst: options.givenFirst ?? false,
  systems: DIALECTS,
  isProjectTrusted: options.trust === 'all' || project?.trusted === true,
});
