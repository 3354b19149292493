// What the demo and the tests use besides Node, npm, git and bash: each program is looked for before it is used.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** How each program says its version, how to get it, and what in the text of a hook tells that it is used. */
export const PROGRAMS = {
  jq: { ask: '--version', get: 'apt-get install jq, brew install jq', word: /\bjq\b/ },
  python3: { ask: '--version', get: 'apt-get install python3, brew install python', word: /\bpython3?\b/ },
  setsid: { ask: '--version', get: 'apt-get install util-linux, brew install util-linux', word: /\bsetsid\b/ },
  make: { ask: '--version', get: 'apt-get install make, xcode-select --install' },
  prlimit: { ask: '--version', get: 'apt-get install util-linux; there is none for macOS' },
  setpriv: { ask: '--version', get: 'apt-get install util-linux; there is none for macOS' },
  tmux: { ask: '-V', get: 'apt-get install tmux, brew install tmux' },
  strace: { ask: '-V', get: 'apt-get install strace; there is none for macOS' },
  script: { ask: '--version', get: 'apt-get install bsdutils; the one of macOS is another program' },
  unshare: { ask: '--version', get: 'apt-get install util-linux; there is none for macOS' },
  mount: { ask: '--version', get: 'apt-get install mount' },
  chromium: { ask: '--version', get: 'apt-get install chromium, brew install chromium' },
  ip: { ask: '-V', get: 'apt-get install iproute2; there is none for macOS' },
  openssl: { ask: 'version', get: 'apt-get install openssl, brew install openssl' },
  postgres: {
    ask: '--version',
    get: 'apt-get install postgresql, brew install postgresql@17',
    places: ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'],
  },
};

/** Whether a program is there and works: a shim of a version manager, or a stub of the system, may be there and not work. */
export function hasProgram(name, env = process.env) {
  const { ask, places = [] } = PROGRAMS[name];
  const works = (path) => spawnSync(path, [ask], { env, stdio: 'ignore' }).status === 0;
  return works(name) || places.flatMap((folder) => installedIn(folder, name)).some(works);
}

/** Some systems keep each version of a program in a folder of its own, outside PATH. */
function installedIn(folder, name) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((version) => join(folder, version, 'bin', name))
    .filter((path) => existsSync(path));
}

/** The needs, as `{ program, part }`, whose program is missing. */
export const missingOf = (needs, env = process.env) => needs.filter(({ program }) => !hasProgram(program, env));

/** The programs that a text with hooks uses. */
export const programsIn = (text) => Object.keys(PROGRAMS).filter((name) => PROGRAMS[name].word?.test(text) === true);

/** The line that says what is left out, why, and how to get the program. */
export const leftOutLine = (program, what) => `${program} is not installed: ${what} (${PROGRAMS[program].get})`;
