import { quietGitArgs, quietGitEnv } from '@hookline/core/internal';
import { execFile } from 'node:child_process';

/** How a git command ended; `error` is one line that says what to do where that is known. */
export type GitEnd = { readonly ok: true; readonly output: string } | { readonly ok: false; readonly error: string };

const TIMEOUT_MS = 300_000;
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs git in a folder, without prompts, with untranslated messages, and so that the repository cannot make it start anything; never throws. */
export function git(folder: string, args: readonly string[], signal?: AbortSignal): Promise<GitEnd> {
  const env = quietGitEnv(process.env);
  const options = { cwd: folder, env, timeout: TIMEOUT_MS, maxBuffer: MOST_OUTPUT_BYTES, ...(signal && { signal }) };
  return new Promise((resolve) => {
    const child = execFile('git', quietGitArgs(args), options, (error, stdout, stderr) => {
      resolve(error === null ? { ok: true, output: stdout } : { ok: false, error: explained(error, stderr, folder) });
    });
    child.stdin?.end();
  });
}

function explained(error: Error & { readonly code?: unknown }, stderr: string, folder: string): string {
  if (error.code === 'ENOENT') return `git cannot be run in ${folder}: install git, and check that the folder exists`;
  if (error.code === 'ABORT_ERR') return 'git was interrupted';
  if (stderr.includes('not a git repository')) {
    return `${folder} is in no git repository: run "git init" there and make a first commit`;
  }
  const said = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line = said.find((each) => /^(?:fatal|error):/.test(each)) ?? said.at(-1) ?? error.message.split('\n', 1)[0];
  return `git says: ${line}`;
}
