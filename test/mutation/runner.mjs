// A test runner for Stryker that stays in one process: vitest's own starts anew for every mutant, which takes most of the time.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Script } from 'node:vm';
import { areaHere, LEFT_OUT } from './areas.mjs';
import { bundleTests } from './bundle-tests.mjs';
import { QUICK_MODULES } from './quick-modules.mjs';
import { callWithin, Hung, Starved } from './call-within.mjs';
import { collectTests, Skipped } from './test-api.mjs';

const SUCCESS = 0;
const FAILED = 1;
const SKIPPED = 2;
const TEST_TIMEOUT_MS = 30_000;
const HUNG_MS = 3_000;
const MOST_ATTEMPTS = 5;
const DURATIONS = 'durations.json';
const BUNDLES = 'bundles.json';

class InProcessRunner {
  static inject = [];
  files = [];
  space = (globalThis.__stryker__ ??= {});
  durations = {};
  outside = null;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    const project = process.cwd();
    const require = createRequire(resolve(project, 'package.json'));
    this.files = (await keptBundles(project)).map(({ file, code }) => ({ file, open: opener(file, code, require) }));
    countSlowly();
    const keep = (error) => (this.outside ??= error);
    process.on('unhandledRejection', keep);
    process.on('uncaughtException', keep);
  }

  async dryRun() {
    this.space.activeMutant = undefined;
    this.space.mutantCoverage = undefined;
    const tests = [];
    for (const { file, open } of this.files) tests.push(...(await this.runFile(file, open, null)));
    writeFileSync(DURATIONS, JSON.stringify(Object.fromEntries(tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]))));
    return { status: 'complete', tests, mutantCoverage: this.space.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }) {
    Object.assign(this.space, { hitCount: 0, hitLimit, currentTestId: undefined });
    this.space.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
    this.readDurations();
    const wanted = testFilter === undefined ? null : new Set(testFilter);
    let nrOfTests = 0;
    for (const { file, open } of this.inOrder(wanted)) {
      const results = await this.runFile(file, open, { wanted, mutant: activeMutant.id });
      nrOfTests += results.length;
      if (hitLimit !== undefined && this.space.hitCount > hitLimit)
        return { status: 'timeout', reason: `Hit limit reached (${this.space.hitCount}/${hitLimit})` };
      const hung = results.find(({ isHung }) => isHung);
      if (hung !== undefined) return { status: 'timeout', reason: `a test hung: ${hung.name}` };
      const failed = results.find(({ status }) => status === FAILED);
      if (failed !== undefined)
        return { status: 'killed', killedBy: [failed.id], failureMessage: failed.failureMessage, nrOfTests };
    }
    return { status: 'survived', nrOfTests };
  }

  readDurations() {
    if (Object.keys(this.durations).length > 0 || !existsSync(DURATIONS)) return;
    this.durations = JSON.parse(readFileSync(DURATIONS, 'utf8'));
  }

  /** A run ends with the first test that fails: the quick files go first. */
  inOrder(wanted) {
    if (wanted === null) return this.files;
    const cost = new Map();
    for (const id of wanted) {
      const file = id.slice(0, id.indexOf('#'));
      cost.set(file, (cost.get(file) ?? 0) + (this.durations[id] ?? 0));
    }
    return this.files
      .filter(({ file }) => cost.has(file))
      .toSorted((one, other) => cost.get(one.file) - cost.get(other.file));
  }

  /** Runs the tests of a file; those of a mutant's run end with the first that fails. */
  async runFile(file, open, run) {
    const { tests, api, takeFinishers } = collectTests();
    try {
      callWithin(10 * HUNG_MS, () => open(api));
    } catch (error) {
      return [resultOf({ id: `${file}#`, name: file }, FAILED, 0, error)];
    }
    if (run !== null) this.space.activeMutant = run.mutant;
    const all = named(file, tests);
    const chosen = run === null || run.wanted === null ? all : all.filter(({ id }) => run.wanted.has(id));
    const results = [];
    const entered = new Set();
    for (const test of this.quickFirst(chosen)) {
      results.push(await this.runFairly(test, entered, run === null));
      for (const finish of takeFinishers()) await quietly(finish);
      if (run !== null && results.at(-1).status === FAILED) break;
    }
    for (const suite of [...entered].toReversed()) for (const close of suite.afterAll) await quietly(close);
    return results;
  }

  quickFirst(tests) {
    const isSlow = ({ id }) => (this.durations[id] ?? 0) > 150;
    return [...tests.filter((test) => !isSlow(test)), ...tests.filter(isSlow)];
  }

  /** A test that had no chance is asked again. */
  async runFairly(test, entered, isDryRun) {
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.runTest(test, entered, isDryRun);
      if (result.isStarved !== true || attempt === MOST_ATTEMPTS) return result;
    }
  }

  async runTest(test, entered, isDryRun) {
    if (test.isSkipped) return resultOf(test, SKIPPED, 0);
    const suites = suitesOf(test.suite);
    this.outside = null;
    const start = performance.now();
    const spent = () => performance.now() - start;
    try {
      for (const suite of suites) {
        if (entered.has(suite)) continue;
        entered.add(suite);
        for (const prepare of suite.beforeAll) await prepare();
      }
      if (isDryRun) this.space.currentTestId = test.id;
      for (const suite of suites) for (const prepare of suite.beforeEach) await prepare();
      const limitMs = isDryRun ? TEST_TIMEOUT_MS : HUNG_MS + 5 * (this.durations[test.id] ?? 0);
      await inTime(callWithin(limitMs, () => test.run({ skip })));
      await new Promise(setImmediate);
      if (this.outside !== null) throw new Error('an error outside of the test', { cause: this.outside });
      return resultOf(test, SUCCESS, spent());
    } catch (error) {
      return error instanceof Skipped ? resultOf(test, SKIPPED, spent()) : resultOf(test, FAILED, spent(), error);
    } finally {
      for (const suite of suites.toReversed()) for (const close of suite.afterEach) await quietly(close);
      this.space.currentTestId = undefined;
    }
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', injectableClass: InProcessRunner }];

/** Made once: a process that hangs in a mutant is ended, and the next one goes on. */
async function keptBundles(project) {
  if (existsSync(BUNDLES)) return JSON.parse(readFileSync(BUNDLES, 'utf8'));
  const bundles = await bundleTests(areaHere().testFiles(), project);
  const own = `${BUNDLES}.${process.pid}`;
  writeFileSync(own, JSON.stringify(bundles));
  renameSync(own, BUNDLES);
  return bundles;
}

/** Runs the script of a test file with fresh modules. */
function opener(file, code, require) {
  const script = new Script(`(function (require, module, exports) {${code}\n})`, { filename: resolve(file) });
  return (api) => {
    const module = { exports: {} };
    const load = (name) => (name === 'vitest' ? api : (QUICK_MODULES[name] ?? require(name)));
    script.runInThisContext()(load, module, module.exports);
  };
}

function named(file, tests) {
  const seen = new Map();
  return tests.map((test) => {
    const count = seen.get(test.name) ?? 0;
    seen.set(test.name, count + 1);
    const isSkipped = test.isSkipped || LEFT_OUT.test(test.name);
    return { ...test, isSkipped, id: `${file}#${test.name}${count === 0 ? '' : ` #${count}`}` };
  });
}

/** Code with mutants in it needs several times as long: time on the processor counts a quarter, so that only a catastrophe fails. */
function countSlowly() {
  const real = process.cpuUsage.bind(process);
  process.cpuUsage = (since) => {
    const { user, system } = real();
    const scaled = { user: user / 4, system: system / 4 };
    return since === undefined ? scaled : { user: scaled.user - since.user, system: scaled.system - since.system };
  };
}

const suitesOf = (suite) => (suite === null ? [] : [...suitesOf(suite.parent), suite]);

function resultOf({ id, name }, status, timeSpentMs, error) {
  const why = error instanceof Error ? error.message : String(error);
  const failure =
    status === FAILED
      ? { failureMessage: why, isHung: error instanceof Hung, isStarved: error instanceof Starved }
      : {};
  return { id, name, status, timeSpentMs, fileName: id.slice(0, id.indexOf('#')), ...failure };
}

function skip() {
  throw new Skipped();
}

async function inTime(work) {
  let timer;
  const late = new Promise((_done, fail) => {
    timer = setTimeout(() => fail(new Error('the test takes too long')), TEST_TIMEOUT_MS);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function quietly(close) {
  try {
    await close();
  } catch {
    // What a test leaves behind does not decide about a mutant.
  }
}
