import { defineCells } from './cells.ts';
import { jumpClock } from './jumping-clock.ts';
import { ROWS } from './rows.ts';

jumpClock(1);
defineCells(ROWS.clockAhead, 5);
