import type { MatrixRow } from './matrix.ts';
import { matrixRowOf } from './matrix.ts';
import { ROWS } from './rows.ts';
import { COMMAND_ROWS } from './rows/commands.ts';
import { EDITS_ROW } from './rows/edits.ts';
import { RECORD_ROWS } from './rows/record.ts';
import { CIRCUIT_ROW, DISAGREEMENT_ROWS, STOP_ROW } from './rows/together.ts';
import {
  BLOCKED_LOOP_ROWS,
  CROWD_FAIR_ROW,
  CROWD_ROW,
  DEADLINE_ROW,
  OWN_DEATH_ROWS,
  SHOWN_ROWS,
} from './rows/whole.ts';

/** Every row of the matrix, in the order of faults.md. */
export const ALL_ROWS: readonly MatrixRow[] = [
  ...[...ROWS.timeouts, ...ROWS.process].map(matrixRowOf),
  DEADLINE_ROW,
  ...BLOCKED_LOOP_ROWS.map(matrixRowOf),
  ...[...ROWS.clockAhead, ...ROWS.clockBack].map(matrixRowOf),
  ...OWN_DEATH_ROWS,
  CROWD_ROW,
  CROWD_FAIR_ROW,
  ...[...ROWS.protocol, ...ROWS.floods].map(matrixRowOf),
  ...SHOWN_ROWS,
  ...[...ROWS.start, ...ROWS.shortages].map(matrixRowOf),
  ...ROWS.configuration.map(matrixRowOf),
  ...ROWS.trust.map(matrixRowOf),
  EDITS_ROW,
  ...COMMAND_ROWS,
  ...RECORD_ROWS,
  ...[...ROWS.http, ...ROWS.dns, ...ROWS.models, ...ROWS.python].map(matrixRowOf),
  CIRCUIT_ROW,
  ...ROWS.modules.map(matrixRowOf),
  ...DISAGREEMENT_ROWS,
  STOP_ROW,
  ...ROWS.recursion.map(matrixRowOf),
];
