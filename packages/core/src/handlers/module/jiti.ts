import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the program that runs TypeScript begins, in a form that a worker thread can import; null when there is none. */
export function findJiti(): string | null {
  const entries = [besideBundle, installedHere, installedForCore].map((look) => look());
  return entries.find((entry) => entry !== null && existsSync(entry)) ?? null;
}

const besideBundle = (): string => fileURLToPath(new URL('./jiti/lib/jiti.mjs', import.meta.url));

const installedHere = (): string | null => entryFrom(import.meta.url);

/** Seen from a command that was bundled with the core but installed apart from it. */
function installedForCore(): string | null {
  const core = resolved(import.meta.url, '@hookline/core/package.json');
  return core === null ? null : entryFrom(core);
}

function entryFrom(place: string): string | null {
  const description = resolved(place, 'jiti/package.json');
  return description === null ? null : join(dirname(description), 'lib/jiti.mjs');
}

function resolved(place: string, name: string): string | null {
  try {
    return createRequire(place).resolve(name);
  } catch {
    return null;
  }
}
