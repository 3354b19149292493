// `hookline fire` beside an open studio with its page, against the same without.
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { pairedRatio, percentile, percentileRatio } from '../statistics.mjs';
import { openPage } from './browser.mjs';
import { HOOKLINE, startCommand, until } from './command.mjs';

const REST_MS = 100;

/** In pairs whose order changes, so that what else runs on the machine meets both alike; a stopped studio costs nothing. */
export async function measureFires({ browser, place, fires, report }) {
  const page = await openPage(browser);
  const studio = await startCommand(place);
  try {
    await page.goto(studio.url);
    await until(() => page.locator('.live.is-on').count(), 20);
    const times = { beside: [], alone: [] };
    for (let count = 0; count < fires; count += 1)
      for (const which of count % 2 === 0 ? ['beside', 'alone'] : ['alone', 'beside']) {
        studio.child.kill(which === 'beside' ? 'SIGCONT' : 'SIGSTOP');
        await sleep(REST_MS);
        times[which].push(fire(place));
      }
    const { beside, alone } = times;
    report(`fire beside the studio, p95 of ${fires}`, percentile(beside, 95), 'ms', null);
    report('fire without it, p95', percentile(alone, 95), 'ms', null);
    report('fire beside the studio, p95 against without', ...inPercent(percentileRatio(beside, alone, 95)));
    report('the same in pairs, median', ...inPercent(pairedRatio(beside, alone)));
  } finally {
    await page.context().close();
    await studio.stop();
  }
}

/** How much more than the same, in percent, with the bar of 3 % and the interval. */
function inPercent({ ratio, low, high }) {
  const percent = (of) => Math.round((of - 1) * 1000) / 10;
  return [{ figure: percent(ratio), low: percent(low), high: percent(high) }, '%', 3];
}

function fire({ project, env }) {
  const started = performance.now();
  const words = ['fire', '--event', 'PreToolUse', '--tool', 'Bash', '--input', '{"command":"ls"}'];
  const { status, stderr } = spawnSync(process.execPath, [HOOKLINE, ...words], { cwd: project, env });
  if (status !== 0) throw new Error(`fire ended with ${status}: ${stderr}`);
  return performance.now() - started;
}
