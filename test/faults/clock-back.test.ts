import { vi } from 'vitest';
import { defineCells } from './cells.ts';
import { jumpClock } from './jumping-clock.ts';
import { ROWS } from './rows.ts';

process.env['HOOKLINE_MAX_PROCESSES'] = '32';

vi.mock('../../packages/core/src/dialects/polytoken/table.ts', async (original) =>
  (await import('./impatient-polytoken.ts')).impatient(original),
);

jumpClock(-1);
defineCells(ROWS.clockBack, 5);
