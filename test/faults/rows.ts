import type { Row } from './row.ts';
import { CLOCK_AHEAD_ROWS, CLOCK_BACK_ROWS, PROCESS_ROWS, TIMEOUT_ROWS } from './rows/process.ts';
import { FLOOD_ROWS, PROTOCOL_ROWS, TERMINAL_ROWS } from './rows/protocol.ts';
import { SHORTAGE_ROWS, START_ROWS } from './rows/start.ts';

/** The rows of faults.md that are a matter of one hook, in the groups in which they can be run. */
export const ROWS = {
  timeouts: TIMEOUT_ROWS,
  process: PROCESS_ROWS,
  clockAhead: CLOCK_AHEAD_ROWS,
  clockBack: CLOCK_BACK_ROWS,
  protocol: PROTOCOL_ROWS,
  terminal: TERMINAL_ROWS,
  floods: FLOOD_ROWS,
  start: START_ROWS,
  shortages: SHORTAGE_ROWS,
} as const satisfies Readonly<Record<string, readonly Row[]>>;
