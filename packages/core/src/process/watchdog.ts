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

/** Removes a group from the list, because its number may soon be reused. */
export function dropFromWatchdog(group: number): void {
  if (!told.delete(group)) return;
  watchdog?.stdin?.write(`- ${group}\n`);
  if (told.size > 0) return;
  clearTimeout(idleTimer);
  idleTimer = setTimeout(endWatchdog, IDLE_MS).unref();
}

const told = new Set<number>();
let watchdog: ChildProcess | undefined;
let idleTimer: NodeJS.Timeout | undefined;

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
