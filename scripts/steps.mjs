// Runs steps one after another, each named and timed, whether or not an earlier one failed.
import { spawnSync } from 'node:child_process';

/** Gives the names of the steps that failed; each step is a name and the words of its command. */
export function runSteps(steps) {
  const failed = [];
  for (const [name, program, ...words] of steps) {
    const startedAt = Date.now();
    console.log(`\n== ${name}`);
    const { status } = spawnSync(program, words, { stdio: 'inherit', shell: process.platform === 'win32' });
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.log(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${seconds} s)`);
    if (status !== 0) failed.push(name);
  }
  return failed;
}

/** What holds the sources, without running them. */
export const CHECKS = [
  ['format', 'npx', 'oxfmt', '--check'],
  ['lint', 'npx', 'oxlint', '--type-aware', '--deny-warnings'],
  ['types', 'npx', 'tsc', '-b'],
  ['dead code', 'npx', 'knip'],
  ['generated files', 'node', 'scripts/generate.mjs', '--check'],
];
