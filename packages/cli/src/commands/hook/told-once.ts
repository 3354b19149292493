import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MOST_KEPT = 200;
const KEPT_MS = 24 * 3600 * 1000;

/** Whether a text has not been told in this session yet; from now on it has. Where nothing can be kept it is told again. */
export function isNews(stateFolder: string, session: string, text: string): boolean {
  const folder = join(stateFolder, 'told');
  const name = createHash('sha256').update(`${session}\0${text}`).digest('hex').slice(0, 32);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, name), '', { flag: 'wx', mode: 0o600 });
    sweep(folder);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
}

function sweep(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= MOST_KEPT) return;
  for (const name of names) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > KEPT_MS) rmSync(path, { force: true });
  }
}
