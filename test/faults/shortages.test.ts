import { afterAll } from 'vitest';
import { defineCells } from './cells.ts';
import { isSuperuser } from './file-faults.ts';
import { createHosts } from './host.ts';
import { ROWS } from './rows.ts';

const hosts = createHosts();
afterAll(hosts.remove);

// Only the superuser can become a user who has no other processes.
const rows = ROWS.shortages.filter(({ shortage }) => isSuperuser() || shortage?.startsWith('no processes') !== true);
defineCells(rows, 4, hosts.run);
