import { spawn } from 'node:child_process';
import { sep } from 'node:path';
import { never, type Circumstances, type Stress, type Unavailable } from './stress.ts';
import type { Workshop } from './workshop.ts';
import { SHELL, wrappedIn } from './wrapped.ts';

/** The home folder is read-only. */
export const READ_ONLY_HOME: Stress = {
  name: 'read-only-home',
  when: () => 'the home folder cannot be written',
  about: 'the home folder cannot be written, the project can (needs mount namespaces)',
  hint: 'block when a file cannot be written, or write nothing',
  on: ['command'],
  forces: never,
  tries: 'each',
  prepare: (workshop) => {
    const { home, project } = workshop;
    const bindProject = isBelow(home, project) ? '"$1" --bind "$3" "$3"; ' : '';
    const text = `set -e; "$1" --bind "$2" "$2"; ${bindProject}"$1" -o remount,bind,ro "$2"; cd "$PWD"; shift 3; exec "$@"`;
    return inNamespace(workshop, text, [home, project]);
  },
};

/** No space is left in the temporary folder (ENOSPC). */
export const FULL_TEMPORARY: Stress = {
  name: 'full-tmp',
  when: () => 'the temporary folder is full',
  about: '/tmp has no room left (needs mount namespaces, and a project and home elsewhere; else TMPDIR has none)',
  hint: 'keep what is needed in variables, or block when a file cannot be written',
  on: ['command'],
  forces: never,
  tries: 'each',
  prepare: (workshop) => {
    const isFree = ![workshop.home, workshop.project].some((folder) => isBelow('/tmp', folder));
    const folder = isFree ? '/tmp' : workshop.folder('full-tmp');
    const text =
      'set -e; "$1" -t tmpfs -o size=64k,mode=1777 none "$2"; set +e; while printf %01000d 0; do :; done >"$2/full" 2>/dev/null; ' +
      'cd "$PWD"; TMPDIR=$2; export TMPDIR; shift 2; exec "$@"';
    return inNamespace(workshop, text, [folder]);
  },
};

const isBelow = (folder: string, path: string): boolean => path === folder || path.startsWith(folder + sep);

async function inNamespace(
  workshop: Workshop,
  text: string,
  words: readonly string[],
): Promise<Circumstances | Unavailable> {
  const [unshare, mount] = [workshop.program('unshare'), workshop.program('mount')];
  if (unshare === null || mount === null) return NOT_HERE;
  const given = [mount, ...words];
  const first = await entranceOf(unshare, [text, 'sh', ...given, SHELL, '-c', ':']);
  return first === null ? NOT_HERE : { options: { adjust: wrappedIn(text, given, first) } };
}

const NOT_HERE: Unavailable = { unavailable: 'this machine does not allow such a mount' };

/**
 * How the shell is started in its own namespace: as this user where that is allowed, else as root of a user namespace.
 */
async function entranceOf(unshare: string, rehearsal: readonly string[]): Promise<readonly string[] | null> {
  for (const way of [
    ['-m', SHELL],
    ['-r', '-m', SHELL],
  ]) {
    if (await succeeds(unshare, [...way, '-c', ...rehearsal])) return [unshare, ...way];
  }
  return null;
}

const succeeds = (program: string, words: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program, words, { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (status) => resolve(status === 0));
  });
