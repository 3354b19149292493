import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const ROUNDS = 20;
const PAUSE_MS = 10;

/** Kills every process that carries the tag in its environment, wherever it has gone; only where /proc tells. */
export async function sweep(tag: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    // Until none is left: a victim takes a moment to die, and may have been forking.
    if (!(await killTagged(`HOOKLINE_RUN=${tag}`))) return;
    await pause(PAUSE_MS);
  }
}

async function killTagged(mark: string): Promise<boolean> {
  const names = await readdir('/proc').catch(() => []);
  const killed = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => killIfTagged(name, mark)));
  return killed.includes(true);
}

async function killIfTagged(name: string, mark: string): Promise<boolean> {
  try {
    const environment = await readFile(`/proc/${name}/environ`, 'latin1');
    return environment.split('\0').includes(mark) && process.kill(Number(name), 'SIGKILL');
  } catch {
    return false;
  }
}
