import { DEFAULT_SPOOL, parsePolicy, policyFolderIn, readShippedMark, writeShippedMark } from '@hookline/core/internal';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { layOut, putInForce } from '../policy/install.ts';
import { moveFence } from './fence.ts';

const SMALL = { maxBytes: 64 * 1024 ** 2, whenFull: 'strict' } as const;
let stateFolder = '';
let recordFolder = '';
beforeEach(() => {
  stateFolder = mkdtempSync(join(tmpdir(), 'hookline-fence-'));
  recordFolder = join(stateFolder, 'record');
  mkdirSync(recordFolder);
});
afterEach(() => rmSync(stateFolder, { recursive: true, force: true }));

const policy = (settings: object): string =>
  JSON.stringify({ v: 1, org: 'acme', version: 7, expires: '2099-01-01T00:00:00Z', hooks: [], settings });

/** Brings a policy into force, and gives its folder. */
async function enforce(settings: object): Promise<string> {
  const root = policyFolderIn(stateFolder);
  const { folder } = await layOut(root, policy(settings), () => Promise.reject(new Error('it has no files')));
  putInForce(root, { v: 1, machine: 'm-1', folder, shadow: [], off: {} });
  return join(root, folder);
}

async function limitsAfterShipping(): Promise<unknown> {
  await moveFence({ stateFolder, recordFolder }, {});
  return readShippedMark(stateFolder)?.spool;
}

describe('how much of the record waits for the gateway', () => {
  it('is what the policy in force says, from the next round of shipping on', async () => {
    expect(await limitsAfterShipping()).toEqual(DEFAULT_SPOOL);
    await enforce({ spool: SMALL });
    expect(await limitsAfterShipping()).toEqual(SMALL);
  });

  it('is the usual bound again when the policy no longer says anything', async () => {
    writeShippedMark(stateFolder, { spool: SMALL, files: [] });
    await enforce({});
    expect(await limitsAfterShipping()).toEqual(DEFAULT_SPOOL);
  });

  it('stays as it was where the policy cannot be read', async () => {
    const folder = await enforce({ spool: SMALL });
    await limitsAfterShipping();
    rmSync(join(folder, 'policy.json'));
    appendFileSync(join(folder, 'policy.json'), '{}');
    expect(await limitsAfterShipping()).toEqual(SMALL);
  });
});

it.each([
  [{ maxBytes: 10 }, 'settings.spool.maxBytes'],
  [{ whenFull: 'oldest' }, 'settings.spool.maxBytes'],
  [{ maxBytes: 2 ** 30, whenFull: 'newest' }, 'settings.spool.whenFull'],
  [{ maxBytes: 2 ** 30, keep: 1 }, 'settings.spool'],
])('a policy with the bound %j is refused, and told where', (spool, where) => {
  expect(() => parsePolicy(JSON.parse(policy({ spool })), [])).toThrow(where);
});

it('a bound without a word for the full spool drops the oldest file', () => {
  const { settings } = parsePolicy(JSON.parse(policy({ spool: { maxBytes: 2 ** 30 } })), []);
  expect(settings.spool).toEqual({ maxBytes: 2 ** 30, whenFull: 'oldest' });
});
