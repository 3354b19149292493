import { parsePolicy, policyFolderIn } from '@hookline/core/internal';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { layOut, putInForce } from '../policy/install.ts';
import { levelChange, shipLevel, UnknownLevel } from '../policy/ship-level.ts';
import { isTemporary } from './ship.ts';

let stateFolder = '';
beforeEach(() => {
  stateFolder = mkdtempSync(join(tmpdir(), 'hookline-level-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(stateFolder, { recursive: true, force: true });
});

const written = (settings: object) => ({
  v: 1,
  org: 'acme',
  version: 7,
  expires: '2099-01-01T00:00:00Z',
  hooks: [],
  settings,
});

/** Brings a policy into force, and gives the file of it. */
async function enforce(settings: object, root = policyFolderIn(stateFolder)): Promise<string> {
  const none = () => Promise.reject(new Error('it has no files'));
  const { folder } = await layOut(root, JSON.stringify(written(settings)), none);
  putInForce(root, { v: 1, machine: 'm-1', folder, shadow: [], off: {} });
  return join(root, folder, 'policy.json');
}

describe('how much of a line is sent', () => {
  it('is what was chosen at join, until a policy says it: more or less', async () => {
    expect(shipLevel(stateFolder, 'decisions')).toBe('decisions');
    await enforce({});
    expect(shipLevel(stateFolder, 'full')).toBe('full');
    await enforce({ ship: 'metadata' });
    expect(shipLevel(stateFolder, 'full')).toBe('metadata');
    await enforce({ ship: 'full' });
    expect(shipLevel(stateFolder, 'metadata')).toBe('full');
  });

  it('is the least that any policy says, also that of an administrator', async () => {
    vi.stubEnv('HOOKLINE_SYSTEM_ROOT', join(stateFolder, 'system'));
    const system = join(stateFolder, 'system/etc/hookline');
    await enforce({ ship: 'metadata' }, join(system, 'policy'));
    expect(shipLevel(stateFolder, 'full')).toBe('metadata');
    await enforce({ ship: 'full' });
    expect(shipLevel(stateFolder, 'decisions')).toBe('metadata');
    await enforce({ ship: 'decisions' }, join(system, 'policy'));
    expect(shipLevel(stateFolder, 'full')).toBe('decisions');
  });

  it('is not known while the policy cannot be read, and that passes', async () => {
    appendFileSync(await enforce({ ship: 'metadata' }), ' ');
    expect(() => shipLevel(stateFolder, 'full')).toThrow(UnknownLevel);
    expect(isTemporary(new UnknownLevel('x'))).toBe(true);
  });

  it('is told to the record when a policy changes it, and only then', () => {
    const policy = (settings: object) => parsePolicy(written(settings), []);
    expect(levelChange(null, policy({}))).toBeNull();
    expect(levelChange(policy({ ship: 'full' }), policy({ ship: 'full' }))).toBeNull();
    expect(levelChange(null, policy({ ship: 'full' }))).toBe(
      'ship_level: of each line that it does not have yet the gateway gets "full", as policy acme v7 says',
    );
    expect(levelChange(policy({ ship: 'full' }), policy({}))).toContain('what was chosen at join');
    expect(() => policy({ ship: 'all' })).toThrow('settings.ship');
  });
});
