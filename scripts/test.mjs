// Runs the tests: node scripts/test.mjs [quick|full] [what vitest takes]. `quick` is what `npm test` runs.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [tier = 'quick', ...rest] = process.argv.slice(2);
const QUICK = ['pure', 'processes', 'fresh'];
const PROJECTS = { quick: QUICK, full: [...QUICK, 'stories', 'whole'] };
if (!Object.hasOwn(PROJECTS, tier)) {
  console.error(`expected quick or full, got "${tier}"; usage: node scripts/test.mjs [quick|full] [what vitest takes]`);
  process.exit(1);
}
// The full run has tests that take the machine to its limits: they get more room.
const workers = tier === 'full' ? ['--maxWorkers=2'] : [];
/** Written by summary-reporter.mjs. */
const COUNTS = fileURLToPath(new URL('../node_modules/.test-counts.json', import.meta.url));
/** With more files than this, it is not the machine that was busy. */
const MOST_TRIED_AGAIN = 8;

rmSync(COUNTS, { force: true });
// How many tests there are is only known when none is left out.
const isAll = tier === 'full' && rest.length === 0;
const status = vitest([...workers, ...rest], { HOOKLINE_TESTS_ALL: isAll ? '1' : '0' });
const first = readCounts();
if (status === 0 || first === null || first.failures.length === 0) process.exit(status);
const files = [...new Set(first.failures.map(({ file }) => file))];
if (files.length > MOST_TRIED_AGAIN) process.exit(status);

// Tests with real processes and time limits share the machine: one that fails among them must pass by itself.
console.log(`\n${first.failed} failed among the others; ${files.join(', ')}: once more, each file by itself`);
const statusAlone = vitest(['--maxWorkers=1', ...files], {});
const alone = readCounts();
if (alone === null) process.exit(statusAlone || 1);
const isStillFailing = ({ file, test }) => alone.failures.some((each) => each.file === file && each.test === test);
for (const { file, test } of first.failures.filter((each) => !isStillFailing(each))) {
  console.log(`passed only by itself: ${file} > ${test}`);
}
const counts = {
  passed: first.passed + Math.max(0, first.failed - alone.failed),
  failed: alone.failed,
  skipped: first.skipped,
  failures: alone.failures,
};
writeFileSync(COUNTS, JSON.stringify(counts));
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(statusAlone);

function vitest(words, variables) {
  const projects = PROJECTS[tier].flatMap((name) => ['--project', name]);
  const { status: ended } = spawnSync('npx', ['vitest', 'run', ...projects, ...words], {
    stdio: 'inherit',
    env: { ...process.env, HOOKLINE_TESTS: tier, ...variables },
    shell: process.platform === 'win32',
  });
  return ended ?? 1;
}

function readCounts() {
  return existsSync(COUNTS) ? JSON.parse(readFileSync(COUNTS, 'utf8')) : null;
}
