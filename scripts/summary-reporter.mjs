/** A vitest reporter whose last line of the run reads `N passed, N failed, N skipped`. */
export default class SummaryReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) countTest(test.result().state, counts);
      if (failedOutsideTests(module)) counts.failed += 1;
    }
    // The other reporters print at the same moment; the line has to come after them.
    process.once('exit', () => {
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
    });
  }
}

function countTest(state, counts) {
  // A test that never finished did not pass.
  counts[state === 'pending' ? 'failed' : state] += 1;
}

// A file that cannot be loaded, or a suite hook that throws, fails the run without failing any test.
function failedOutsideTests(module) {
  return module.errors().length > 0 || [...module.children.allSuites()].some((suite) => suite.errors().length > 0);
}
