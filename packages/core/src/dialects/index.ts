import type { Dialect } from '../model/index.ts';
import { agentHooks } from './agent-hooks.ts';
import { host } from './host.ts';
import { kode } from './kode.ts';
import { kolega } from './kolega.ts';
import { polytoken } from './polytoken.ts';
import { qoder } from './qoder.ts';

/** Every dialect that hookline speaks, in the order in which they run. */
export const DIALECTS: readonly Dialect[] = [kolega, agentHooks, qoder, kode, polytoken];

export { host };
