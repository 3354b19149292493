// Holds the answers of matchers against those of Python's re, on a quiet machine and beside programs that keep it busy:
// node test/matchers/run.mjs [--pairs 50000] [--seed 1] [--busy 2]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compileMatcher } from '../../packages/core/dist/engine/rules/compile-matcher.js';
import { createEventSearches, whenSearched } from '../../packages/core/dist/engine/rules/slow-searches.js';
import { pairsOf } from './pairs.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
    busy: { type: 'string', default: '0' },
  },
});

/** Matchers that are made ready, by rule and pattern. */
const known = new Map();
const pairs = pairsOf(Number(values.pairs), Number(values.seed));
const expected = askPython(pairs);
const quiet = await askAll(pairs);
let differences = report('quiet', quiet);
if (Number(values.busy) > 0) {
  const busy = await beside(Number(values.busy), () => askAll(pairs));
  differences += report(`beside ${values.busy} busy programs`, busy);
  const flipped = quiet.answers.filter((answer, index) => answer !== busy.answers[index]).length;
  console.log(`${flipped} answers differ between the two runs`);
  differences += flipped;
}
process.exit(differences === 0 ? 0 : 1);

function askPython(cases) {
  const { status, stdout, stderr } = spawnSync('python3', [join(here, 'answers.py')], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(`python3 ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Each pair as an event asks it: what is slow is waited for. */
async function askAll(cases) {
  const start = performance.now();
  const processor = process.cpuUsage();
  const answers = [];
  for (const pair of cases) answers.push(await ask(pair));
  const { user, system } = process.cpuUsage(processor);
  return { answers, wallMs: performance.now() - start, cpuMs: (user + system) / 1000 };
}

/** True, false, `undecided`, or null for a pattern that is refused with a diagnostic. */
async function ask({ rule, pattern, text = null, input = null }) {
  const key = `${rule} ${pattern}`;
  const compiled =
    known.get(key) ??
    (rule === 'kolega'
      ? compileMatcher('names-or-full-regex', { pattern })
      : compileMatcher('tool-and-content-regex', { content: pattern }));
  known.set(key, compiled);
  if (compiled.problems.some(({ severity, isCostly }) => severity === 'error' || isCostly === true)) return null;
  const searches = createEventSearches();
  const subject = { text: text ?? 'Shell', toolName: text ?? 'Shell', toolInput: input, project: '/', slow: searches };
  const { matches, undecided } = await whenSearched(searches, () => compiled.matcher.test({ ...subject }));
  return undecided === undefined ? matches : 'undecided';
}

/** Runs work while so many programs do nothing but count. */
async function beside(count, work) {
  const programs = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    return await work();
  } finally {
    for (const program of programs) program.kill('SIGKILL');
  }
}

/** Prints what was found, and gives the number of wrong answers. */
function report(when, { answers, wallMs, cpuMs }) {
  const asked = pairs.map((pair, index) => ({ ...pair, expected: expected[index], actual: answers[index] }));
  const refused = asked.filter(({ actual, expected: wanted }) => actual === null && wanted !== null);
  const invalid = asked.filter(({ expected: wanted }) => wanted === null);
  const wrong = asked.filter(({ actual, expected: wanted }) => wanted !== null && actual !== null && actual !== wanted);
  const lenient = invalid.filter(({ actual }) => actual === true);
  for (const { input, ...each } of [...wrong, ...lenient].slice(0, 10))
    console.log(
      JSON.stringify({ ...each, ...(input === undefined ? {} : { input: JSON.stringify(input).slice(0, 300) }) }),
    );
  const digest = createHash('sha256').update(JSON.stringify(answers)).digest('hex').slice(0, 16);
  console.log(
    [
      `${when}: ${pairs.length} pairs`,
      `${wrong.length} answers unlike Python's`,
      `${asked.filter(({ actual }) => actual === 'undecided').length} undecided`,
      `${refused.length} refused with a diagnostic that Python takes`,
      `${invalid.length} that Python refuses, ${lenient.length} of them matched here`,
      `${(wallMs / 1000).toFixed(1)} s, ${(cpuMs / 1000).toFixed(1)} s of the processor`,
      `answers ${digest}`,
    ].join('; '),
  );
  return wrong.length + lenient.length;
}
