import { showTrust } from '@hookline/core/internal';
import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';

/** Where a guard runs, and the project in question. */
export interface TrustQuestion {
  readonly project: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** The file that the guard runs from. */
  readonly program: string;
}

/** Whether a person has trusted the project; false whenever that is unknown. Starts nothing and writes nothing. */
export async function isProjectTrusted({ project, home, env, program }: TrustQuestion): Promise<boolean> {
  try {
    const root = await realpath(project);
    // A guard inside the project is one of its hooks, and these run only where the project is trusted; in the home
    // folder it may be one of the user's.
    if (root !== (await realpath(home)) && (await realpath(program)).startsWith(root + sep)) return true;
    const { already, problem } = await showTrust({ project: root, home, env });
    return already && problem === null;
  } catch {
    return false;
  }
}
