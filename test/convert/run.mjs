#!/usr/bin/env node
// Converts every conformance case to each of the other dialects and fires it there: decided alike, or listed as a loss.
//   node run.mjs [--from ID] [--to ID] [--only TEXT] [--jobs N] [--verbose] [--write]
// --write puts the table into docs/reference/commands/convert.md. The last line is "N of N".
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { IDS, momentsOf } from './cases.mjs';
import { converted, judge, original } from './prove.mjs';

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
    verbose: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const PAGE = fileURLToPath(new URL('../../docs/reference/commands/convert.md', import.meta.url));

const counts = [];
for (const from of chosen(values.from)) counts.push(...(await proveAll(from)));
if (values.write) writeTable(counts);
const total = sum(counts, ['same', 'loss', 'third']);
const told = sum(counts, ['same', 'loss']);
console.log(`${told} of ${total}`);
process.exit(told === total && total > 0 ? 0 : 1);

function chosen(id) {
  return IDS.filter((each) => id === undefined || each === id);
}

/** All cases of one dialect, for each of the others. */
async function proveAll(from) {
  const rows = chosen(values.to)
    .filter((to) => to !== from)
    .map((to) => ({ from, to, decided: 0, same: 0, loss: 0, seen: 0, third: 0 }));
  const queue = (await momentsOf(from)).filter(({ id }) => id.includes(values.only));
  const work = async () => {
    for (let moment = queue.shift(); moment !== undefined; moment = queue.shift()) await proveOne(moment, rows);
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  for (const { to, same, loss, seen, third } of rows)
    console.log(`${from} to ${to}: ${same} same, ${loss} listed as a loss (${seen} seen), ${third} neither`);
  return rows;
}

async function proveOne(moment, rows) {
  const before = await original(moment);
  for (const row of rows) {
    const after = await converted(moment, row.to);
    const { verdict, differs, losses } = await judge(before, after, moment, row.to);
    row[verdict] += 1;
    const isSeen = losses.some(({ seen }) => seen !== null);
    if (verdict === 'loss' && isSeen) row.seen += 1;
    if (Object.values(before.gist).some((part) => part !== null && part !== 'none' && part !== '')) row.decided += 1;
    const shown = (gist) =>
      JSON.stringify(Object.fromEntries(differs.map((part) => [part, part in gist ? gist[part] : part])));
    const line = `${moment.id} to ${row.to}: ${shown(before.gist)} became ${shown(after.gist)}`;
    if (verdict === 'third') console.log(`NEITHER ${line}`);
    else if (values.verbose && verdict === 'loss')
      console.log(
        `${isSeen ? 'loss' : 'possible loss'} ${line} because of ${[...new Set(losses.map(nameOf))].join(', ')}`,
      );
  }
}

function nameOf({ kind, part }) {
  return part === null ? kind : `${kind} ${part}`;
}

function sum(rows, keys) {
  return rows.reduce((whole, row) => whole + keys.reduce((part, key) => part + row[key], 0), 0);
}

function writeTable(rows) {
  const cells = (row) => [
    row.from,
    row.to,
    row.same + row.loss + row.third,
    row.decided,
    row.same,
    row.loss,
    row.third,
  ];
  const all = [
    'all',
    '',
    ...[['same', 'loss', 'third'], ['decided'], ['same'], ['loss'], ['third']].map((keys) => sum(rows, keys)),
  ];
  const lines = [
    '| from | to | cases | of these decide something | decided alike | listed as a loss | neither |',
    '|---|---|--:|--:|--:|--:|--:|',
    ...[...rows.map(cells), all].map((row) => `| ${row.join(' | ')} |`),
  ];
  const [head, tail] = ['<!-- pairs -->', '<!-- /pairs -->'];
  const page = readFileSync(PAGE, 'utf8');
  const [start, end] = [page.indexOf(head), page.indexOf(tail)];
  if (start < 0 || end < start) throw new Error(`${PAGE} has no place for the table: ${head} … ${tail}`);
  writeFileSync(PAGE, `${page.slice(0, start + head.length)}\n\n${lines.join('\n')}\n\n${page.slice(end)}`);
}
