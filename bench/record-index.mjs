// What the studio's index of a long record costs: lines written with the product's own writer, then read by the index.
// node bench/record-index.mjs [LINES] [FOLDER]; a folder that holds a record already is used as it is, and stays.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const core = await import(join(root, 'packages/core/dist/internal.js'));
const lines = Number(process.argv[2] ?? 1_000_000);
const given = process.argv[3];
const folder = given ?? mkdtempSync(join(tmpdir(), 'hookline-bench-index-'));
const record = join(folder, 'record');
const FILTERS = [
  'is:block project:service-13',
  'hook:guard-7 since:7d',
  'fault:any',
  'slow:>400ms',
  'session:session-77',
  'is:fault until:14d',
  'tool:bash is:pass',
];
try {
  if (!existsSync(record)) write(lines / 2);
  rmSync(join(folder, 'index'), { recursive: true, force: true });
  await measure('cold');
  await measure('from the cache');
  await serve('from the cache');
  rmSync(join(folder, 'index'), { recursive: true, force: true });
  await serve('cold');
} finally {
  if (given === undefined) rmSync(folder, { recursive: true, force: true });
}

/** A few weeks of many agents: 50 projects, 40 hooks, one decision in twenty blocked, one hook in fifty broken. */
function write(decisions) {
  const { newDecisionId, openRecord } = core;
  const writer = openRecord(record, { retention: { keepFiles: 1_000_000 } });
  const from = Date.now() - 28 * 86_400_000;
  const step = (28 * 86_400_000) / decisions;
  for (let count = 0; count < decisions; count += 1) {
    const at = from + count * step;
    const id = newDecisionId(at);
    const runs = Array.from({ length: 1 + (count % 3 === 0 ? 1 : 0) }, (_, index) => run(count, index));
    const blocked = count % 20 === 0;
    const block = blocked ? { effect: 'deny_tool', reason: 'rm -rf is not allowed here', hook: runs[0].id } : null;
    writer.append(
      {
        v: 1,
        kind: 'start',
        id,
        at: new Date(at).toISOString(),
        pid: 4_000_000 + (count % 1000),
        project: `/projects/service-${count % 50}`,
        event: {
          hook_event_name: count % 4 === 0 ? 'PostToolUse' : 'PreToolUse',
          session_id: `session-${Math.floor(count / 200)}`,
          cwd: `/projects/service-${count % 50}`,
          tool_name: ['Bash', 'Read', 'Write', 'Edit'][count % 4],
          tool_input: {
            command: `npm test -- --run ${count % 977} # ${'x'.repeat(count % 120)}`,
            description: 'Runs the tests',
          },
        },
        hooks: runs.map((each) => each.id),
      },
      {
        v: 1,
        kind: 'end',
        id,
        at: new Date(at + 40).toISOString(),
        outcome: {
          decision: blocked ? 'block' : 'none',
          reason: null,
          block,
          rewritten: [],
          contexts: { count: 0, texts: [] },
          messages: [],
          extra: {},
        },
        hooks: runs,
        durationMs: 5 + ((count * 7919) % 4000) / 10,
      },
    );
  }
  writer.close();
}

function run(count, index) {
  const hook = (count + index * 7) % 40;
  const broken = count % 50 === 7;
  return {
    id: `qoder:project:PreToolUse[${hook}].hooks[0]`,
    name: `guard-${hook}`,
    dialect: hook % 2 === 0 ? 'qoder' : 'claude',
    scope: 'project',
    source: '.qoder/settings.json',
    handler: 'command',
    status: count % 20 === 0 ? 'blocked' : broken ? 'failed' : 'passed',
    exitCode: broken ? 1 : 0,
    signal: null,
    durationMs: ((count * 104_729 + index) % 30_000) / 100,
    stdout: '',
    stderr: count % 20 === 0 ? 'rm -rf is not allowed here\n' : 'checked '.repeat(count % 9),
    truncated: [],
    fault: broken ? { code: 'exit', message: 'it ended with exit code 1' } : null,
    quiet: false,
    why: null,
    notes: [],
  };
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

/** The whole command, from its start: the first rows, filters and memory of the process. */
async function serve(how) {
  const started = performance.now();
  const env = { HOME: folder, PATH: process.env.PATH, HOOKLINE_STATE_DIR: folder };
  const words = [join(root, 'packages/cli/dist/hookline.js'), 'studio', '--no-open', '--json'];
  const child = spawn(process.execPath, words, { cwd: folder, env });
  try {
    const { url, port } = JSON.parse(await new Promise((resolve) => child.stdout.once('data', resolve)));
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ code: new URL(url).hash.slice(1) });
    const session = await fetch(`http://127.0.0.1:${port}/api/session`, { method: 'POST', body, headers });
    const authorization = `Bearer ${(await session.json()).token}`;
    const get = async (path) => (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } })).json();
    await get('/api/decisions?limit=100');
    const first = performance.now() - started;
    const whole = await until(async () => (await get('/api/meta')).index.done, started);
    const resident = () => {
      const status = existsSync(`/proc/${child.pid}/status`) ? readFileSync(`/proc/${child.pid}/status`, 'utf8') : '';
      return `${Math.round(Number(status.match(/VmRSS:\s+(\d+)/)?.[1]) / 1000)} MB`;
    };
    const afterReading = resident();
    const times = [];
    for (let round = 0; round < 15; round += 1)
      for (const q of FILTERS)
        times.push(await timed(() => get(`/api/decisions?limit=100&q=${encodeURIComponent(q)}`)));
    const asked = {};
    for (const page of ['histogram', 'latency', 'faults', 'shadow'])
      asked[page] = await timed(() => get(`/api/${page}`));
    console.log(
      `studio, ${how}: first 100 rows ${shown(first)} after the command was started, all read ${shown(whole)}`,
    );
    console.log(`  filter to rows by HTTP: p50 ${shown(share(times, 0.5))}, p95 ${shown(share(times, 0.95))}`);
    console.log(
      `  ${Object.entries(asked)
        .map(([page, ms]) => `${page} ${shown(ms)}`)
        .join(', ')}; memory ${afterReading} when all is read, ${resident()} after these`,
    );
  } finally {
    child.kill('SIGTERM');
  }
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
