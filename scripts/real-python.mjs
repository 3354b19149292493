// The python3 of a version manager is a script that looks for the real one, which takes 100 ms at each start.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Puts the folder of the real Python first on PATH where the first python3 there is a script. */
export function putRealPythonFirst(env) {
  if (startOfFirst('python3', env.PATH ?? '') !== '#!') return;
  const asked = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { env, encoding: 'utf8' });
  if (asked.status !== 0) return;
  env.PATH = `${dirname(asked.stdout.trim())}${delimiter}${env.PATH}`;
}

/** The first two bytes of the first file of this name on PATH. */
function startOfFirst(name, path) {
  for (const folder of path.split(delimiter)) {
    const start = firstBytes(join(folder, name));
    if (start !== null) return start;
  }
  return null;
}

function firstBytes(file) {
  let descriptor;
  try {
    descriptor = openSync(file, 'r');
    const bytes = Buffer.alloc(2);
    readSync(descriptor, bytes);
    return bytes.toString('latin1');
  } catch {
    return null; // not there, or not readable: the next folder
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
