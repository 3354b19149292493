// What `hookline fire` costs on a machine that ships its record, against one that has joined nothing: pairs in turn, each a
// process of its own, waited for until it has ended.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pairedRatio, percentile, ratioOfBlocks } from '../statistics.mjs';

const [WARM_UP, PAIRS, BLOCK] = [6, 600, 20];
const WORDS = ['fire', '--event', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}'];

export async function fireBeside(rig, say) {
  const joined = await rig.join();
  const project = join(rig.folder, 'project');
  mkdirSync(project, { recursive: true });
  const states = { on: joined.stateFolder, off: join(rig.folder, 'alone') };
  const timed = (side) => {
    const env = { PATH: process.env.PATH, HOME: rig.folder, HOOKLINE_STATE_DIR: states[side] };
    const begun = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [rig.command, ...WORDS], { cwd: project, env });
    if (status !== 0) throw new Error(`fire ended with ${status}: ${stderr}`);
    return performance.now() - begun;
  };
  // The first event of a machine starts its shipper, which stays as long as lines come.
  for (let n = 0; n < WARM_UP; n += 1) for (const side of ['on', 'off']) timed(side);
  await sleep(3_000);
  const times = { on: [], off: [] };
  for (let n = 0; n < PAIRS; n += 1)
    for (const side of n % 2 === 0 ? ['on', 'off'] : ['off', 'on']) times[side].push(timed(side));
  const p95 = (blocks) => percentile(blocks.flat(), 95);
  const [on, off] = [times.on, times.off].map(blocksOf);
  const middle = pairedRatio(times.on, times.off);
  say(`fire with the shipper on against without, ${PAIRS} pairs, median`, inPercent(middle));
  const slow = inPercent(ratioOfBlocks(on, off, p95));
  say('  p95', `${p95(on).toFixed(0)} and ${p95(off).toFixed(0)} ms, ${slow}`);
  const { shipped } = JSON.parse(
    spawnSync(process.execPath, [rig.command, 'ship', '--wait', '20', '--json'], {
      env: { PATH: process.env.PATH, HOME: rig.folder, HOOKLINE_STATE_DIR: states.on },
    }).stdout,
  );
  endShipper(states.on);
  const { machines } = await rig.ask('/v1/machines');
  const lines = machines.find(({ machine }) => machine === joined.machine.machine)?.lines;
  say('  lines of it that the gateway has', `${lines} of ${2 * (WARM_UP + PAIRS)} (${shipped} by the last look)`);
}

const blocksOf = (times) =>
  Array.from({ length: times.length / BLOCK }, (_, n) => times.slice(n * BLOCK, (n + 1) * BLOCK));

function inPercent({ ratio, low, high }) {
  const percent = (value) => ((value - 1) * 100).toFixed(1);
  return `${percent(ratio)} % (95 %: ${percent(low)} to ${percent(high)})`;
}

/** It would stay for a minute, and write into a folder that is gone. */
function endShipper(stateFolder) {
  try {
    process.kill(Number(readFileSync(join(stateFolder, 'fleet', 'shipper.lock'), 'utf8')));
  } catch {
    // it has ended already
  }
}
