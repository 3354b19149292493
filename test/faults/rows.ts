import type { Row } from './row.ts';
import { PROCESS_ROWS, TIMEOUT_ROWS } from './rows/process.ts';
import { FLOOD_ROWS, PROTOCOL_ROWS } from './rows/protocol.ts';
import { START_ROWS } from './rows/start.ts';

/** The rows of faults.md that are a matter of one hook, in the groups in which they can be run. */
export const ROWS = {
  timeouts: TIMEOUT_ROWS,
  process: PROCESS_ROWS,
  protocol: PROTOCOL_ROWS,
  floods: FLOOD_ROWS,
  start: START_ROWS,
} as const satisfies Readonly<Record<string, readonly Row[]>>;
