import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The entry of the program that runs TypeScript, in a form that a worker thread can import; null when there is none.
 */
export function findJiti(): string | null {
  const entries = [installedHere, installedForCore].map((look) => look());
  return entries.find((entry) => entry !== null && existsSync(entry)) ?? null;
}

function installedHere(): string | null {
  const require = createRequire(import.meta.url);
  return entryBeside(() => require.resolve('jiti/package.json'));
}

/** Relative to a command that was bundled with the core but installed separately. */
function installedForCore(): string | null {
  const require = createRequire(import.meta.url);
  return entryBeside(() => createRequire(require.resolve('@hookline/core/package.json')).resolve('jiti/package.json'));
}

function entryBeside(findDescription: () => string): string | null {
  try {
    return join(dirname(findDescription()), 'lib/jiti.mjs');
  } catch {
    return null;
  }
}
