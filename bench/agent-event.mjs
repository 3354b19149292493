// What one event of a connected agent costs: the same call, by turns, as an http entry with a kept connection, as the small sh
// client, and beside them `sh -c :`. One inline hook runs at each event. Prints one JSON object; a ratio is the median of those of
// one round. Needs a build: npm run build && node bench/agent-event.mjs (ROUNDS=300)
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median, pairedRatio, percentile } from './statistics.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 300);
const WARM_UP = 20;
const PROGRAM = fileURLToPath(new URL('../packages/cli/dist/hookline.js', import.meta.url));

const root = mkdtempSync(join(tmpdir(), 'hookline-agent-event-'));
const [home, project] = [join(root, 'home'), join(root, 'project')];
const state = join(home, '.local/state/hookline');
const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: home, CLAUDE_PROJECT_DIR: project };
for (const folder of [join(home, '.qoder'), project, state]) mkdirSync(folder, { recursive: true });
const inline = { type: 'command', command: 'exit 0' };
writeFileSync(
  join(home, '.qoder/settings.json'),
  JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [inline] }] } }),
);
async function measured() {
  const sides = { http: byHttp(), client: byClient(), shell: () => run('/bin/sh', ['-c', ':'], '') };
  const names = Object.keys(sides);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const load = loadavg()[0];
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    for (const index of names.keys()) {
      const name = names[(index + round) % names.length];
      const startedAt = performance.now();
      await sides[name](round);
      if (round >= WARM_UP) times[name].push(performance.now() - startedAt);
    }
  }
  checkRecord();
  return {
    rounds: ROUNDS,
    load,
    ...Object.fromEntries(names.map((name) => [name, figures(times[name], times.shell)])),
  };
}

const figures = (own, shell) => ({
  ms: rounded(median(own)),
  p95: rounded(percentile(own, 95)),
  ratio: rounded(pairedRatio(own, shell).ratio),
});

const rounded = (value) => Math.round(value * 100) / 100;

/** The hook has run at every event that was asked about. */
function checkRecord() {
  const folder = join(state, 'record');
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const runs = texts.join('').match(/"status":"passed"/g)?.length ?? 0;
  if (runs !== 2 * (ROUNDS + WARM_UP)) throw new Error(`${runs} runs of the hook for ${2 * (ROUNDS + WARM_UP)} events`);
}

async function startServer() {
  const connected = hookline('connect', 'claude', '--via', 'http', '--yes', '--unattended');
  if (connected.status !== 0) throw new Error(`connect failed: ${connected.stdout}${connected.stderr}`);
  const child = spawn(process.execPath, [...flags(), PROGRAM, 'serve'], { cwd: root, env, stdio: ['ignore', 2, 2] });
  const address = join(state, 'resident/http.json');
  for (let attempt = 0; ; attempt += 1) {
    const { port } = JSON.parse(readFileSync(address, 'utf8'));
    if (await isListening(port)) return child;
    if (attempt > 300) throw new Error('the server does not listen');
    await wait(100);
  }
}

/** Options for the server’s own Node, such as --cpu-prof. */
const flags = () => process.env.SERVER_FLAGS?.split(' ') ?? [];

async function isListening(port) {
  try {
    await asked(port, '/', '', undefined);
    return true;
  } catch {
    return false;
  }
}

function hookline(...words) {
  return spawnSync(process.execPath, [PROGRAM, ...words], { cwd: project, env, encoding: 'utf8' });
}

const payload = (call) =>
  JSON.stringify({
    session_id: 's-1',
    transcript_path: join(home, 't.jsonl'),
    cwd: project,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'true', description: 'd' },
    tool_use_id: `call-${call}`,
  });

function byHttp() {
  const { port, secret } = JSON.parse(readFileSync(join(state, 'resident/http.json'), 'utf8'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return async (round) => {
    const { status, text } = await asked(port, `/${secret}/hook/claude/PreToolUse`, payload(`http-${round}`), agent);
    if (status !== 200 || text !== '') throw new Error(`answered with ${status}: ${text}`);
  };
}

function asked(port, path, body, agent) {
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path, method: 'POST', agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    call.on('error', reject).end(body);
  });
}

function byClient() {
  const client = join(root, 'client');
  const { stderr, status } = hookline('client', '--output', client);
  if (status !== 0) throw new Error(`hookline client failed: ${stderr}`);
  return (round) => run(client, ['hook', 'claude', 'PreToolUse'], payload(`client-${round}`));
}

async function run(program, words, input) {
  const child = spawn(program, words, { cwd: project, env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => undefined).end(input);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => (text += part));
  const [status] = await once(child, 'close');
  if (status !== 0 || text !== '') throw new Error(`${program} ended with ${status}: ${text}`);
}

const server = await startServer();
try {
  console.log(JSON.stringify(await measured(), null, 2));
} finally {
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}
