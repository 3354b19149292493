// Plants every bug of bugs.mjs in a copy of the repository and expects its rows to notice: `N of N planted bugs were noticed`.
// node test/faults/planted/run.mjs [--jobs N] [--list] [BUG…]
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { BUGS, OPEN_ROWS } from './bugs.mjs';
import { makeCopy, misfitsOf, plantBug, removeCopy, run } from './copy.mjs';

const { values, positionals } = parseArgs({
  options: { jobs: { type: 'string', default: '2' }, list: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const chosen = positionals.length === 0 ? BUGS : BUGS.filter(({ id }) => positionals.includes(id));
if (chosen.length === 0) throw new Error(`no such bug; known are ${BUGS.map(({ id }) => id).join(', ')}`);
const misfits = BUGS.flatMap(misfitsOf);
if (misfits.length > 0) throw new Error(misfits.join('\n'));
if (values.list) {
  for (const { id, file, rows } of chosen) console.log(`${id}\n  in ${file}\n  noticed by ${rows.join(', ')}`);
} else {
  process.exitCode = await runAll();
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
    const rows = positionals.length > 0 ? [] : tellUnproven(tests, seenFailing);
    console.log(`${noticed} of ${results.length} planted bugs were noticed`);
    return noticed === results.length && rows.every((row) => OPEN_ROWS.includes(row)) ? 0 : 1;
  } finally {
    copies.forEach(removeCopy);
  }
}

/** Tells which tests no bug has made fail; gives the rows of which that is true for all tests. */
function tellUnproven(tests, seenFailing) {
  const ofRows = tests.filter(({ row }) => row !== null);
  const unproven = ofRows.filter(({ name }) => !seenFailing.has(name));
  for (const { name, row } of unproven) console.log(`never failed${OPEN_ROWS.includes(row) ? ' (open)' : ''}: ${name}`);
  const proven = new Set(ofRows.filter(({ name }) => seenFailing.has(name)).map(({ row }) => row));
  const rows = new Set(ofRows.map(({ row }) => row));
  console.log(
    `${ofRows.length - unproven.length} of ${ofRows.length} tests and ${proven.size} of ${rows.size} rows were seen failing`,
  );
  return [...rows].filter((row) => !proven.has(row));
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
  const takeOut = await plantBug(copy, bug);
  try {
    const { failed, failedRows } = await failuresOf(copy, bug, tests);
    const missed = bug.rows.filter((row) => !failedRows.has(row));
    const detail = missed.length === 0 ? '' : `: nothing failed in ${missed.join(', ')}`;
    const noticed = missed.length === 0 && failedRows.size > 0;
    return { noticed, detail, failed, tookMs: performance.now() - startedAt };
  } finally {
    takeOut();
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
