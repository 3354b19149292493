// Everything that must hold before a commit, in one command: stops at the first step that fails.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const steps = [
  ['format', 'format:check'],
  ['lint and direction of imports', 'lint'],
  ['types', 'types'],
  ['dead code', 'dead-code'],
  ...(existsSync('scripts/generate.mjs') ? [['generated files', 'generate', '--', '--check']] : []),
  ['tests', 'test'],
];

for (const [name, ...args] of steps) {
  console.log(`\n== ${name}`);
  const result = spawnSync('npm', ['run', '--silent', ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status === 0) continue;
  console.error(`check: ${name} failed`);
  process.exit(1);
}
