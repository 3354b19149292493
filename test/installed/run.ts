import { execFile } from 'node:child_process';

/** How a program ended, and what it printed. */
export interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a program to its end; never throws because of it. */
export function run(
  program: string,
  words: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Ended> {
  return new Promise((done) => {
    execFile(program, words, { ...options, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) => {
      done({ status: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, out, err });
    });
  });
}
