// Runs every cell of the matrix and holds the results against the data: `faults: N of N cells as specified`.
// node test/faults/run.mjs [--quick] [--rows ID,ID…] [--planted BUG]
// With --planted, the bug is planted in a copy and its rows are run there: they must fail.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadMatrix } from './load-matrix.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, rows: { type: 'string' }, planted: { type: 'string' } },
});

const chosen = values.rows?.split(',') ?? null;

process.exitCode = values.planted === undefined ? await runMatrix() : await runPlanted(values.planted);

async function runMatrix() {
  if (!values.quick) process.env.HOOKLINE_FAULTS = 'full';
  const { listCells, countGaps } = await loadMatrix();
  const cells = listCells(values.quick ? 'now' : 'all').filter(({ row }) => chosen?.includes(row) ?? true);
  const { results, failed, isWhole } = await runTests();
  const wrong = cells.filter((cell) => !isAsSpecified(cell, results));
  for (const { row, title } of wrong) console.log(`not as specified: [${row}] ${title}`);
  for (const name of failed) console.log(`failed: ${name}`);
  if (!isWhole && failed.length === 0) console.log('failed: something beside the tests, as told above');
  tellSections(cells, wrong);
  console.log(`not in this dialect: ${countGaps()} cells`);
  console.log(`faults: ${cells.length - wrong.length} of ${cells.length} cells as specified`);
  return wrong.length === 0 && failed.length === 0 && isWhole && cells.length > 0 ? 0 : 1;
}

/** A cell holds when its own test and the check of its whole row, where there is one, have passed. */
function isAsSpecified({ row, title, unit }, results) {
  return results.get(`${row} ${title}`) === 'passed' && (results.get(`${row} ${unit}`) ?? 'passed') === 'passed';
}

async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-matrix-'));
  const report = join(folder, 'report.json');
  const choice = chosen === null ? [] : ['-t', `\\[(?:${chosen.map(escaped).join('|')})\\] `];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  try {
    const status = await start(process.execPath, [
      vitest,
      'run',
      'test/faults',
      ...choice,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]);
    if (!existsSync(report)) return { results: new Map(), failed: [], isWhole: false };
    return { ...read(JSON.parse(readFileSync(report, 'utf8'))), isWhole: status === 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function escaped(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Runs the rows of a bug in a copy that has it. */
async function runPlanted(id) {
  const { BUGS } = await import('./planted/bugs.mjs');
  const { makeCopy, misfitsOf, plantBug, removeCopy } = await import('./planted/copy.mjs');
  const bug = BUGS.find((known) => known.id === id);
  if (bug === undefined) throw new Error(`no such bug; known are ${BUGS.map((known) => known.id).join(', ')}`);
  if (misfitsOf(bug).length > 0) throw new Error(misfitsOf(bug).join('\n'));
  const copy = makeCopy();
  try {
    await plantBug(copy, bug);
    return (
      (await start(process.execPath, [join(copy, 'test/faults/run.mjs'), '--quick', '--rows', bug.rows.join(',')])) ?? 1
    );
  } finally {
    removeCopy(copy);
  }
}

function read({ testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const results = new Map();
  for (const { ancestorTitles, title, status } of tests) {
    const row = /^\[(\S+)\] /.exec(ancestorTitles.at(-1) ?? '')?.[1];
    if (row !== undefined) results.set(`${row} ${title}`, status);
  }
  const failed = tests
    .filter(({ status }) => status === 'failed')
    .map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' > '));
  return { results, failed };
}

function tellSections(cells, wrong) {
  for (const section of new Set(cells.map((cell) => cell.section))) {
    const own = cells.filter((cell) => cell.section === section);
    const bad = wrong.filter((cell) => cell.section === section).length;
    console.log(`${section}: ${own.length - bad} of ${own.length}`);
  }
}

function start(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: process.env });
    child.once('error', reject);
    child.once('close', resolve);
  });
}
