import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { leftOutLines } from './left-out.mjs';

const inRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const COUNTS = inRoot('node_modules/.test-counts.json');
/** About how many tests there are in all: written by a full run, told by a quick one. */
const TOTAL = inRoot('test/total.json');

/** A vitest reporter whose last line of the run reads `N passed, N failed, N skipped`. */
export default class SummaryReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    const failures = [];
    for (const module of modules) {
      const fails = (test) => failures.push({ file: module.relativeModuleId, test });
      for (const test of module.children.allTests()) {
        if (countTest(test.result().state, counts) === 'failed') fails(test.fullName);
      }
      if (failedOutsideTests(module)) {
        counts.failed += 1;
        fails('outside of its tests');
      }
    }
    const metas = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.meta()));
    const waiting = modules.reduce((sum, module) => sum + countWaiting(module), 0);
    const tier = process.env.HOOKLINE_TESTS;
    if (tier !== undefined) writeFileSync(COUNTS, JSON.stringify({ ...counts, failures }));
    if (process.env.HOOKLINE_TESTS_ALL === '1') writeTotal(counts);
    // The other reporters print at the same moment; the line has to come after them.
    process.once('exit', () => {
      for (const line of leftOutLines(metas)) process.stdout.write(`${line}\n`);
      if (tier !== undefined) process.stdout.write(`${slowest(modules)}\n`);
      if (tier === 'quick') process.stdout.write(`${howMany(counts)}\n`);
      if (waiting > 0)
        process.stdout.write(`${waiting} of the skipped take turns; npm run test:proof -- stories plays all\n`);
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
    });
  }
}

/** In hundreds, so that not every new test changes the file. */
function writeTotal({ passed, failed, skipped }) {
  const tests = Math.floor((passed + failed + skipped) / 100) * 100;
  writeFileSync(TOTAL, `{ "tests": ${tests} }\n`);
}

const MOST_TOLD = 12;

/** Which files the run spent its time on: a tier that becomes slow becomes so in few of them. */
function slowest(modules) {
  const took = modules.map((module) => ({
    file: module.relativeModuleId,
    seconds: module.diagnostic().duration / 1000,
  }));
  const first = took.toSorted((one, other) => other.seconds - one.seconds).slice(0, MOST_TOLD);
  return `slowest: ${first.map(({ file, seconds }) => `${file} ${seconds.toFixed(0)} s`).join(', ')}`;
}

function howMany({ passed, failed }) {
  const ran = (passed + failed).toLocaleString('en');
  const total = existsSync(TOTAL)
    ? `about ${JSON.parse(readFileSync(TOTAL, 'utf8')).tests.toLocaleString('en')}`
    : 'all';
  return `${ran} of ${total} tests ran; npm run test:full runs what takes longer`;
}

function countTest(state, counts) {
  // A test that never finished did not pass.
  const counted = state === 'pending' ? 'failed' : state;
  counts[counted] += 1;
  return counted;
}

/** The tests that test/support/take-turns.ts has left out. */
const countWaiting = (module) =>
  [...module.children.allTests()].filter((test) => test.result().note === 'not its turn').length;

// A file that cannot be loaded, or a suite hook that throws, fails the run without failing any test.
function failedOutsideTests(module) {
  return module.errors().length > 0 || [...module.children.allSuites()].some((suite) => suite.errors().length > 0);
}
