import { stateFolder } from '@hookline/core/internal';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../print/output.ts';
import { argumentsFor } from './this-program.ts';

/**
 * Lets another process send the record to the gateway that this machine has joined, unless one does already. Called once the
 * answer is written: no decision waits for it, and whatever goes wrong with it concerns no decision.
 */
export async function startShipper(env: Environment): Promise<void> {
  if ((env['HOOKLINE_RUN'] ?? '') !== '') return; // what hooks do is sent by who started them
  const state = stateFolder(env, env['HOME'] || homedir());
  // Most machines have joined nothing: they load nothing for it.
  if (!existsSync(join(state, 'fleet', 'machine.json'))) return;
  try {
    const { needsShipper } = await import('@hookline/fleet/needs-shipper');
    if (needsShipper(state)) startBehind(env);
  } catch {
    // the lines stay in the record, and the next event tries again
  }
}

function startBehind(env: Environment): void {
  const child = spawn(process.execPath, argumentsFor('ship', '--background'), {
    detached: true,
    cwd: '/',
    env: { ...env },
    stdio: 'ignore',
  });
  child.on('error', () => undefined); // the next event tries again
  child.unref();
}
