import { defineCells } from './cells.ts';
import { ROWS } from './rows.ts';

defineCells(ROWS.models, 4);
