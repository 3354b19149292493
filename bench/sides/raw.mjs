// Bare `child_process.spawn`: the event on stdin, output read, exit awaited.
import { spawn } from 'node:child_process';
// Node forks, so a spawn costs more in a bigger process: both sides get a host with the library loaded.
import '../../packages/core/dist/index.js';
import { INLINE, interpreter, smallEvent, writePythonScript, writeScript } from '../work.mjs';

const WORDS = {
  inline: () => ['bash', '-c', INLINE],
  script: (folder) => [writeScript(folder)],
  'script-line': (folder) => ['bash', '-c', writeScript(folder)],
  python: (folder) => [interpreter(), writePythonScript(folder)],
};

/** So many processes at once, each doing the same. */
export function prepare({ what, atOnce = 1, folder }) {
  const words = WORDS[what](folder);
  const stdin = `${JSON.stringify(smallEvent(folder))}\n`;
  const env = { ...process.env };
  const run = async (repeat) => {
    for (let count = 0; count < repeat; count++)
      await Promise.all(Array.from({ length: atOnce }, () => runProgram(words, { stdin, env, cwd: folder })));
  };
  return { run };
}

/** Gives the output; rejects unless the program exits with 0. */
export function runProgram([program, ...args], { stdin, env, cwd }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: 'pipe' });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('error', reject);
    child.on('close', (code, signal) =>
      code === 0 ? resolve(stdout) : reject(new Error(`${program} ended with ${code ?? signal}: ${stderr}`)),
    );
    child.stdin.on('error', () => undefined); // a program may end without reading
    child.stdin.end(stdin);
  });
}
