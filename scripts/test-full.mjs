// Everything that is checked before a change lands; the last line reads `N passed, N failed, N skipped`.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { CHECKS, runSteps } from './steps.mjs';

// Written by summary-reporter.mjs; the line of an earlier run must not be taken for that of this one.
const COUNTS = 'node_modules/.test-counts.json';
const PACKAGES = ['packages/core', 'packages/agent', 'packages/cli'];
// The command is no library: it has no types to look at.
const LIBRARIES = ['packages/core', 'packages/agent'];

rmSync(COUNTS, { force: true });
const failed = runSteps([
  ...CHECKS,
  ['tests', 'node', 'scripts/test.mjs', 'full'],
  ...PACKAGES.map((folder) => [`package ${folder}`, 'npx', 'publint', '--strict', folder]),
  ...LIBRARIES.map((folder) => [`types of ${folder}`, 'npx', 'attw', '--profile', 'esm-only', '--pack', folder]),
  ['handed-out conformance cases', 'node', 'scripts/handed-out-cases.mjs'],
]);
if (failed.length > 0) console.log(`\nfailed steps: ${failed.join(', ')}`);
// Tests that never ran must not read as a pass.
const counts = existsSync(COUNTS) ? JSON.parse(readFileSync(COUNTS, 'utf8')) : { passed: 0, failed: 1, skipped: 0 };
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(failed.length === 0 && counts.failed === 0 ? 0 : 1);
