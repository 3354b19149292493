import { DIALECTS, type ManagedPolicy, policyFolderIn, readPolicy, systemPolicyFolders } from '@hookline/core/internal';
import { homedir } from 'node:os';

/** The policies that say how a record is shipped: the administrator's first, then the one of the state folder. Throws where one cannot be read. */
export function policiesHere(stateFolder: string): readonly ManagedPolicy[] {
  const { env, platform } = process;
  const folders = [...systemPolicyFolders({ env, home: homedir(), platform }), policyFolderIn(stateFolder)];
  return folders.flatMap((folder) => readPolicy(folder, DIALECTS)?.policy ?? []);
}
