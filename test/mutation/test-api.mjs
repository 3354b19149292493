// What a test file gets as `vitest` while mutants run: it collects the tests, and the runner calls them as often as it likes.
import { format } from 'node:util';
import * as matchers from '@vitest/expect';
import * as spies from '@vitest/spy';
import * as chai from 'chai';

chai.use(matchers.JestExtend);
chai.use(matchers.JestChaiExpect);
chai.use(matchers.JestAsymmetricMatchers);

const expect = Object.assign((value, message) => chai.expect(value, message), chai.expect, {
  ...globalThis[matchers.ASYMMETRIC_MATCHERS_OBJECT],
});
matchers.setState({ assertionCalls: 0, isExpectingAssertions: false, testPath: '' }, expect);
Object.defineProperty(globalThis, matchers.GLOBAL_EXPECT, { value: expect, configurable: true });

/** Thrown by a test that finds it cannot run here. */
export class Skipped extends Error {}

/** The interface of one test file, and the tests that it has declared so far. */
export function collectTests() {
  const root = newSuite('', null);
  const tests = [];
  let suite = root;
  const declareTest = (name, ...rest) => {
    const run = rest.find((each) => typeof each === 'function');
    const isSkipped = rest.some((each) => each?.skip === true);
    tests.push({ name: [...namesOf(suite), name].join(' '), suite, run, isSkipped });
  };
  const declareSuite = (name, ...rest) => {
    suite = newSuite(name, suite);
    rest.find((each) => typeof each === 'function')();
    suite = suite.parent;
  };
  const test = withEach(declareTest);
  const describe = withEach(declareSuite);
  const skip = (name) => tests.push({ name: [...namesOf(suite), name].join(' '), suite, isSkipped: true });
  test.skipIf = (isOut) => (isOut ? Object.assign(skip, { each: () => skip }) : test);
  test.runIf = (isIn) => test.skipIf(!isIn);
  const hook = (kind) => (run) => void suite[kind].push(run);
  const hooks = Object.fromEntries(HOOKS.map((kind) => [kind, hook(kind)]));
  const finishers = [];
  const onTestFinished = (run) => void finishers.push(run);
  const vi = { ...spies, ...OTHER_DATES };
  /** What the last test has asked for; each of them once. */
  const takeFinishers = () => finishers.splice(0).toReversed();
  return { tests, takeFinishers, api: { ...hooks, onTestFinished, test, it: test, describe, expect, vi } };
}

const REAL_DATE = Date;

/** Of vitest's fake timers only another date: no test that runs here wants more. */
const OTHER_DATES = {
  useFakeTimers: ({ now, toFake }) => {
    if (toFake.join() !== 'Date') throw new Error('only the date can be another one here');
    globalThis.Date = class extends REAL_DATE {
      constructor(...args) {
        super(...(args.length === 0 ? [now] : args));
      }
      static now = () => now;
    };
  },
  useRealTimers: () => {
    globalThis.Date = REAL_DATE;
  },
};

const HOOKS = ['beforeAll', 'afterAll', 'beforeEach', 'afterEach'];

const newSuite = (name, parent) => ({
  name,
  parent,
  ...Object.fromEntries(HOOKS.map((kind) => [kind, []])),
});

const namesOf = (suite) => (suite.parent === null ? [] : [...namesOf(suite.parent), suite.name]);

function withEach(declare) {
  const each =
    (table) =>
    (name, ...rest) => {
      const run = rest.find((given) => typeof given === 'function');
      const options = rest.find((given) => typeof given !== 'function');
      // As in vitest: rows are spread when all of them are lists.
      const areLists = table.every(Array.isArray);
      table.forEach((row, index) => {
        declare(`${titleOf(name, row)} (${index})`, () => (areLists ? run(...row) : run(row)), options);
      });
    };
  return Object.assign(declare, { each });
}

function titleOf(name, row) {
  const values = Array.isArray(row) ? row : [row];
  const filled = format(name, ...values.slice(0, name.match(/%[a-z]/g)?.length ?? 0));
  return filled.replace(/\$(\w+)/g, (whole, key) => String(Object(row)[key] ?? whole));
}
