// Side-by-side measurements, interleaved: medians of paired ratios with 95 % confidence intervals, against their bars.
//   npm run bench                      everything; writes bench/results.json, docs/bench.svg and the figures of docs/contribute/speed.md
//   npm run bench -- --quick --json    fewer rounds, within a minute; writes nothing, prints JSON
//   npm run bench -- --only NAME       one row, or one group; writes nothing
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chart } from './chart.mjs';
import { withFigures } from './figures.mjs';
import { GROUPS } from './groups/index.mjs';
import { machine } from './machine.mjs';
import { measureGroup, notMeasured } from './measure-group.mjs';
import { measureMemory } from './memory.mjs';
import { createProcesses } from './processes.mjs';
import { table } from './table.mjs';

const QUICK_LIMIT_MS = 36_000;
const QUICK_END_MS = 48_000;
const FULL_PACE = { isQuick: false, rounds: 150, fewestRounds: 30, warmUpRounds: 5, budgetMs: () => 45_000 };

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, json: { type: 'boolean' }, only: { type: 'string' } },
});
const groups = chosenGroups(options.only);
const results = await measureAll(groups, options.quick === true);
const isWhole = options.only === undefined && options.quick !== true;
if (isWhole) {
  await writeFile(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(new URL('../docs/bench.svg', import.meta.url), chart(results));
  const page = new URL('../docs/contribute/speed.md', import.meta.url);
  await writeFile(page, withFigures(await readFile(page, 'utf8'), results));
}
console.log(options.json === true ? JSON.stringify(results, null, 2) : table(results));

/** The groups with the rows that are wanted of each. */
function chosenGroups(only) {
  const isWanted = (group, row) => only === undefined || only === row.name || only === group.name;
  const chosen = GROUPS.map((group) => ({ group, rows: group.rows.filter((row) => isWanted(group, row)) }));
  const wanted = chosen.filter(({ rows }) => rows.length > 0);
  if (wanted.length > 0) return wanted;
  const names = GROUPS.flatMap(({ rows }) => rows.map(({ name }) => name));
  console.error(`bench: no row "${only}"; there are ${names.join(', ')}`);
  process.exit(1);
}

async function measureAll(wanted, isQuick) {
  const started = performance.now();
  const before = loadOf();
  const folder = await mkdtemp(join(tmpdir(), 'hookline-bench-'));
  const processes = createProcesses(folder);
  const rows = [];
  try {
    for (const [done, { group, rows: asked }] of wanted.entries()) {
      console.error(`bench: ${group.about}`);
      const pace = isQuick ? quickPace(started, wanted.length - done) : FULL_PACE;
      const isLate = isQuick && performance.now() - started > QUICK_END_MS;
      const left = asked.filter(({ isSlow }) => isLate || (isQuick && isSlow));
      const measured = asked.filter((row) => !left.includes(row));
      if (measured.length > 0) rows.push(...(await measureGroup(group, { rows: measured, processes, pace })));
      rows.push(...left.map((row) => notMeasured(group, row, 'no time for it with --quick')));
      await processes.close((name) => name === 'gemini'); // it takes seconds to load, and waits without work
    }
  } finally {
    await processes.close();
    await rm(folder, { recursive: true, force: true });
  }
  return {
    measuredAt: new Date().toISOString(),
    quick: isQuick,
    seconds: Math.round((performance.now() - started) / 1000),
    ...machine(),
    load: { before, after: loadOf() },
    rows,
    memory: options.only === undefined ? measureMemory(isQuick ? 10_000 : 100_000) : null,
  };
}

/** Each group gets its share of what is left of the minute once its sides are ready. */
function quickPace(started, groupsLeft) {
  const budgetMs = () => (QUICK_LIMIT_MS - (performance.now() - started)) / groupsLeft;
  return { isQuick: true, rounds: 40, fewestRounds: 3, warmUpRounds: 1, budgetMs };
}

function loadOf() {
  const [oneMinute, fiveMinutes, fifteenMinutes] = loadavg().map((value) => Number(value.toFixed(2)));
  return { oneMinute, fiveMinutes, fifteenMinutes };
}
