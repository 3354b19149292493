import { afterAll } from 'vitest';
import { defineCells } from './cells.ts';
import { createHosts } from './host.ts';
import { ROWS } from './rows.ts';

const hosts = createHosts();
afterAll(hosts.remove);

defineCells(ROWS.floods, 2, hosts.run);
