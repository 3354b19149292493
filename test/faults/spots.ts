import { describe, test } from 'vitest';
import { needs } from '../support/programs.ts';
import type { MatrixRow } from './matrix.ts';
import { cellTitle, spotsOf } from './matrix.ts';
import type { Spot } from './row.ts';

/** What the test of a cell gives to its check. */
interface Finish {
  readonly onTestFinished: (work: () => void | Promise<void>) => void;
}

/** Makes a test of every cell of a row that needs more than one hook and one event; cells run side by side. */
export function describeSpots(row: MatrixRow, check: (spot: Spot, finish: Finish) => void | Promise<void>): void {
  describe.concurrent(`[${row.id}] ${row.section}: ${row.fault}`, needs(...(row.needs ?? [])), () => {
    for (const spot of spotsOf(row))
      test(cellTitle(spot, row.words(spot)), ({ onTestFinished }) => check(spot, { onTestFinished }));
  });
}
