import { stateFolder } from '@hookline/core/internal';
import { needsShipper } from '@hookline/fleet/needs-shipper';
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import type { Environment } from '../print/output.ts';
import { argumentsFor } from './this-program.ts';

/**
 * Lets another process send the record to the gateway that this machine has joined, unless one does already. Called once the
 * answer is written: no decision waits for it, and whatever goes wrong with it concerns no decision.
 */
export function startShipper(env: Environment): void {
  if ((env['HOOKLINE_RUN'] ?? '') !== '') return; // what hooks do is sent by who started them
  try {
    if (needsShipper(stateFolder(env, env['HOME'] || homedir()))) startBehind(env);
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
