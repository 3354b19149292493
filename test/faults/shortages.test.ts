import { afterAll } from 'vitest';
import { defineCells } from './cells.ts';
import { createHosts } from './host.ts';
import { ROWS } from './rows.ts';

const hosts = createHosts();
afterAll(hosts.remove);

defineCells(ROWS.shortages, 4, hosts.run);
