import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';
import { defineCells } from './cells.ts';
import { METADATA_NAME, REBINDING_NAME } from './rows/network.ts';
import { ROWS } from './rows.ts';

const METADATA_ADDRESS = '169.254.169.254';
const { lookup } = dns;
const asked = new Set<string>();

/** What the resolver says about a name; null: what the true one says. */
function lie(name: string): string | null {
  if (name === METADATA_NAME) return METADATA_ADDRESS;
  if (!name.endsWith(`.${REBINDING_NAME}`)) return null;
  const isFirst = !asked.has(name);
  asked.add(name);
  return isFirst ? '127.0.0.1' : METADATA_ADDRESS;
}

type Callback = (error: Error | null, address: unknown, family?: number) => void;

beforeAll(() => {
  const lying = (name: string, options: dns.LookupOptions, callback: Callback): void => {
    const said = lie(name);
    if (said === null) lookup(name, options, callback);
    else if (options.all === true) setImmediate(callback, null, [{ address: said, family: 4 }]);
    else setImmediate(callback, null, said, 4);
  };
  Object.assign(dns, { lookup: lying });
  syncBuiltinESMExports();
});

afterAll(() => {
  Object.assign(dns, { lookup });
  syncBuiltinESMExports();
});

defineCells(ROWS.dns, 4);
