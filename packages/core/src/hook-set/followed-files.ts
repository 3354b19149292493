import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { settingsFile } from '../settings/own-folders.ts';
import type { Settings } from '../settings/settings.ts';
import { stampPlaces } from '../trust/definition-places.ts';
import { folderProblem } from '../trust/private-files.ts';
import { recordReads } from '../trust/recorded-reads.ts';
import { areUnchanged } from '../trust/stamps/file-stamps.ts';
import { stateInsideProblem } from '../trust/state-inside-project.ts';
import { openTrustStore } from '../trust/store.ts';
import type { CurrentHooks } from './current-hooks.ts';

/** All that a set of hooks is read from, so that it can be seen later whether it would be read the same again. */
export interface FollowedFiles {
  /** With these the hooks must be read. */
  readonly settings: Settings;
  /** Whether hooks that were read with these settings are those that a new reader would get. */
  readonly areSame: (current: CurrentHooks) => boolean;
}

/** Must be called before anything is read. */
export function followFiles(settings: Settings): FollowedFiles {
  const reads = recordReads();
  const store = openTrustStore(settings.stateFolder).folderOf(settings.project);
  const places = stampPlaces(settings, store);
  const keyFile = settings.env['HOOKLINE_RECORD_KEY_FILE'] ?? '';
  for (const file of [settingsFile(settings), keyFile]) if (file !== '') reads.files.read(file, null);
  const around = aroundOf(settings, store);
  // Where a project has hooks, they are compared with its files before each event.
  const isProjectSame = (current: CurrentHooks): boolean =>
    current.get().state.places.length > 0 || areUnchanged(places);
  return {
    settings: { ...settings, otherFiles: reads.files },
    areSame: (current) => isProjectSame(current) && reads.areSame() && aroundOf(settings, store) === around,
  };
}

/** What is said about hookline's own folders wherever trust is read. */
const aroundOf = (settings: Settings, store: string): string =>
  JSON.stringify([
    stateInsideProblem(settings.stateFolder, settings.project, settings.home),
    openTrustStore(settings.stateFolder).folderOf(settings.project) === store,
    existsSync(settings.stateFolder),
    ...[settings.stateFolder, dirname(store), store, dirname(settingsFile(settings))].map(folderProblem),
  ]);
