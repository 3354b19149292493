import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';

/**
 * Shows a notification by a program of the desktop, else rings the terminal bell; never throws and never waits for
 * long.
 */
export async function notifyDesktop(title: string, text: string, env: NodeJS.ProcessEnv): Promise<void> {
  for (const [program, ...args] of notifiers(title, text, env)) {
    if (program !== undefined && (await succeeds(program, args))) return;
  }
  await ringBell();
}

/** The programs that can show it, in the order of trying. */
function notifiers(title: string, text: string, env: NodeJS.ProcessEnv): readonly (readonly string[])[] {
  if (process.platform === 'darwin')
    return [['osascript', '-e', `display notification ${JSON.stringify(text)} with title ${JSON.stringify(title)}`]];
  const hasDesktop = [env['DISPLAY'], env['WAYLAND_DISPLAY'], env['DBUS_SESSION_BUS_ADDRESS']].some(
    (value) => (value ?? '') !== '',
  );
  return hasDesktop ? [['notify-send', '--app-name', title, '--', title, text]] : [];
}

const succeeds = (program: string, args: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', timeout: 3000 });
    child.on('error', () => resolve(false));
    child.on('exit', (status) => resolve(status === 0));
  });

async function ringBell(): Promise<void> {
  try {
    const terminal = await open('/dev/tty', 'w');
    await terminal.write('\u0007');
    await terminal.close();
  } catch {
    // no desktop available
  }
}
