// What the index of a long record costs by itself, in this process; bench/studio.mjs measures the whole studio.
// node bench/record-index.mjs [LINES] [FOLDER]; a folder that holds a record already is used as it is, and stays.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FILTERS, writeLongRecord } from './studio/long-record.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const core = await import(join(root, 'packages/core/dist/internal.js'));
const lines = Number(process.argv[2] ?? 1_000_000);
const given = process.argv[3];
const folder = given ?? mkdtempSync(join(tmpdir(), 'hookline-bench-index-'));
const record = writeLongRecord(folder, lines);
try {
  rmSync(join(folder, 'index'), { recursive: true, force: true });
  await measure('cold');
  await measure('from the cache');
} finally {
  if (given === undefined) rmSync(folder, { recursive: true, force: true });
}

async function measure(how) {
  const { IndexQueries, openRows, parseFilter, RecordIndex } = core;
  globalThis.gc?.();
  const [cpu, started] = [process.cpuUsage(), performance.now()];
  const index = new RecordIndex(record, { cache: join(folder, 'index') });
  const queries = new IndexQueries(index);
  const first = await until(async () => {
    const { rows } = await queries.rows({ filter: parseFilter(''), limit: 100 });
    return rows.length === 100 && openRows(record, rows).length === 100;
  }, started);
  const whole = await until(() => index.isDone(), started);
  const used = process.cpuUsage(cpu);
  const columns = process.memoryUsage().arrayBuffers / 1e6;
  const { lines: read, files, cacheProblem } = index.progress();
  console.log(`${how}: ${read} lines in ${files} files${cacheProblem === null ? '' : `; ${cacheProblem}`}`);
  console.log(
    `  first 100 rows ${shown(first)}, whole index ${shown(whole)}, CPU ${((used.user + used.system) / 1e6).toFixed(2)} s`,
  );
  console.log(`  memory: columns ${columns.toFixed(0)} MB, process ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`);
  const ask = async (q) => openRows(record, (await queries.rows({ filter: parseFilter(q), limit: 100 })).rows).length;
  const times = [];
  for (let round = 0; round < 15; round += 1) for (const q of FILTERS) times.push(await timed(() => ask(q)));
  console.log(
    `  filter to rows, ${times.length} times: p50 ${shown(share(times, 0.5))}, p95 ${shown(share(times, 0.95))}`,
  );
  console.log(
    `  histogram of 720: ${shown(await timed(() => queries.histogram(parseFilter(''), { from: null, to: null, buckets: 720 })))}`,
  );
  console.log(`  search for a text that is nowhere: ${shown(await timed(() => ask('text:"nowhere to be found"')))}`);
  console.log(
    `  search for a text that is everywhere, to the first rows: ${shown(await timed(() => ask('text:"npm test"')))}`,
  );
  const {
    rows: [ref],
  } = await queries.rows({ filter: parseFilter(''), limit: 1, before: null });
  console.log(`  one decision by its id: ${shown(await timed(() => queries.find(ref.file.block.ids.of(ref.row))))}`);
  await index.close();
}

async function until(isSo, started) {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 2));
  return performance.now() - started;
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function share(numbers, part) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

function shown(ms) {
  return ms < 1000 ? `${ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
