import { CurrentHooks } from './hook-set/current-hooks.ts';
import { followFiles } from './hook-set/followed-files.ts';
import type { Hooks, HooksOptions, InternalHooks, InternalOptions } from './model/index.ts';
import { checkOptions } from './options/check-options.ts';
import { HOOKS_OPTIONS, INTERNAL_OPTIONS } from './options/rules.ts';
import { withSafeCallbacks } from './host/host-callbacks.ts';
import { ProjectHooks } from './host/project-hooks.ts';
import { settingsOf } from './settings/settings.ts';

/**
 * Loads the hooks of a project and makes them ready to fire: its own, if it is trusted, and those of the user, in
 * every hook system. Rejects with a TypeError for a wrong option, never because of a hook or a hook file; problems of
 * those are in `diagnostics`. Call `close` in the end.
 */
export async function createHooks(options: HooksOptions = {}): Promise<Hooks> {
  checkOptions('createHooks', options, HOOKS_OPTIONS);
  return openHooks(options);
}

/** The same with what only the packages of this repository use. */
export async function openHooks(options: InternalOptions = {}): Promise<InternalHooks> {
  checkOptions('createHooks', options, INTERNAL_OPTIONS, Object.keys(HOOKS_OPTIONS));
  const settings = settingsOf(options);
  return new ProjectHooks(
    withSafeCallbacks(options),
    settings,
    await CurrentHooks.open(settings, options.trust ?? 'store'),
  );
}

/** Hooks that can be used for one event after another. */
export interface FollowedHooks {
  readonly hooks: InternalHooks;
  /** Whether new ones would be the same: no file that they were read from has changed, nor what decides about trust. */
  readonly areCurrent: () => boolean;
}

/** The same as `openHooks`, for who would open them again at every event. */
export async function openFollowedHooks(options: InternalOptions): Promise<FollowedHooks> {
  checkOptions('createHooks', options, INTERNAL_OPTIONS, Object.keys(HOOKS_OPTIONS));
  const followed = followFiles(settingsOf(options));
  const current = await CurrentHooks.open(followed.settings, options.trust ?? 'store');
  return {
    hooks: new ProjectHooks(withSafeCallbacks(options), followed.settings, current),
    areCurrent: () => followed.areSame(current),
  };
}
