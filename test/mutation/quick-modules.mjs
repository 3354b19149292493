// What the tests get instead of modules that would cost more time than they tell about a mutant.
import childProcess from 'node:child_process';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const fastCheck = require('fast-check');

const MOST_RUNS = 100;
const MOST_SAMPLES = 500;
const SEED = 20;

/** Fewer cases, and the same ones for every mutant. */
const BRIEF = {
  ...fastCheck,
  assert: (property, parameters = {}) => fastCheck.assert(property, briefly(parameters, MOST_RUNS)),
  sample: (arbitrary, parameters) => fastCheck.sample(arbitrary, briefly(parameters, MOST_SAMPLES)),
};

function briefly(parameters, most) {
  if (typeof parameters !== 'object') return parameters;
  return { seed: SEED, ...parameters, numRuns: Math.min(parameters.numRuns ?? most, most) };
}

/** The modules by name; a test file gets all others as they are. */
export const QUICK_MODULES = {
  'fast-check': { ...BRIEF, default: BRIEF },
  'node:child_process': { ...childProcess, spawnSync: spawnOnce },
};

const answers = new Map();

/** Python says the same to the same question, whatever the mutant is. */
function spawnOnce(command, ...rest) {
  if (command !== 'python3') return childProcess.spawnSync(command, ...rest);
  const question = JSON.stringify(rest);
  const answer = answers.get(question) ?? childProcess.spawnSync(command, ...rest);
  answers.set(question, answer);
  return answer;
}
