// Memory over many in-process fires, in a process of its own so that garbage can be collected on demand.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Heap after a warm-up and after many fires, in megabytes. */
export function measureMemory(fires) {
  const script = fileURLToPath(new URL('fire-many.mjs', import.meta.url));
  const result = spawnSync(process.execPath, ['--expose-gc', script, String(fires)], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`fire-many.mjs ended with ${result.status}: ${result.stderr}`);
  return JSON.parse(result.stdout);
}
