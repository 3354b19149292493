// What happens while the page is open: from an append to the frame that shows it, and a long time of that.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRecord } from '../../packages/core/dist/internal.js';
import { percentile } from '../statistics.mjs';
import { openPage, weightOf } from './browser.mjs';
import { startCommand, until } from './command.mjs';
import { decisionNow } from './long-record.mjs';

/** Appends one by one, 37 ms apart, and asks the page when it showed each. */
export async function measureAppends({ browser, place, appends, report }) {
  const { page, studio, record } = await open(browser, place);
  try {
    const written = new Map();
    for (let count = 0; count < appends; count += 1) {
      const entries = decisionNow(place.project, `echo ${count}`);
      written.set(entries[0].id, Date.now());
      record.append(...entries);
      await sleep(37);
    }
    await page.waitForFunction((most) => globalThis.seenAt.size >= most, appends, { timeout: 60_000 });
    const seen = new Map(await page.evaluate(() => [...globalThis.seenAt]));
    const times = [...written].map(([id, at]) => seen.get(id) - at);
    report(`append to a frame that shows it, p50 of ${appends}`, percentile(times, 50), 'ms', null);
    report('append to a frame that shows it, p95', percentile(times, 95), 'ms', 150);
    report('append to a frame that shows it, longest', Math.max(...times), 'ms', null);
  } finally {
    await close(page, studio, record);
  }
}

const PER_SECOND = 1000;

/** As many decisions as an hour has at 50 a second, in less time. */
export async function measureHour({ browser, place, decisions, report }) {
  const { page, studio, record } = await open(browser, place);
  try {
    const started = performance.now();
    let last = '';
    for (let count = 0; count < decisions; count += 1) {
      const entries = decisionNow(place.project, `echo ${count}`);
      record.append(...entries);
      last = entries[0].id;
      const early = (count * 1000) / PER_SECOND - (performance.now() - started);
      if (early > 20) await sleep(early);
    }
    const wrote = (performance.now() - started) / 1000;
    const ended = performance.now();
    await page.waitForFunction((id) => globalThis.seenAt.has(id), last, { timeout: 600_000 });
    const rate = Math.round(decisions / wrote);
    report(`last of ${decisions} decisions (${rate} a second) to the DOM`, performance.now() - ended, 'ms', null);
    await page.evaluate(() => globalThis.seenAt.clear());
    const { heapMb, nodes } = await weightOf(page);
    report('heap of the page after that', heapMb, 'MB', 60);
    report('nodes of the DOM after that', nodes, '', 2000);
    report('memory of the server after that', studio.memory().now, 'MB', null);
  } finally {
    await close(page, studio, record);
  }
}

async function open(browser, place) {
  const page = await openPage(browser);
  const studio = await startCommand(place);
  await page.goto(studio.url);
  await until(() => page.locator('.live.is-on').count(), 20);
  return { page, studio, record: openRecord(join(place.state, 'record')) };
}

async function close(page, studio, record) {
  record.close();
  await page.context().close();
  await studio.stop();
}
