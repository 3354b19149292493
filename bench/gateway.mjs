// What a gateway with a real PostgreSQL does on this machine: node bench/gateway.mjs [PART …] [--decisions N] [--lines N] [--profile FOLDER]
// Parts: ingest, memory, central, lag, fire, revoke, polls, newest; all of them without one. Sender, gateway and PostgreSQL share the cores.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { percentile } from './statistics.mjs';
import { chunksOf, writeDecisions } from './gateway/chunks.mjs';
import { core, fleet, startRig } from './gateway/rig.mjs';
import { bytesOf, openSender } from './gateway/sender.mjs';
import { fireBeside } from './gateway/fire.mjs';
import { pollOften } from './gateway/polls.mjs';
import { newestBlocks } from './gateway/newest.mjs';
import { revokeEverywhere } from './gateway/revoke.mjs';

const [MACHINES, AT_ONCE] = [24, 4];
/** A gateway runs for weeks: its first seconds, in which Node still compiles it, are not what it does from then on. */
const WARM_UP_LINES = 60_000;
const DECISIONS = 300;
/** A part that sends ends then, however far it has come. */
const LONGEST_MS = 20_000;
const { values, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: {
    decisions: { type: 'string', default: '10000000' },
    lines: { type: 'string', default: '400000' },
    profile: { type: 'string' },
  },
});
const decisions = Number(values.decisions);
const linesEach = Number(values.lines);
const PARTS = {
  ingest,
  memory,
  central,
  lag,
  fire: () => fireBeside(rig, say),
  revoke: () => revokeEverywhere(rig, say),
  polls: (machines) => pollOften(rig, say, machines),
  newest,
};
const say = (what, figure) => console.log(`${what.padEnd(62)} ${figure}`);
const whole = (number) => Math.round(number).toLocaleString('en');

console.log(
  `${cpus().length} cores, Node ${process.version}, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
const rig = await startRig({ profile: values.profile ?? null });
try {
  const machines = [];
  for (let n = 0; n < MACHINES; n += 1) machines.push(await rig.join());
  for (const [name, measure] of Object.entries(PARTS))
    if (parts.length === 0 || parts.includes(name)) await measure(machines);
} finally {
  await rig.close();
}
console.log(
  `load at the end ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);

/** New lines of every machine, as the bytes of the requests that send them. */
async function prepared(machines, size, chunks) {
  const queues = [];
  for (const [n, machine] of machines.entries()) {
    rmSync(machine.recordFolder, { recursive: true, force: true });
    writeDecisions(machine.recordFolder, (chunks * size + 1) >> 1, n);
    const client = await fleet.createClient(machine.machine);
    const { body } = await client.send({ method: 'POST', path: '/v1/streams', body: Buffer.from('{}') });
    client.close();
    const sign = core.createSigner(machine.machine);
    queues.push({ chunks: chunksOf(machine, size, body).map((request) => bytesOf(request, rig.url, sign)) });
  }
  return queues;
}

async function sendNext(sender, { chunks }) {
  const { status, text } = await sender.send(chunks.shift());
  if (status !== 200) throw new Error(`append: ${status} ${text}`);
}

