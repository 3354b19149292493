import type { FaultDialect } from './dialect.ts';
import { agentHooks } from './dialects/agent-hooks.ts';
import { kode } from './dialects/kode.ts';
import { kolega } from './dialects/kolega.ts';
import { polytoken } from './dialects/polytoken.ts';
import { qoder } from './dialects/qoder.ts';

/** Every dialect with an event that can be stopped and one that cannot, and what faults do on each. */
export const FAULT_DIALECTS: readonly FaultDialect[] = [kolega, agentHooks, qoder, kode, polytoken];
