// Runs the tests: node scripts/test.mjs [quick|full] [what vitest takes]. `quick` is what `npm test` runs.
import { spawnSync } from 'node:child_process';

const [tier = 'quick', ...rest] = process.argv.slice(2);
const PROJECTS = { quick: ['pure', 'processes'], full: ['pure', 'processes', 'whole'] };
if (!Object.hasOwn(PROJECTS, tier)) {
  console.error(`expected quick or full, got "${tier}"; usage: node scripts/test.mjs [quick|full] [what vitest takes]`);
  process.exit(1);
}
// The full run has tests that take the machine to its limits: they get more room.
const workers = tier === 'full' ? ['--maxWorkers=2'] : [];
const words = ['vitest', 'run', ...PROJECTS[tier].flatMap((name) => ['--project', name]), ...workers, ...rest];
const { status } = spawnSync('npx', words, {
  stdio: 'inherit',
  // How many tests there are is only known when none is left out.
  env: { ...process.env, HOOKLINE_TESTS: tier, HOOKLINE_TESTS_ALL: tier === 'full' && rest.length === 0 ? '1' : '0' },
  shell: process.platform === 'win32',
});
process.exit(status ?? 1);
