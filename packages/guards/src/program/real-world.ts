import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { World } from '../guard/world.ts';
import { notifyDesktop } from './notify-desktop.ts';
import { isProjectTrusted } from './project-trusted.ts';
import { runProgram } from './run-program.ts';

/** The real environment: files, programs and the desktop of this machine. */
export function realWorld(
  around: Pick<World, 'project' | 'home' | 'can'>,
  env: NodeJS.ProcessEnv,
  program: string = process.argv[1] ?? '',
): World {
  const folder = join(
    env['HOOKLINE_STATE_DIR'] ?? join(env['XDG_STATE_HOME'] ?? join(around.home, '.local/state'), 'hookline'),
    'guards',
  );
  const project = createHash('sha256').update(around.project).digest('hex').slice(0, 24);
  const noteFile = (key: string): string => join(folder, `${project}-${key}`);
  return {
    ...around,
    env,
    readText,
    realPath,
    isTrusted: () => isProjectTrusted({ ...around, env, program }),
    run: (call, limits) => runProgram(call, limits),
    notify: (title, text) => notifyDesktop(title, text, env),
    recall: (key) => readText(noteFile(key)),
    note: async (key, value) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(noteFile(key), value, { mode: 0o600 });
    },
  };
}

const LARGEST = 1024 * 1024;

async function readText(path: string): Promise<string | null> {
  try {
    const stats = await stat(path);
    return stats.isFile() && stats.size <= LARGEST ? await readFile(path, 'utf8') : null;
  } catch {
    return null;
  }
}

/** A file that is to be created does not exist yet; then its folder is resolved. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(await realPath(folder), basename(path));
  }
}
