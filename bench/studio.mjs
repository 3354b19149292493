// What the studio is measured by, in a real browser, with the command as it is built:
//   node bench/studio.mjs [--lines 1000000] [--record FOLDER] [--part bytes,appends,fire,hour,long,http] [--appends N]
//     [--fires N] [--decisions N]
// A folder that holds a record already is used as it is, and stays. Figures with a bar are marked when they miss it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { trustProject } from '../packages/core/dist/internal.js';
import { openBrowser } from './studio/browser.mjs';
import { measureBytes } from './studio/bytes.mjs';
import { measureFires } from './studio/fire.mjs';
import { measureAppends, measureHour } from './studio/live.mjs';
import { measureHttp, measureLong } from './studio/long.mjs';

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '1000000' },
    record: { type: 'string' },
    part: { type: 'string', default: 'bytes,appends,fire,hour,long,http' },
    appends: { type: 'string', default: '200' },
    fires: { type: 'string', default: '1000' },
    decisions: { type: 'string', default: '180000' },
  },
});
// A certificate file that Node must read at each start would be measured too.
delete process.env.NODE_EXTRA_CA_CERTS;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-bench-studio-')));
const state = values.record === undefined ? join(folder, 'long') : resolve(values.record);
const PARTS = {
  bytes: () => measureBytes({ report }),
  appends: async () =>
    measureAppends({ browser, place: await newPlace('appends'), appends: Number(values.appends), report }),
  fire: async () => measureFires({ browser, place: await newPlace('fire'), fires: Number(values.fires), report }),
  hour: async () =>
    measureHour({ browser, place: await newPlace('hour'), decisions: Number(values.decisions), report }),
  long: () => measureLong({ browser, state, lines: Number(values.lines), report }),
  http: () => measureHttp({ state, report }),
};
let [missed, undecided] = [0, 0];
const browser = await openBrowser();
try {
  for (const name of values.part.split(',')) {
    if (!(name in PARTS)) throw new Error(`--part: expected some of ${Object.keys(PARTS).join(', ')}, found ${name}`);
    console.log(
      `${name} (load ${loadavg()
        .map((load) => load.toFixed(1))
        .join(' ')})`,
    );
    await PARTS[name]();
  }
  const isMet = missed + undecided === 0;
  console.log(isMet ? 'every bar is met' : `${missed} of the figures miss their bar, ${undecided} are undecided`);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Prints a figure; `bar` is the most that it may be, null where there is none. One with an interval meets its bar or
 * misses it only with its whole interval.
 */
function report(what, measured, unit, bar) {
  const { figure, low, high } =
    typeof measured === 'number' ? { figure: measured, low: measured, high: measured } : measured;
  const verdict = bar === null || high <= bar ? '' : low > bar || !(low < high) ? ', missed' : ', undecided';
  if (verdict === ', missed') missed += 1;
  if (verdict === ', undecided') undecided += 1;
  const range = low === high ? '' : ` (95 %: ${low} to ${high})`;
  const number = Math.round(figure * (Math.abs(figure) < 10 ? 100 : 1)) / (Math.abs(figure) < 10 ? 100 : 1);
  const shown = `${number.toLocaleString('en-US')} ${unit}`.trim();
  console.log(`  ${what}: ${shown}${range}${bar === null ? '' : ` (bar ${bar} ${unit}${verdict})`}`);
}

/** A trusted project with one hook, in a home of its own. */
async function newPlace(name) {
  const home = join(folder, name);
  const project = join(home, 'project');
  const env = { HOME: home, PATH: process.env.PATH };
  mkdirSync(join(project, '.qoder'), { recursive: true });
  const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', name: 'pass', command: 'true' }] }] };
  writeFileSync(join(project, '.qoder/settings.json'), JSON.stringify({ hooks }));
  await trustProject({ project, home, env });
  return { project, home, env, state: join(home, '.local/state/hookline') };
}
