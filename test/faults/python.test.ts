import { defineCells } from './cells.ts';
import { ROWS } from './rows.ts';

defineCells(ROWS.python, 2);
