import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Passes the groups that must not survive this process to a small shell, which waits for this process to die and then
 * kills them. Nothing else can, when this process is killed by SIGKILL.
 */
export function tellWatchdog(groups: readonly number[]): void {
  if (process.platform === 'win32') return;
  clearTimeout(idleTimer);
  watchdog ??= startWatchdog();
  for (const group of groups.filter((pid) => !told.has(pid))) {
    told.add(group);
    watchdog?.stdin?.write(`+ ${group}\n`);
  }
}

/**
 * Keeps the shell ready from now on, so that it hears of each group as soon as it is started: for a host that lives long
 * and runs hooks for no agent. The result gives it up again.
 */
export function keepWatchdog(): () => void {
  keepers += 1;
  tellWatchdog([]);
  let isKept = true;
  return () => {
    if (!isKept) return;
    isKept = false;
    keepers -= 1;
    endWhenIdle();
  };
}

export const isWatchdogKept = (): boolean => keepers > 0;

/** Removes a group from the list, because its number may soon be reused. */
export function dropFromWatchdog(group: number): void {
  if (!told.delete(group)) return;
  watchdog?.stdin?.write(`- ${group}\n`);
  endWhenIdle();
}

function endWhenIdle(): void {
  if (told.size > 0 || keepers > 0) return;
  clearTimeout(idleTimer);
  idleTimer = setTimeout(endWatchdog, IDLE_MS).unref();
}

const told = new Set<number>();
let watchdog: ChildProcess | undefined;
let idleTimer: NodeJS.Timeout | undefined;
let keepers = 0;

const IDLE_MS = 10_000;

const SCRIPT = `
groups=' '
while read -r sign group; do
  case $sign in
    +) groups="$groups$group " ;;
    -) case $groups in *" $group "*) groups="\${groups%%" $group "*} \${groups#*" $group "}" ;; esac ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
`;

/** In its own session, with only the pipe to this process open, and without keeping this process alive. */
function startWatchdog(): ChildProcess | undefined {
  try {
    const shell = spawn('/bin/sh', ['-c', SCRIPT], {
      cwd: '/',
      env: {},
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    shell.on('error', () => forget(shell));
    shell.once('exit', () => forget(shell));
    shell.stdin?.on('error', () => forget(shell));
    if (shell.stdin instanceof Socket) shell.stdin.unref();
    shell.unref();
    return shell;
  } catch {
    return undefined; // no process available: the run continues without
  }
}

function forget(shell: ChildProcess): void {
  if (watchdog !== shell) return;
  watchdog = undefined;
  told.clear();
}

function endWatchdog(): void {
  watchdog?.stdin?.end();
  watchdog = undefined;
}
