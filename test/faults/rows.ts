import type { Row } from './row.ts';
import { CLAIM_ROWS, ENTRY_ROWS, FILE_ROWS, RECORD_TEXT_ROWS, SPOILT_ROWS } from './rows/configuration.ts';
import { MODEL_ROWS } from './rows/models.ts';
import { DNS_ROWS, HTTP_ROWS } from './rows/network.ts';
import { TRUST_ROWS, UNTRUSTED_ROWS } from './rows/trust.ts';
import { RECURSION_ROWS } from './rows/together.ts';
import { MODULE_ROWS, PYTHON_ROWS } from './rows/workers.ts';
import { CLOCK_AHEAD_ROWS, CLOCK_BACK_ROWS, PROCESS_ROWS, TIMEOUT_ROWS } from './rows/process.ts';
import { FLOOD_ROWS, PROTOCOL_ROWS } from './rows/protocol.ts';
import { SHORTAGE_ROWS, START_ROWS } from './rows/start.ts';

/** The rows of faults.md that are a matter of one hook, in the groups in which they can be run. */
export const ROWS = {
  timeouts: TIMEOUT_ROWS,
  process: PROCESS_ROWS,
  clockAhead: CLOCK_AHEAD_ROWS,
  clockBack: CLOCK_BACK_ROWS,
  protocol: PROTOCOL_ROWS,
  floods: FLOOD_ROWS,
  start: START_ROWS,
  shortages: SHORTAGE_ROWS,
  configuration: [...SPOILT_ROWS, ...ENTRY_ROWS, ...FILE_ROWS, ...CLAIM_ROWS, ...RECORD_TEXT_ROWS],
  trust: [...TRUST_ROWS, ...UNTRUSTED_ROWS],
  http: HTTP_ROWS,
  dns: DNS_ROWS,
  models: MODEL_ROWS,
  python: PYTHON_ROWS,
  modules: MODULE_ROWS,
  recursion: RECURSION_ROWS,
} as const satisfies Readonly<Record<string, readonly Row[]>>;
