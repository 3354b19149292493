// Plants each bug of bugs.mjs in a copy of the repository and expects its test to fail: `N of N planted bugs were noticed`.
// node test/gateway/planted/run.mjs [--only-planted] [BUG…]
// --only-planted: leaves out the runs without a bug, where the tests are known to pass
import { makeCopy, misfitsOf, plantBug, removeCopy, run } from '../../faults/planted/copy.mjs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BUGS } from './bugs.mjs';

const { values, positionals: names } = parseArgs({
  options: { 'only-planted': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const chosen = names.length === 0 ? BUGS : BUGS.filter(({ id }) => names.includes(id));
const misfits = BUGS.flatMap(misfitsOf);
if (chosen.length === 0) throw new Error(`no such bug; known are ${BUGS.map(({ id }) => id).join(', ')}`);
if (misfits.length > 0) throw new Error(misfits.join('\n'));

const copy = makeCopy();
try {
  const missed = [];
  // A test that fails without a bug would notice nothing.
  const tests = values['only-planted']
    ? new Map()
    : new Map(chosen.map((bug) => [`${bug.test} ${bug.only ?? ''}`, bug]));
  for (const bug of tests.values()) {
    const { passes, output } = await play(bug);
    if (!passes) throw new Error(`${bug.test} fails without a bug:\n${output}`);
  }
  for (const bug of chosen) {
    const startedAt = performance.now();
    const takeOut = await plantBug(copy, bug);
    const { passes, failed } = await play(bug).finally(takeOut);
    if (passes) missed.push(bug.id);
    const took = `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
    console.log(`${passes ? 'NOT NOTICED' : 'noticed'}  ${bug.id}  (${took})${passes ? '' : `: ${failed}`}`);
  }
  console.log(`${chosen.length - missed.length} of ${chosen.length} planted bugs were noticed`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  removeCopy(copy);
}

/** Whether all tests of a file, or only those with a title, pass, and the first that does not. A file that ran no test has shown nothing. */
async function play({ test, only }) {
  const vitest = join(copy, 'node_modules/.bin/vitest');
  const { status, output } = await run(copy, vitest, [
    'run',
    test,
    ...(only === undefined ? [] : ['-t', only]),
    '--reporter=json',
    '--silent',
  ]);
  const report = JSON.parse(output.slice(output.indexOf('{"numTotalTestSuites"')).split('\n')[0]);
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failures = results.filter(({ status: each }) => each === 'failed');
  if (results.every(({ status: each }) => each === 'pending')) throw new Error(`${test} ran no test:\n${output}`);
  const passes = status === 0 && failures.length === 0;
  return { passes, failed: failures[0]?.title ?? 'its preparation', output };
}
