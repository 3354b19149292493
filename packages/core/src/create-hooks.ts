import { CurrentHooks } from './hook-set/current-hooks.ts';
import type { Hooks, HooksOptions, InternalHooks, InternalOptions } from './model/index.ts';
import { checkOptions } from './options/check-options.ts';
import { HOOKS_OPTIONS, INTERNAL_OPTIONS } from './options/rules.ts';
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
  return new ProjectHooks(options, settings, await CurrentHooks.open(settings, options.trust ?? 'store'));
}
