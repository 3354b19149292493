// Plants every bug of bugs.mjs in a copy of the repository and expects its rows to notice: `N of N planted bugs were noticed`.
// node test/faults/planted/run.mjs [--jobs N] [--list] [BUG…]
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { transform } from 'esbuild';
import { BUGS, OPEN_ROWS } from './bugs.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { values, positionals } = parseArgs({
  options: { jobs: { type: 'string', default: '2' }, list: { type: 'boolean', default: false } },
  allowPositionals: true,
});

/** A bug that makes a test hang is noticed as well, only later. */
const LONGEST_RUN_MS = 600_000;

const chosen = positionals.length === 0 ? BUGS : BUGS.filter(({ id }) => positionals.includes(id));
if (chosen.length === 0) throw new Error(`no such bug; known are ${BUGS.map(({ id }) => id).join(', ')}`);
const misfits = BUGS.flatMap(misfitsOf);
if (misfits.length > 0) throw new Error(misfits.join('\n'));
if (values.list) {
  for (const { id, file, rows } of chosen) console.log(`${id}\n  in ${file}\n  noticed by ${rows.join(', ')}`);
} else {
  process.exitCode = await runAll();
}

/** Every mutation must still fit its source, or it would silently test nothing. */
function misfitsOf(bug) {
  return editsOf(bug).flatMap(({ file, find }) => {
    const count = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8').split(find).length - 1 : 0;
    return count === 1 ? [] : [`${bug.id}: the text to replace stands ${count} times in ${file}:\n${find}`];
  });
}

function editsOf({ file, find, replace, more = [] }) {
  return [{ file, find, replace }, ...more];
}

async function runAll() {
  const copies = Array.from({ length: Math.min(Number(values.jobs), chosen.length) }, makeCopy);
  try {
    const tests = await listTests(copies[0]);
    const unknown = BUGS.flatMap(({ rows }) => rows).filter((row) => !tests.some((test) => test.row === row));
    if (unknown.length > 0) throw new Error(`no test has these rows: ${unknown.join(', ')}`);
    const seenFailing = new Set();
    const waiting = [...chosen];
    const results = [];
    await Promise.all(
      copies.map(async (copy) => {
        for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
          const result = await plant(copy, bug, tests);
          for (const name of result.failed) seenFailing.add(name);
          results.push(result);
          const took = `${(result.tookMs / 1000).toFixed(0)} s`;
          console.log(`${result.noticed ? 'noticed' : 'NOT NOTICED'}  ${bug.id}  (${took})${result.detail}`);
        }
      }),
    );
    const noticed = results.filter((result) => result.noticed).length;
    const unproven = positionals.length > 0 ? [] : tests.filter(({ name }) => !seenFailing.has(name));
    if (positionals.length === 0) tellUnproven(tests, unproven);
    console.log(`${noticed} of ${results.length} planted bugs were noticed`);
    return noticed === results.length && unproven.every(({ row }) => OPEN_ROWS.includes(row)) ? 0 : 1;
  } finally {
    copies.forEach((copy) => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }));
  }
}

/** The sources and what they need; installed packages are only linked. */
function makeCopy() {
  const copy = mkdtempSync(join(tmpdir(), 'hookline-planted-'));
  for (const name of readdirSync(root)) {
    if (['.git', 'node_modules', 'coverage', 'docs', 'bench', 'examples'].includes(name)) continue;
    cpSync(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true, filter: isWanted });
  }
  linkModules(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'packages'))) {
    const modules = join(root, 'packages', name, 'node_modules');
    if (existsSync(modules)) linkModules(modules, join(copy, 'packages', name, 'node_modules'));
  }
  return copy;
}

function isWanted(path) {
  return !/^packages\/[^/]+\/node_modules|\.tsbuildinfo$/.test(relative(root, path));
}

function linkModules(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name !== '.vite') symlinkSync(join(from, name), join(to, name));
}

function tellUnproven(tests, unproven) {
  for (const { name, row } of unproven) console.log(`never failed${OPEN_ROWS.includes(row) ? ' (open)' : ''}: ${name}`);
  console.log(`${tests.length - unproven.length} of ${tests.length} tests were seen failing`);
}

/** Every test with its file and its row: a row's tests have its id in brackets. */
async function listTests(copy) {
  const { output } = await run(copy, vitest(copy), ['list', 'test/faults', '--json']);
  return JSON.parse(output.slice(output.indexOf('[\n'))).map(({ name, file }) => ({
    name,
    file: relative(copy, file),
    row: rowOf(name),
  }));
}

/** The id may hold brackets itself; what follows it is a sentence. */
function rowOf(name) {
  return /(?:^|> )\[(\S+)\] /.exec(name)?.[1] ?? null;
}

function vitest(copy) {
  return join(copy, 'node_modules/.bin/vitest');
}

async function plant(copy, bug, tests) {
  const startedAt = performance.now();
  const originals = new Map();
  for (const { file, find, replace } of editsOf(bug)) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    if (!originals.has(path)) originals.set(path, text);
    const edited = text.split(find).join(replace);
    await transform(edited, { loader: 'ts' }); // throws: a file that nobody can read proves nothing
    writeFileSync(path, edited);
  }
  try {
    if (bug.built) await build(copy);
    const { failed, failedRows } = await failuresOf(copy, bug, tests);
    const missed = bug.rows.filter((row) => !failedRows.has(row));
    const detail = missed.length === 0 ? '' : `: nothing failed in ${missed.join(', ')}`;
    const noticed = missed.length === 0 && failedRows.size > 0;
    return { noticed, detail, failed, tookMs: performance.now() - startedAt };
  } finally {
    for (const [path, text] of originals) writeFileSync(path, text);
  }
}

async function failuresOf(copy, { rows, whole = false, everywhere = false }, tests) {
  const wanted = everywhere ? tests : tests.filter(({ row }) => rows.includes(row));
  const files = [...new Set(wanted.map(({ file }) => file))];
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const pattern = rows.map((row) => row.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  const choice = whole || everywhere ? [] : ['-t', `\\[(?:${pattern})\\] `];
  const args = ['run', ...files, ...choice, '--reporter=json', `--outputFile=${report}`];
  const { status, hung } = await run(copy, vitest(copy), args);
  if (hung) return { failed: [], failedRows: new Set(rows) };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = results
    .filter((result) => result.status === 'failed')
    .map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' > '));
  const failedRows = new Set(failed.map(rowOf));
  // What fails at the end of a file belongs to all of its rows.
  if (whole && results.length > 0 && status !== 0) rows.forEach((row) => failedRows.add(row));
  return { failed, failedRows };
}

async function build(copy) {
  const dist = join(copy, 'packages/cli/dist');
  const { bin } = JSON.parse(readFileSync(join(copy, 'packages/cli/package.json'), 'utf8'));
  rmSync(dist, { recursive: true, force: true });
  const { output } = await run(copy, process.execPath, ['scripts/build.mjs']);
  // The types of a planted bug may be wrong; the command itself is built before they are looked at.
  if (!existsSync(join(copy, 'packages/cli', bin.hookline))) throw new Error(`the build failed:\n${output}`);
}

function run(cwd, command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, CI: '1' } });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    let hung = false;
    const timer = setTimeout(() => {
      hung = true;
      child.kill('SIGKILL');
    }, LONGEST_RUN_MS);
    child.once('error', reject);
    child.once('close', (status) => {
      clearTimeout(timer);
      resolve({ status, hung, output: Buffer.concat(chunks).toString() });
    });
  });
}
