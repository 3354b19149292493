// Fires inputs at every reader of what hooks, servers, models and files say:
//   node test/fuzz/run.mjs [--inputs N] [--target NAME] [--seed TEXT] [--jobs N] [--keep] [--plant crash|hang|flip]
// `--target` may be given several times; `--keep` keeps inputs that failed in test/fuzz/corpus; `--plant` puts a bug into
// every reader, which must be found. The same seed fires the same inputs.
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const { values: options } = parseArgs({
  options: {
    inputs: { type: 'string', default: '1000000' },
    target: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    keep: { type: 'boolean', default: false },
    plant: { type: 'string' },
  },
});

/** A process that uses so much of the processor for one input is given up. */
const LONGEST_INPUT_SECONDS = 30;
const KINDS = ['crash', 'hang', 'flip'];
const PLURALS = { crash: 'crashes', hang: 'hangs', flip: 'flips' };

const inputs = wholeNumber('inputs');
const jobs = wholeNumber('jobs');
if (options.plant !== undefined && !KINDS.includes(options.plant)) giveUp(`--plant takes ${KINDS.join(', ')}`);
const folder = mkdtempSync(join(tmpdir(), 'hookline-fuzz-run-'));
try {
  process.exitCode = await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run() {
  const program = await bundle();
  const { TARGETS } = await import(join(program, 'targets.mjs'));
  const { keepInput } = await import(join(program, 'corpus.mjs'));
  const chosen = chosenOf(TARGETS);
  const counts = countsOf(chosen);
  const startedAt = Date.now();
  const results = (await Promise.all(Array.from({ length: jobs }, (_, job) => runWorker(program, job, counts)))).flat();
  for (const { target } of counts)
    showTarget(
      target,
      results.filter((result) => result.target === target),
    );
  const failures = results.flatMap((result) => result.failures);
  for (const failure of failures.filter(isTelling)) showFailure(failure);
  if (options.keep)
    for (const { target, input } of failures) console.log(`kept ${keepInput(target, input, join(HERE, 'corpus'))}`);
  const done = results.reduce((sum, result) => sum + result.inputs, 0);
  const found = KINDS.map((kind) => `${PLURALS[kind]} ${failures.filter((failure) => failure.kind === kind).length}`);
  console.log(
    `fuzz: inputs ${done}, ${found.join(', ')} (seed ${options.seed}, ${Math.round((Date.now() - startedAt) / 1000)} s)`,
  );
  return failures.length === 0 && done >= inputs ? 0 : 1;
}

async function bundle() {
  const outdir = mkdtempSync(join(ROOT, 'node_modules/.fuzz-'));
  process.on('exit', () => rmSync(outdir, { recursive: true, force: true }));
  await build({
    entryPoints: {
      worker: join(HERE, 'worker.ts'),
      targets: join(HERE, 'targets/index.ts'),
      corpus: join(HERE, 'corpus.ts'),
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: {
      '@hookline/core/internal': join(ROOT, 'packages/core/src/internal.ts'),
      '@hookline/core': join(ROOT, 'packages/core/src/index.ts'),
      '@hookline/agent': join(ROOT, 'packages/agent/src/index.ts'),
    },
    logLevel: 'error',
  });
  return outdir;
}

function chosenOf(targets) {
  const wanted = options.target ?? targets.map(({ name }) => name);
  const unknown = wanted.find((name) => !targets.some((target) => target.name === name));
  if (unknown !== undefined) giveUp(`no target "${unknown}"; there are ${targets.map(({ name }) => name).join(', ')}`);
  return targets.filter(({ name }) => wanted.includes(name));
}

/** Shares the inputs by weight. */
function countsOf(targets) {
  const whole = targets.reduce((sum, { weight }) => sum + weight, 0);
  return targets.map(({ name, weight }) => ({ target: name, inputs: Math.ceil((inputs * weight) / whole) }));
}

function runWorker(program, job, counts) {
  const place = join(folder, `place-${job}`);
  const results = [];
  return new Promise((resolve) => {
    const worker = fork(join(program, 'worker.mjs'), { cwd: ROOT });
    const watch = watchOver(worker, place, (where) => {
      const [target = '', index = '0'] = where.split(' ');
      const detail = `used more than ${LONGEST_INPUT_SECONDS} s of the processor and was given up`;
      results.push({
        target,
        inputs: 0,
        ms: 0,
        failures: [{ kind: 'hang', target, index: Number(index), input: '', detail }],
      });
      worker.kill('SIGKILL');
    });
    worker.on('message', (result) => results.push(result));
    worker.on('exit', (code, signal) => {
      clearInterval(watch);
      const isWhole = counts.every(({ target }) => results.some((result) => result.target === target));
      if (!isWhole && !results.some(({ inputs: count }) => count === 0)) {
        const [target = '', index = '0'] = placeIn(place).split(' ');
        const detail = `the process ended with ${signal ?? code}`;
        results.push({
          target,
          inputs: 0,
          ms: 0,
          failures: [{ kind: 'crash', target, index: Number(index), input: '', detail }],
        });
      }
      resolve(results);
    });
    const { seed } = options;
    worker.send({
      seed,
      corpus: join(HERE, 'corpus'),
      place,
      first: job,
      step: jobs,
      planted: options.plant ?? null,
      counts,
    });
  });
}

/** Looks at the worker's own use of the processor: on a busy machine the clock on the wall says little. */
function watchOver(worker, place, onHang) {
  let last = { where: '', seconds: 0 };
  return setInterval(() => {
    const where = placeIn(place);
    const seconds = processorSeconds(worker.pid);
    if (where !== last.where) last = { where, seconds };
    else if (seconds - last.seconds > LONGEST_INPUT_SECONDS) onHang(where);
  }, 1000);
}

function placeIn(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

function processorSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

function showTarget(target, results) {
  const count = results.reduce((sum, result) => sum + result.inputs, 0);
  const seconds = results.reduce((sum, result) => sum + result.ms, 0) / 1000;
  const failed = results.reduce((sum, result) => sum + result.failures.length, 0);
  console.log(
    `${target.padEnd(20)} ${String(count).padStart(8)} inputs ${seconds.toFixed(1).padStart(7)} s${failed === 0 ? '' : `  ${failed} FAILED`}`,
  );
}

/** A few of each kind are enough to look at. */
function isTelling({ kind, target }, index, all) {
  return all.slice(0, index).filter((other) => other.kind === kind && other.target === target).length < 2;
}

function showFailure({ kind, target, index, input, detail }) {
  console.log(`\n${kind} in ${target}, input ${index} of seed ${options.seed}: ${detail}`);
  console.log(`  ${JSON.stringify(input.length > 500 ? `${input.slice(0, 500)}…` : input)}`);
}

function wholeNumber(name) {
  const number = Number(options[name]);
  return Number.isInteger(number) && number > 0
    ? number
    : giveUp(`--${name} takes a whole number above 0, not "${options[name]}"`);
}

function giveUp(why) {
  console.error(`fuzz: ${why}`);
  process.exit(1);
}