async function storedBytes() {
  const { rows } = await rig.pool.query(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return Number(rows[0].bytes);
}

async function ingest(machines) {
  const first = await takeIn(machines, 67, WARM_UP_LINES);
  say('  the first lines after its start, not counted below', `${whole(first.lines / first.seconds)} lines/s`);
  for (const size of [67, 500]) {
    const before = await storedBytes();
    const { lines, seconds, times, used } = await takeIn(machines, size, linesEach);
    const share = (who) => `${who} ${((used[who] * 1e6) / lines).toFixed(1)}`;
    say(
      `ingest, ${size} lines a chunk, ${AT_ONCE} senders`,
      `${whole(lines / seconds)} lines/s (${whole(lines)} lines, chunk p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms)`,
    );
    say('  processor time of it', `${['sender', 'gateway', 'postgres'].map(share).join(', ')} µs a line`);
    say(
      `stored, ${size} lines a chunk, with all rows and indexes`,
      `${whole(((await storedBytes()) - before) / lines)} bytes a line`,
    );
  }
}

/** Sends so many lines in chunks of one size: how long it took, and the processor time of all that took part. */
async function takeIn(machines, size, wanted) {
  const queues = await prepared(machines, size, Math.ceil(wanted / size / MACHINES));
  const times = [];
  const usedBefore = rig.processorTime();
  const started = performance.now();
  const waiting = [...queues];
  const send = async () => {
    const sender = openSender(rig.url);
    for (let queue = waiting.shift(); queue !== undefined; queue = waiting.shift()) {
      const begun = performance.now();
      await sendNext(sender, queue);
      times.push(performance.now() - begun);
      if (queue.chunks.length > 0 && performance.now() - started < LONGEST_MS) waiting.push(queue);
    }
    sender.close();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  const seconds = (performance.now() - started) / 1000;
  const now = rig.processorTime();
  const used = Object.fromEntries(Object.entries(now).map(([who, time]) => [who, time - usedBefore[who]]));
  return { lines: times.length * size, seconds, times, used };
}

async function memory(machines) {
  const [rate, seconds, size] = [10_000, 15, 67];
  const queues = await prepared(machines, size, Math.ceil((rate * seconds) / size / MACHINES));
  const started = performance.now();
  let [sent, most] = [0, 0];
  const waiting = [...queues];
  const send = async () => {
    const sender = openSender(rig.url);
    for (let queue = waiting.shift(); queue !== undefined; queue = waiting.shift()) {
      const earlyMs = (sent / rate) * 1000 - (performance.now() - started);
      if (earlyMs > 0) await sleep(earlyMs);
      sent += size;
      await sendNext(sender, queue);
      if (sent % (size * 50) === 0) most = Math.max(most, await rig.memory());
      if (queue.chunks.length > 0 && performance.now() - started < LONGEST_MS) waiting.push(queue);
    }
    sender.close();
  };
  await Promise.all(Array.from({ length: 2 * AT_ONCE }, send));
  const lines = sent / ((performance.now() - started) / 1000);
  say(
    `memory of the gateway while it takes ${whole(lines)} lines/s`,
    `${whole(Math.max(most, await rig.memory()))} MB at most`,
  );
}

async function withPolicy({ stateFolder, machine }) {
  fleet.pinRoot(stateFolder, readFileSync(join(rig.repository, 'metadata', '1.root.json'), 'utf8'));
  const env = { HOOKLINE_STATE_DIR: stateFolder };
  const source = { stateFolder, url: `${rig.url}/v1/policy`, machine: machine.machine, env, home: stateFolder };
  const fetched = await fleet.fetchPolicy(source);
  if (fetched.how === 'refused' || fetched.how === 'unreachable') throw new Error(fetched.why);
}

function openHooks(stateFolder) {
  return core.createHooks({
    project: stateFolder,
    home: stateFolder,
    accountHome: stateFolder,
    env: { PATH: process.env.PATH, HOOKLINE_STATE_DIR: stateFolder },
  });
}

async function central([joined]) {
  await withPolicy(joined);
  const hooks = await openHooks(joined.stateFolder);
  const spread = (times) => `p50 ${percentile(times, 50).toFixed(1)} ms, p95 ${percentile(times, 95).toFixed(1)} ms`;
  for (const [what, tool] of [
    ['module', 'Read'],
    ['script', 'Bash'],
  ]) {
    const first = await decisionTimes(hooks, tool, DECISIONS);
    say(`  the first ${DECISIONS} central decisions of a ${what}, not counted below`, spread(first));
    const usedBefore = rig.processorTime();
    const times = await decisionTimes(hooks, tool, DECISIONS);
    const now = rig.processorTime();
    const share = (who) => `${who} ${(((now[who] - usedBefore[who]) * 1000) / DECISIONS).toFixed(1)}`;
    say(`central decision of a ${what}, from fire to outcome, ${DECISIONS}`, spread(times));
    say('  processor time of it', `${['sender', 'gateway', 'postgres'].map(share).join(', ')} ms a decision`);
  }
  await hooks.close();
}

async function decisionTimes(hooks, tool, count) {
  const times = [];
  for (let n = 0; n < count; n += 1) {
    const begun = performance.now();
    const { hooks: runs } = await hooks.fire({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: tool,
      tool_input: { command: `ls ${n}` },
    });
    times.push(performance.now() - begun);
    const [run] = runs.filter(({ status }) => status !== 'skipped');
    if (run?.fault !== null) throw new Error(JSON.stringify(runs));
    await sleep(20); // a machine asks 50 times a second at most
  }
  return times;
}

async function lag() {
  const joined = await rig.join();
  const hooks = await openHooks(joined.stateFolder);
  hooks.on({ event: 'PreToolUse', name: 'no' }, () => ({ decision: 'block', reason: 'no' }));
  const shipping = fleet.shipInBackground({ ...joined, version: '0', onAlarm: console.error });
  const times = [];
  for (let n = 0; n < 6; n += 1) {
    const session = `lag-${n}`;
    const begun = performance.now();
    await hooks.fire({
      hook_event_name: 'PreToolUse',
      session_id: session,
      tool_name: 'Bash',
      tool_input: { command: 'rm' },
    });
    while ((await rig.ask(`/v1/decisions?q=session:${session}&limit=1`)).rows.length === 0) await sleep(50);
    times.push((performance.now() - begun) / 1000);
    await sleep(500 * Math.random());
  }
  say('lag of a block, from fire until a question finds it, 6', `${times.map((time) => time.toFixed(1)).join(', ')} s`);
  await hooks.close();
  shipping.catch(() => undefined);
}

async function newest(machines) {
  const streams = [];
  for (const { machine } of machines) {
    const client = await fleet.createClient(machine);
    const { body } = await client.send({ method: 'POST', path: '/v1/streams', body: Buffer.from('{}') });
    streams.push(body.stream);
    client.close();
  }
  await newestBlocks(rig, streams, decisions, say);
}
