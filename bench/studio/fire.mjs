// `hookline fire` beside an open studio with its page, against the same without.
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, ratioOfBlocks, seededRandom } from '../statistics.mjs';
import { HOOKLINE, startCommand, until } from './command.mjs';
import { childrenMs, familyOf, ownMs } from './processor-time.mjs';

/** What an agent does between two hooks; in it the studio and its page take in what was decided. */
const REST_MS = 100;
const BLOCK = 20;
/** Until what was put off is over: the page counts its chart again three seconds after what came. */
const CALM_MS = 3_500;
const IDLE_MS = 10_000;
const SEED = 20261119;

/**
 * In blocks of calls, beside and alone in random order within each pair of blocks, so that what else runs on the machine
 * meets both alike. Alone, the studio and the browser stand still; what they then have to catch up with is over before
 * the next call is measured.
 */
export async function measureFires({ browser, place, fires, report }) {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const studio = await startCommand(place);
  let all = [];
  try {
    await page.goto(studio.url);
    await until(() => page.locator('.live.is-on').count(), 20);
    await sleep(CALM_MS);
    const others = { studio: [studio.child.pid], browser: familyOf(process.pid, 'chrom') };
    all = [...others.studio, ...others.browser];
    const blocks = { beside: [], alone: [] };
    const random = seededRandom(SEED);
    for (let count = 0; count < fires / BLOCK; count += 1)
      for (const which of random() < 0.5 ? ['beside', 'alone'] : ['alone', 'beside']) {
        signal(all, which === 'beside' ? 'SIGCONT' : 'SIGSTOP');
        await sleep(CALM_MS);
        blocks[which].push(await fireBlock(place));
      }
    signal(all, 'SIGCONT');
    await sleep(CALM_MS);
    reportBlocks(blocks, report);
    await reportOthers({ others, place, report });
  } finally {
    signal(all, 'SIGCONT');
    await page.context().close();
    await studio.stop();
  }
}

const signal = (pids, name) => {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // a process of the browser that has ended
    }
};

/** Times of some calls, and the processor time of each, which depends less on what else the machine does. */
async function fireBlock(place) {
  const before = childrenMs();
  const times = [];
  for (let count = 0; count < BLOCK; count += 1) {
    times.push(fire(place));
    await sleep(REST_MS);
  }
  return { times, processorMs: (childrenMs() - before) / BLOCK };
}

function reportBlocks({ beside, alone }, report) {
  const count = beside.length * BLOCK;
  const timesOf = (blocks) => blocks.flatMap(({ times }) => times);
  report(`fire beside the studio, p95 of ${count}`, percentile(timesOf(beside), 95), 'ms', null);
  report('fire without it, p95', percentile(timesOf(alone), 95), 'ms', null);
  const against = (of) => inPercent(ratioOfBlocks(beside, alone, of));
  report(
    'fire beside the studio, p95 against without',
    against((blocks) => percentile(timesOf(blocks), 95)),
    '%',
    3,
  );
  report(
    'the same, median',
    against((blocks) => percentile(timesOf(blocks), 50)),
    '%',
    null,
  );
  const processor = (blocks) => blocks.reduce((sum, { processorMs }) => sum + processorMs, 0) / blocks.length;
  report('processor time of a fire without it', processor(alone), 'ms', null);
  report('processor time of a fire beside it, against without', against(processor), '%', null);
}

/** What the studio and the browser take themselves: while nothing happens, and for a decision. */
async function reportOthers({ others, place, report }) {
  const taken = () => ({ studio: ownMs(others.studio), browser: ownMs(others.browser) });
  const idle = taken();
  await sleep(IDLE_MS);
  const calm = taken();
  for (let count = 0; count < BLOCK * 2; count += 1) {
    fire(place);
    await sleep(REST_MS);
  }
  await sleep(CALM_MS);
  const busy = taken();
  for (const who of ['studio', 'browser']) {
    const second = ((calm[who] - idle[who]) * 1000) / IDLE_MS;
    report(`processor time of the ${who}, a second without decisions`, second, 'ms', null);
    report(`processor time of the ${who}, a decision`, (busy[who] - calm[who]) / (BLOCK * 2), 'ms', null);
  }
}

/** How much more than the same, in percent. */
function inPercent({ ratio, low, high }) {
  const percent = (of) => Math.round((of - 1) * 1000) / 10;
  return { figure: percent(ratio), low: percent(low), high: percent(high) };
}

function fire({ project, env }) {
  const started = performance.now();
  const words = ['fire', '--event', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}'];
  const { status, stderr } = spawnSync(process.execPath, [HOOKLINE, ...words], { cwd: project, env });
  if (status !== 0) throw new Error(`fire ended with ${status}: ${stderr}`);
  return performance.now() - started;
}
