// How fast `hookline replay` runs recorded events against a hook of each handler kind, and how much memory it takes.
//   node bench/replay.mjs            measures, and writes the table of docs/reference/commands/replay.md
//   node bench/replay.mjs --quick    a tenth of the events; writes nothing, prints the table
// Each figure is the median of three processes of their own; the events come from a record that is read as a user's is.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHooks } from '../packages/core/dist/index.js';
import { fromRecord, replay, select } from '../packages/toolbox/dist/index.js';
import { machine } from './machine.mjs';

const JOBS = 4;
const ROUNDS = 3;
const ALL_EVENTS = 100_000;

/** What each kind of hook is, in the configuration of a dialect, and how many events are enough to measure it. */
const KINDS = {
  'bash inline': { events: 1_000, ...qoder({ type: 'command', command: 'read -r line; exit 0' }) },
  'bash script': { events: 500, ...qoder({ type: 'command', command: 'hooks/guard.sh' }) },
  'program with arguments': { events: 500, ...kolega({ type: 'command', command: '/usr/bin/tail -n 0' }) },
  'http on loopback': { events: 2_000, ...qoder({ type: 'http', url: 'URL' }) },
  'python callable': { events: 2_000, ...kolega({ type: 'python', callable: 'guard:look' }) },
  'JavaScript module': { events: 5_000, ...kolega({ type: 'module', module: 'guard.mjs#look' }) },
  'function of the host': { events: ALL_EVENTS, file: null },
};

const [mode, kind, count, place] = process.argv.slice(2);
if (mode === '--child') await measureHere(kind, Number(count), place);
else await measureAll(mode === '--quick');

function qoder(hook) {
  return { file: '.qoder/settings.json', content: { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook] }] } } };
}

function kolega(hook) {
  return { file: '.kolega/hooks.json', content: { schema_version: 1, hooks: { PreToolUse: [{ hooks: [hook] }] } } };
}

async function measureAll(isQuick) {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-replay-bench-'));
  try {
    const part = isQuick ? 10 : 1;
    console.error(`replay: recording ${ALL_EVENTS / part} events`);
    await writeRecord(folder, ALL_EVENTS / part);
    const speeds = Object.entries(KINDS).map(([name, { events }]) => ({
      name,
      ...medianOf(name, events / part, folder, isQuick ? 1 : ROUNDS),
    }));
    const sizes = [1_000, 10_000, 100_000].map((events) => events / part);
    const memory = ['function of the host', 'JavaScript module'].map((name) => ({
      name,
      sizes: sizes.map((events) => ({ events, ...medianOf(name, events, folder, 1) })),
    }));
    const text = tables(speeds, memory);
    console.log(text);
    if (!isQuick) writePage(text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Events that were decided while there was no hook at all. */
async function writeRecord(folder, events) {
  const project = join(folder, 'project');
  mkdirSync(join(project, 'hooks'), { recursive: true });
  writeFileSync(join(project, 'hooks/guard.sh'), '#!/bin/bash\nread -r line\nexit 0\n');
  chmodSync(join(project, 'hooks/guard.sh'), 0o755);
  writeFileSync(join(project, 'guard.py'), 'def look(event):\n    return None\n');
  writeFileSync(join(project, 'guard.mjs'), 'export const look = () => undefined;\n');
  const hooks = await createHooks({ project, home: folder, env: {}, record: join(folder, 'record') });
  for (let at = 0; at < events; at += 1)
    await hooks.fire({
      hook_event_name: 'PreToolUse',
      session_id: `session-${at % 50}`,
      cwd: project,
      tool_name: 'Bash',
      tool_input: { command: `git log --oneline -n ${at}`, description: 'Shows what was done last' },
    });
  await hooks.close();
}

/** The median of several processes; `maxMegabytes` is the most that any of them took. */
function medianOf(name, events, folder, rounds) {
  const results = Array.from({ length: rounds }, () => {
    console.error(`replay: ${name}, ${events} events`);
    const words = [fileURLToPath(import.meta.url), '--child', name, String(events), folder];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
    return JSON.parse(stdout);
  }).toSorted((one, other) => one.perSecond - other.perSecond);
  const middle = results[Math.floor(rounds / 2)];
  return { ...middle, maxMegabytes: Math.max(...results.map(({ megabytes }) => megabytes)) };
}

/** One run in this process. */
async function measureHere(name, events, folder) {
  const { file, content } = KINDS[name];
  const project = join(folder, 'project');
  const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  for (const each of ['.qoder', '.kolega']) rmSync(join(project, each), { recursive: true, force: true });
  if (file !== null) {
    const path = join(project, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(content).replace('URL', `http://127.0.0.1:${server.address().port}/`));
  }
  const open = async () => {
    const hooks = await createHooks({ project, home: folder, env: process.env, trust: 'all', record: false });
    if (file === null) hooks.on({ event: 'PreToolUse' }, () => undefined);
    return hooks;
  };
  const selection = await select(fromRecord(join(folder, 'record')), { limit: events }, true);
  const options = { open, project, defaultProject: project, jobs: JOBS, withCut: false, withBackground: false };
  const summary = await replay(selection, options);
  server.close();
  if (summary.events !== events || summary.same !== events || summary.faults.length > 0)
    throw new Error(`not all events were run: ${JSON.stringify(summary)}`);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(JSON.stringify({ events, perSecond: summary.eventsPerSecond, megabytes }));
}

function tables(speeds, memory) {
  const number = (value) => value.toLocaleString('en-US');
  const { machine: here, node } = machine();
  return [
    `Measured by \`node bench/replay.mjs\`: one hook that looks at the event and passes, ${JOBS} events at a time, medians of ${ROUNDS} processes (${here.processor}, ${here.cores} cores, Node ${node}).`,
    '',
    '| hook | events | events a second | memory |',
    '|---|---:|---:|---:|',
    ...speeds.map(
      ({ name, events, perSecond, maxMegabytes }) =>
        `| ${name} | ${number(events)} | ${number(perSecond)} | ${maxMegabytes} MB |`,
    ),
    '',
    'What it takes does not grow with the number of events, apart from one number for each where they must be counted first:',
    '',
    `| hook | ${memory[0].sizes.map(({ events }) => `${number(events)} events`).join(' | ')} |`,
    `|---|${memory[0].sizes.map(() => '---:|').join('')}`,
    ...memory.map(
      ({ name, sizes }) => `| ${name} | ${sizes.map(({ maxMegabytes }) => `${maxMegabytes} MB`).join(' | ')} |`,
    ),
  ].join('\n');
}

function writePage(text) {
  const page = new URL('../docs/reference/commands/replay.md', import.meta.url);
  const [start, end] = ['<!-- figures -->', '<!-- end of figures -->'];
  const now = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    `${now.slice(0, now.indexOf(start) + start.length)}\n\n${text}\n\n${now.slice(now.indexOf(end))}`,
  );
}
