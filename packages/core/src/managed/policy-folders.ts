import { join } from 'node:path';
import { resolveBased } from '../load/resolve-based.ts';
import type { BasedPath } from '../model/index.ts';
import { stateFolder } from '../settings/own-folders.ts';
import type { Settings } from '../settings/settings.ts';

/** Where an administrator puts a policy that no user can change. */
const SYSTEM: BasedPath = {
  bases: [
    { from: 'system', path: '/etc/hookline', on: 'linux' },
    { from: 'system', path: '/Library/Application Support/hookline', on: 'darwin' },
    { from: 'system', path: String.raw`C:\ProgramData\hookline`, on: 'win32' },
  ],
  path: 'policy',
};

/** The folder of policies in a state folder. */
export const policyFolderIn = (state: string): string => join(state, 'fleet', 'policy');

/** What policies are found by. */
export type PolicyPlace = Pick<Settings, 'env' | 'home' | 'platform' | 'accountHome' | 'stateFolder'>;

/**
 * Every folder that may hold a policy. The policies of all of them are in force: the environment can add a folder, and
 * cannot take away those of the system and of the account.
 */
export function policyFolders(place: PolicyPlace): readonly string[] {
  const system = systemPolicyFolders(place);
  const states = [stateFolder({}, place.accountHome, place.platform), place.stateFolder];
  return [...new Set([...system, ...states.map(policyFolderIn)])];
}

/** Those of them that are an administrator's. */
export function systemPolicyFolders(place: Pick<PolicyPlace, 'env' | 'home' | 'platform'>): readonly string[] {
  const here = { ...place, project: '', stateDir: null, plugins: [] };
  const found = [{ ...here, env: {} }, here].flatMap((each) => resolveBased(SYSTEM, each)?.path ?? []);
  return [...new Set(found)];
}
