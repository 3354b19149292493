import type { Dialect } from '../model/index.ts';
import { agentHooks } from './agent-hooks/table.ts';
import { host } from './host/table.ts';
import { kode } from './kode/table.ts';
import { kolega } from './kolega/table.ts';
import { polytoken } from './polytoken/table.ts';
import { qoder } from './qoder/table.ts';

/** Every dialect that hookline speaks, in the order in which they run. */
export const DIALECTS: readonly Dialect[] = [kolega, agentHooks, qoder, kode, polytoken];

export { host };
