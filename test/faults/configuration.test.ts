import { defineCells } from './cells.ts';
import { ROWS } from './rows.ts';

defineCells(ROWS.configuration, 4);
