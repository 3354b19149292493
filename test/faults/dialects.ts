import type { FaultDialect } from './dialect.ts';
import { agentHooks } from '../../packages/core/src/dialects/agent-hooks/faults.ts';
import { kode } from '../../packages/core/src/dialects/kode/faults.ts';
import { kolega } from '../../packages/core/src/dialects/kolega/faults.ts';
import { polytoken } from '../../packages/core/src/dialects/polytoken/faults.ts';
import { qoder } from '../../packages/core/src/dialects/qoder/faults.ts';

/** Every dialect with an event that can be stopped and one that cannot, and what faults do on each. */
export const FAULT_DIALECTS: readonly FaultDialect[] = [kolega, agentHooks, qoder, kode, polytoken];
