// What the studio costs and how fast it shows: from an append to the page's stream, and `fire` beside an open studio
// against `fire` alone, taken in turns. node bench/studio.mjs [APPENDS] [FIRES]
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { newDecisionId, openRecord, trustProject } = await import(join(root, 'packages/core/dist/internal.js'));
const hookline = join(root, 'packages/cli/dist/hookline.js');
const [appends = 100, fires = 20] = process.argv.slice(2).map(Number);

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-bench-studio-')));
const project = join(folder, 'project');
const env = { HOME: folder, PATH: process.env.PATH };
try {
  await prepare();
  const studio = await openStudio();
  const seen = listen(studio);
  await seen.ready;
  console.log(`append to stream, ${appends} decisions: ${shown(await latencies(seen))}`);
  const [beside, alone] = await fireInTurns(studio);
  console.log(`fire beside the studio, ${fires} each: ${shown(beside)}`);
  console.log(`fire alone: ${shown(alone)}`);
  console.log(`p50 beside / alone: ${(share(beside, 0.5) / share(alone, 0.5)).toFixed(3)}`);
  studio.child.kill('SIGTERM');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function prepare() {
  mkdirSync(join(project, '.qoder'), { recursive: true });
  const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', name: 'pass', command: 'true' }] }] };
  writeFileSync(join(project, '.qoder/settings.json'), JSON.stringify({ hooks }));
  await trustProject({ project, home: folder, env });
}

function openStudio() {
  const child = spawn(process.execPath, [hookline, 'studio', '--no-open', '--json'], { cwd: project, env });
  return new Promise((resolve) => {
    child.stdout.once('data', async (line) => {
      const { url, port } = JSON.parse(line);
      const body = JSON.stringify({ code: new URL(url).hash.slice(1) });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`http://127.0.0.1:${port}/api/session`, { method: 'POST', body, headers });
      resolve({ child, port, token: (await answer.json()).token });
    });
  });
}

/** When each decision came through the stream, by its id. */
function listen({ port, token }) {
  const times = new Map();
  let ready;
  const isReady = new Promise((resolve) => (ready = resolve));
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/live`, { headers: { authorization: `Bearer ${token}` } });
    let rest = '';
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split('\n\n');
      rest = parts.pop();
      for (const line of parts.flatMap((part) => part.split('\n')).filter((each) => each.startsWith('data: '))) {
        const message = JSON.parse(line.slice(6));
        if (message.kind === 'meta' && message.meta.index.done) ready();
        for (const { id } of message.rows ?? []) if (!times.has(id)) times.set(id, performance.now());
      }
    }
  };
  read().catch(() => undefined);
  return { times, ready: isReady };
}

async function latencies({ times }) {
  const record = openRecord(join(folder, '.local/state/hookline/record'));
  const written = new Map();
  for (let count = 0; count < appends; count += 1) {
    const id = newDecisionId();
    const at = new Date().toISOString();
    const event = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 'Bash',
      tool_input: { command: `echo ${count}` },
    };
    const outcome = {
      decision: 'none',
      reason: null,
      block: null,
      rewritten: [],
      contexts: { count: 0, texts: [] },
      messages: [],
      extra: {},
    };
    written.set(id, performance.now());
    record.append(
      { v: 1, kind: 'start', id, at, pid: process.pid, project, event, hooks: [] },
      { v: 1, kind: 'end', id, at, outcome, hooks: [], durationMs: 1 },
    );
    await sleep(37);
  }
  while (times.size < appends) await sleep(20);
  record.close();
  return [...written].map(([id, at]) => times.get(id) - at);
}

/** In turns, so that what else runs on the machine meets both alike; a stopped studio costs nothing. */
async function fireInTurns({ child }) {
  const [beside, alone] = [[], []];
  for (let count = 0; count < fires; count += 1) {
    child.kill('SIGCONT');
    await sleep(300);
    beside.push(fire());
    await sleep(300);
    child.kill('SIGSTOP');
    alone.push(fire());
  }
  child.kill('SIGCONT');
  return [beside, alone];
}

function fire() {
  const started = performance.now();
  const words = ['fire', '--event', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}'];
  const { status } = spawnSync(process.execPath, [hookline, ...words], { cwd: project, env });
  if (status !== 0) throw new Error(`fire ended with ${status}`);
  return performance.now() - started;
}

function share(numbers, part) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

function shown(numbers) {
  const of = (part) => share(numbers, part).toFixed(1);
  return `p50 ${of(0.5)} ms, p95 ${of(0.95)} ms, max ${of(1)} ms`;
}
