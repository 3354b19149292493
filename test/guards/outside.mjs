// Measures the guard on commands that others have written down, from a file that is not in the repository.
// One JSON object a line: { "set", "half", "verdict", "command", "class", "why" }
//   set      where it comes from
//   half     optional: which part of the set it belongs to, such as "develop" and "judge"
//   verdict  what the source says: "block" or "pass"
//   class    optional: "decided-otherwise" when the guard is meant to say something else than the source; "why" says why
// Each set is measured as the guard is installed, and with every pack. No row is left out: the first share of a pair is
// about the rows whose verdict is shared, the second about all rows as the source has them.
import { readFileSync } from 'node:fs';
import { PACKS } from '../../packages/guards/dist/index.js';

const OTHERWISE = 'decided-otherwise';

const share = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
const ratio = (rows) => {
  const stopped = rows.filter(({ isStopped }) => isStopped).length;
  return `${stopped} of ${rows.length} | ${share(stopped, rows.length)}`;
};

/** The tables of a file as Markdown; with `wrong`, the commands that are judged differently follow. */
export function outsideTables(file, stops, wrong) {
  const rows = readRows(file);
  const installed = rows.map((row) => ({ ...row, isStopped: stops(row.command, []) }));
  const everyPack = rows.map((row) => ({ ...row, isStopped: stops(row.command, Object.keys(PACKS)) }));
  return [
    ...caughtTable('as installed', installed),
    '',
    ...caughtTable('with every pack', everyPack),
    '',
    ...classTable(everyPack),
    ...(wrong ? ['', ...wrongLines(everyPack)] : []),
  ].join('\n');
}

function readRows(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [readRow(line, `${file}:${index + 1}`)]));
}

function readRow(line, where) {
  let row;
  try {
    row = JSON.parse(line);
  } catch {
    throw new Error(`${where}: expected one JSON object a line`);
  }
  const { set, half = '', verdict, command, class: kind, why } = row;
  if (typeof set !== 'string' || typeof command !== 'string')
    throw new Error(`${where}: expected texts "set" and "command"`);
  if (verdict !== 'block' && verdict !== 'pass')
    throw new Error(`${where}: expected "verdict" to be "block" or "pass", found ${JSON.stringify(verdict)}`);
  if (kind !== undefined && (kind !== OTHERWISE || typeof why !== 'string'))
    throw new Error(`${where}: expected "class" to be "${OTHERWISE}" with a text "why", or neither`);
  return { set, half, verdict, command, isOtherwise: kind === OTHERWISE, why };
}

const groupsOf = (rows, name) => [...new Set(rows.map(name))];
const titleOf = ({ set, half }) => (half === '' ? set : `${set}, ${half}`);

function caughtTable(title, rows) {
  const halves = groupsOf(rows, ({ half }) => half);
  const parts = [
    ...groupsOf(rows, titleOf).map((name) => [name, rows.filter((row) => titleOf(row) === name)]),
    ...halves.map((half) => [`all${half === '' ? '' : `, ${half}`}`, rows.filter((row) => row.half === half)]),
  ];
  return [
    `| ${title} | dangerous: stopped | | as the source has it | | harmless: stopped | | as the source has it | |`,
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...parts.map(([name, own]) => {
      const [bad, good] = ['block', 'pass'].map((verdict) => own.filter((row) => row.verdict === verdict));
      const shared = (some) => some.filter(({ isOtherwise }) => !isOtherwise);
      return `| ${name} | ${[shared(bad), bad, shared(good), good].map(ratio).join(' | ')} |`;
    }),
  ];
}

/** How many rows are decided otherwise, why, and how many of these are stopped. */
function classTable(rows) {
  const otherwise = rows.filter(({ isOtherwise }) => isOtherwise);
  const keys = groupsOf(otherwise, ({ verdict, why }) => `${verdict}: ${why}`).toSorted((one, other) =>
    one.localeCompare(other),
  );
  return [
    '| decided otherwise: the source says, why | rows | stopped |',
    '|---|--:|--:|',
    ...keys.map((key) => {
      const own = otherwise.filter(({ verdict, why }) => `${verdict}: ${why}` === key);
      return `| ${key} | ${own.length} | ${own.filter(({ isStopped }) => isStopped).length} |`;
    }),
  ];
}

const wrongLines = (rows) =>
  rows
    .filter(({ verdict, isStopped, isOtherwise }) => !isOtherwise && isStopped !== (verdict === 'block'))
    .map((row) => `${titleOf(row)}: ${row.verdict}: ${JSON.stringify(row.command)}`);
