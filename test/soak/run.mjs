// Runs hooks of all dialects and handlers, healthy ones and faults mixed, in one host, and counts what is left behind:
//   node test/soak/run.mjs [--runs 100000] [--seconds 3600] [--seed 1] [--patience 20] [--leak WHAT] [--only KIND] [--verbose]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildSync } from 'esbuild';

const MEGABYTE = 1024 * 1024;
/** How much more may be in use at the end: caches of strings and code, and what the allocator keeps. */
const MOST_HEAP_BYTES = 12 * MEGABYTE;
/** In 10,000 runs. */
const MOST_SLOPE_BYTES = 8 * MEGABYTE;
/** Below this the slope says nothing. */
const SLOPE_RUNS = 20_000;
/** Who loops for ever cannot take its dead child in, and its thread takes that with it. */
const LEAVES_ZOMBIES = 'module loops, its child escapes';
/** Of the events that come before those that count. */
const ZOMBIES_BEFORE = 3;
/** Named pipes that wait in the private folder for the next process. */
const MOST_STORED = 16;

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3600' },
    seed: { type: 'string', default: '1' },
    patience: { type: 'string', default: '20' },
    leak: { type: 'string' },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-soak-')));
try {
  process.exitCode = await soak();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function soak() {
  const program = bundle();
  const server = spawn(process.execPath, [join(here, 'programs/server.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [port] = await once(server.stdout.setEncoding('utf8'), 'data');
  const sharedBefore = sharedMemory();
  const job = {
    root: join(folder, 'site'),
    port: Number(port),
    runs: Number(values.runs),
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    patience: Number(values.patience),
    leak: values.leak ?? null,
    only: values.only ?? null,
    resultFile: join(folder, 'result.json'),
  };
  const status = await runHost(program, job);
  server.stdin.end();
  if (status !== 0) {
    console.log(`soak: the host ended with ${status}`);
    return 1;
  }
  return tell(JSON.parse(readFileSync(job.resultFile, 'utf8')), leftFiles(sharedBefore));
}

function bundle() {
  const outfile = join(folder, 'program/host.mjs');
  buildSync({
    entryPoints: [join(here, 'host.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    // Some of what is bundled is CommonJS.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  cpSync(join(here, '../../packages/core/assets'), join(folder, 'program/assets'), { recursive: true });
  cpSync(join(here, 'programs'), join(folder, 'program/programs'), { recursive: true });
  return outfile;
}

/** Alone in a process namespace where that can be had, so that every process that is left is seen. */
async function runHost(program, job) {
  mkdirSync(job.root);
  mkdirSync(join(folder, 'tmp'));
  const command = [process.execPath, '--expose-gc', program, JSON.stringify(job)];
  const alone = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
  const isAlone = spawnSync(alone[0], [...alone.slice(1), 'true']).status === 0;
  // The shell is the first process there, and takes in whoever loses its parent.
  const whole = isAlone ? [...alone, 'sh', '-c', '"$@" & wait $!', 'sh', ...command] : command;
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    TMPDIR: join(folder, 'tmp'),
    HOOKLINE_MAX_PROCESSES: '12',
    HOOKLINE_SOAK_ALONE: isAlone ? '1' : '0',
  };
  if (!isAlone) console.log('soak: no process namespace can be had; processes are told by their environment');
  const child = spawn(whole[0], whole.slice(1), { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [status, signal] = await once(child, 'exit');
  return status ?? signal;
}

/** Files that stand where none should, after the host has ended. */
function leftFiles(sharedBefore) {
  const temporary = filesIn(join(folder, 'tmp'));
  const stored = temporary.filter((name) => /^hookline-\w+\/free-[^/]*$/.test(name));
  const state = filesIn(join(folder, 'site/state')).filter((name) => !/^record\/[\w.-]+\.jsonl?$|^trust/.test(name));
  return [
    ...temporary.filter((name) => !stored.includes(name)),
    ...stored.slice(MOST_STORED),
    ...state.filter((name) => /tmp|lock|new|~/.test(name)).map((name) => `state/${name}`),
    ...filesIn(join(folder, 'site/home')).map((name) => `home/${name}`),
    ...sharedMemory().filter((name) => !sharedBefore.includes(name)),
  ];
}

function filesIn(root) {
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  } catch {
    return [];
  }
}

/** Where events are spooled when the disk is full. */
function sharedMemory() {
  return filesIn('/dev/shm').filter((name) => name.startsWith('spool-'));
}

function tell(result, files) {
  const { runs, events, seconds, orphans, zombies, descriptors, heapGrowthBytes, slopeBytes } = result;
  const megabytes = (bytes) => (bytes / MEGABYTE).toFixed(1);
  const problems = [
    ...result.unexpected.map((line) => `unexpected: ${line}`),
    ...orphans.map((line) => `orphan: ${line}`),
    ...(zombies > (result.byKind[LEAVES_ZOMBIES] ?? 0) + ZOMBIES_BEFORE ? [`zombies: ${zombies}`] : []),
    ...descriptors.map((line) => `descriptor: ${line}`),
    ...result.resources.map((line) => `resource: ${line}`),
    ...result.listeners.map((line) => `listener: ${line}`),
    ...files.map((line) => `file: ${line}`),
    ...(heapGrowthBytes > MOST_HEAP_BYTES ? [`heap: grew by ${megabytes(heapGrowthBytes)} MB`] : []),
    ...(runs >= SLOPE_RUNS && slopeBytes > MOST_SLOPE_BYTES
      ? [`memory: grows by ${megabytes(slopeBytes)} MB in 10,000 runs`]
      : []),
  ];
  for (const problem of problems) console.log(problem);
  if (values.verbose) console.log(JSON.stringify(result.byKind, null, 2));
  const slope = runs >= SLOPE_RUNS ? `, resident memory ${megabytes(slopeBytes)} MB in 10,000 runs` : '';
  console.log(
    `soak: runs ${runs}, orphans ${orphans.length}, leaked descriptors ${descriptors.length}, ` +
      `leaked files ${files.length}, heap growth ${megabytes(heapGrowthBytes)} MB`,
  );
  console.log(
    `soak: ${events} events in ${seconds.toFixed(0)} s, ${(runs / seconds).toFixed(0)} runs a second, zombies ${zombies}${slope}`,
  );
  return problems.length === 0 ? 0 : 1;
}
