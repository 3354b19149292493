import { closeSync, constants, openSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { entriesByStem, stemOf } from '../folder.ts';
import { isFolder, linkStatsOf } from '../paths.ts';
import { onceEach } from '../scan-budget.ts';

/**
 * The bytecode files that python would run instead of a module without comparing them to it. Python itself writes such
 * a file only on request.
 */
export function uncheckedBytecode(module: string): readonly string[] {
  const cache = join(dirname(module), '__pycache__');
  if (!isFolder(cache)) return [];
  const stem = basename(module, '.py');
  return (entriesByStem(cache).get(stemOf(stem)) ?? [])
    .filter(({ name }) => name.startsWith(`${stem}.`) && name.endsWith('.pyc'))
    .map(({ name }) => join(cache, name))
    .filter((path) => linkStatsOf(path) !== null && isUnchecked(path));
}

/** The second word of the header: 1 means a source hash that is not compared (PEP 552). */
const isUnchecked = onceEach((path): boolean => {
  const header = Buffer.alloc(8);
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return readSync(descriptor, header, 0, 8, 0) === 8 && header.readUInt32LE(4) === 1;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return true; // an unreadable file was not written by python
  }
});
