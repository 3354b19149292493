import { spawn } from 'node:child_process';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address in the person's browser, which then does not depend on this process. */
export function openInBrowser(address: string, onProblem: (why: string) => void): void {
  const [program = '', ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...words, address], { detached: true, stdio: 'ignore' });
  opener.once('error', (error) => onProblem(error.message));
  opener.once('exit', (status) => {
    if (status !== 0 && status !== null) onProblem(`${program} ended with ${status}`);
  });
  opener.unref();
}
