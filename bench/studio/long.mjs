// A long record in the studio: how soon it shows, how fast it answers, what it takes.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { percentile } from '../statistics.mjs';
import { firstRowAt, openPage } from './browser.mjs';
import { askerOf, startCommand, until } from './command.mjs';
import { FILTERS, writeLongRecord } from './long-record.mjs';

const ROUNDS = 15;
const FRAMES = 600;
const PAGES = ['/hooks', '/faults', '/latency', '/shadow', '/what-if', '/workbench', '/'];

/** Starts it with nothing kept and with the index kept; asks everything in both. */
export async function measureLong({ browser, state, lines, report }) {
  writeLongRecord(state, lines);
  const place = { project: state, env: { HOME: state, PATH: process.env.PATH, HOOKLINE_STATE_DIR: state } };
  const of = `${(lines / 1e6).toLocaleString('en-US')} M lines`;
  // The bars are those of a million lines; of more, a run says what is.
  const figure = lines > 1e6 ? (what, measured, unit) => report(what, measured, unit, null) : report;
  for (const how of ['cold', 'cached']) {
    if (how === 'cold') rmSync(join(state, 'index'), { recursive: true, force: true });
    await measureOnce({ browser, place, how, of, report: figure });
  }
}

async function measureOnce({ browser, place, how, of, report }) {
  const page = await openPage(browser);
  const studio = await startCommand(place);
  try {
    await page.goto(studio.url);
    const first = (await firstRowAt(page)) - studio.startedAt;
    report(`start to first rows in the DOM, ${of}, ${how}`, first, 'ms', how === 'cold' ? 1500 : 700);
    await page.waitForFunction(
      () => /^[\d,]+ decision/.test(document.querySelector('.toolbar .count').textContent),
      undefined,
      { timeout: 600_000 },
    );
    const whole = Date.now() - studio.startedAt;
    report(`start to all read and counted in the DOM, ${of}, ${how}`, whole, 'ms', how === 'cold' ? 3500 : null);
    const afterReading = studio.memory().now;
    const times = await filterTimes(page);
    report(`filter to rows in the DOM, ${of}, ${how}, p50 of ${times.length}`, percentile(times, 50), 'ms', null);
    report(`filter to rows in the DOM, ${of}, ${how}, p95`, percentile(times, 95), 'ms', 100);
    const frames = await frameTimes(page);
    report(`frame while scrolling, ${of}, ${how}, p95 of ${frames.length}`, percentile(frames, 95), 'ms', 20);
    await visitAll(page);
    report(`memory of the server when all is read, ${of}, ${how}`, afterReading, 'MB', 200);
    report(`memory of the server after every page and a search, ${of}, ${how}`, studio.memory().now, 'MB', 200);
    report(`the most memory it ever had, ${of}, ${how}`, studio.memory().most, 'MB', null);
  } finally {
    await page.context().close();
    await studio.stop();
  }
}

/** From the change of the filter to the frame that has the first row of its answer. */
async function filterTimes(page) {
  // Asked for each time: what is older than 14 days is more and more.
  const firstOf = async (q) => (await fetchIn(page, `/api/decisions?limit=1&${new URLSearchParams({ q })}`)).rows[0].id;
  const newest = await firstOf('');
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const q of FILTERS) {
      await page.evaluate(showRows, { q: '', id: newest });
      // The page also counts over time after each change; somebody who reads the rows lets it end.
      await fetchIn(page, '/api/histogram');
      const id = await firstOf(q);
      if (id !== newest) times.push(await page.evaluate(showRows, { q, id }));
    }
  await page.evaluate(showRows, { q: '', id: newest });
  return times;
}

/** Runs in the page: sets the filter, as going back in the history does, and waits for its first row. */
const showRows = ({ q, id }) =>
  new Promise((done) => {
    const started = performance.now();
    const look = () => {
      if (document.querySelector('.row')?.id === `row-${id}`) done(performance.now() - started);
      else requestAnimationFrame(look);
    };
    history.replaceState(null, '', q === '' ? '/' : `/?${new URLSearchParams({ q })}`);
    dispatchEvent(new PopStateEvent('popstate'));
    look();
  });

/** Asks the server with the key of the page. */
const fetchIn = (page, path) =>
  page.evaluate(async (asked) => {
    const authorization = `Bearer ${sessionStorage.getItem('hookline-studio')}`;
    return (await fetch(asked, { headers: { authorization } })).json();
  }, path);

/** Milliseconds between frames while the list is scrolled by three rows in each. */
const frameTimes = (page) =>
  page.evaluate(
    (count) =>
      new Promise((done) => {
        const list = document.querySelector('.rows');
        const times = [];
        let last = null;
        const step = (now) => {
          if (last !== null) times.push(now - last);
          last = now;
          list.scrollTop += 84;
          if (times.length < count) requestAnimationFrame(step);
          else done(times);
        };
        requestAnimationFrame(step);
      }),
    FRAMES,
  );

/** Every page once, every question that reads all rows, and a search that finds nothing. */
async function visitAll(page) {
  for (const path of PAGES) {
    await page.locator(`nav a[href="${path}"]`).click();
    await page.locator('main h1').waitFor();
  }
  const nowhere = `decisions?${new URLSearchParams({ q: 'text:"nowhere to be found"' })}`;
  for (const path of ['hooks', 'faults', 'latency', 'shadow', 'histogram?buckets=720', nowhere])
    await fetchIn(page, `/api/${path}`);
}

/** Answers of the server alone, without a browser. */
export async function measureHttp({ state, report }) {
  const env = { HOME: state, PATH: process.env.PATH, HOOKLINE_STATE_DIR: state };
  const studio = await startCommand({ project: state, env });
  try {
    const get = await askerOf(studio);
    await get('/api/decisions?limit=100');
    report('start to first rows by HTTP, cached', Date.now() - studio.startedAt, 'ms', null);
    await until(async () => (await get('/api/meta')).index.done);
    for (const path of ['histogram', 'latency', 'faults', 'shadow']) {
      const started = performance.now();
      await get(`/api/${path}`);
      report(`${path} by HTTP`, performance.now() - started, 'ms', null);
    }
    const started = performance.now();
    await get('/api/verify', 'POST');
    report('check of the chain by HTTP', performance.now() - started, 'ms', null);
    report('the most memory with the check', studio.memory().most, 'MB', null);
  } finally {
    await studio.stop();
  }
}
