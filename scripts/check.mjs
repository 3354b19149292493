// Everything that must hold before a commit, in one command: the checks of the sources, then the quick tests.
import { CHECKS, runSteps } from './steps.mjs';

const failed = runSteps([...CHECKS, ['tests', 'node', 'scripts/test.mjs', 'quick']]);
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.join(', ')}`);
  process.exit(1);
}
