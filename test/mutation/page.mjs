import { AREAS } from './areas.mjs';
import { stateOf } from './report.mjs';

/** The page about mutation testing: scores by folder, and what was found out about each mutant that no test noticed. */
export function renderPage(results, judged) {
  const counts = Object.values(results).flatMap((result) => result.counts);
  const unnoticed = Object.values(results).flatMap((result) => result.unnoticed);
  const covers = (judgement) => (mutant) =>
    mutant.file === judgement.file &&
    mutant.within === judgement.line &&
    (judgement.mutants === undefined || judgement.mutants.includes(`${mutant.before} → ${mutant.after}`));
  const rows = judged.map((judgement) => ({ ...judgement, count: unnoticed.filter(covers(judgement)).length }));
  const open = unnoticed.filter((mutant) => !judged.some((judgement) => covers(judgement)(mutant)));
  const score = percent(counts);
  const text = PAGE.replace('{score}', score)
    .replace('{folders}', () => folderTable(counts, open).join('\n'))
    .replace('{missing}', () => missingLine(results))
    .replace('{judged}', () => judgedList(rows).join('\n'))
    .replace('{open}', () => openList(open).join('\n'));
  return { text, score, open: open.length, stale: rows.filter(({ count }) => count === 0) };
}

const PAGE = `# Mutation testing

A mutant is the code with one small change in it: a condition turned round, a text emptied, a call left out. A test suite that notices the change *kills* the mutant; one that does not would not notice such a bug either. \`npm run test:proof -- mutation\` makes them with Stryker, runs for each the tests that reach it, and writes this page.

Score: **{score} %** of all mutants are noticed. The score counts every mutant, also those below that were judged to change nothing.

{folders}

{missing}*noticed* includes mutants that never end and were stopped (*timeouts*). *judged* are those that were looked at and change nothing that could be noticed; *open* are those that have not been judged.

## How it runs

- \`npm run test:proof -- mutation\` takes all areas, \`npm run test:proof -- mutation python\` takes one; the areas and their tests stand in \`test/mutation/areas.mjs\`. Results are kept in \`coverage/mutation/\`, so that a second run asks only about what has changed. An area takes some minutes.
- The tests run in one process for all mutants (\`test/mutation/runner.mjs\`), with fresh modules for each: Stryker's runner for vitest also works here, but starts vitest anew for each mutant, which takes most of the time.
- Random tests run with fewer cases than in \`npm test\`, always the same ones. Time on the processor counts a quarter, since code with mutants in it is slower. A few tests about speed and amounts that take seconds each are left out (\`LEFT_OUT\` in \`test/mutation/areas.mjs\`).
- Each area is judged by its own unit tests alone. The conformance, fault and end-to-end tests would notice more.

## Judged: they change nothing that can be noticed

{judged}

## Open

{open}
`;

/** A figure that is older than the code or the tests says so. */
function missingLine(results) {
  const missing = Object.keys(AREAS).filter((name) => !Object.hasOwn(results, name));
  const old = Object.keys(results).filter((name) => results[name].state !== stateOf(name, results[name].counts));
  const lines = [
    ...(old.length === 0 ? [] : [`Measured before the latest change of the code or its tests: ${old.join(', ')}.`]),
    ...(missing.length === 0 ? [] : [`Not measured yet: ${missing.join(', ')}.`]),
  ];
  return lines.map((line) => `${line}\n\n`).join('');
}

function folderTable(counts, open) {
  const folderOf = ({ file }) => file.slice(0, file.lastIndexOf('/'));
  const folders = inOrder(counts.map(folderOf));
  const row = (name, some, left) => {
    const sum = (key) => some.reduce((total, each) => total + each[key], 0);
    const judged = sum('undetected') - left.length;
    const cells = [
      sum('detected') + sum('undetected'),
      sum('detected'),
      sum('timeouts'),
      judged,
      left.length,
      percent(some),
    ];
    return `| ${name} | ${cells.join(' | ')} |`;
  };
  return [
    '| folder of `packages/core/src` | mutants | noticed | timeouts | judged | open | score % |',
    '|---|---|---|---|---|---|---|',
    ...folders.map((name) =>
      row(
        `\`${name}\``,
        counts.filter((each) => folderOf(each) === name),
        open.filter((each) => folderOf(each) === name),
      ),
    ),
    row('all', counts, open),
  ];
}

/** Each name once. */
const inOrder = (names) => [...new Set(names)].toSorted((one, other) => (one < other ? -1 : 1));

function percent(counts) {
  const detected = counts.reduce((sum, each) => sum + each.detected, 0);
  const all = counts.reduce((sum, each) => sum + each.detected + each.undetected, 0);
  return all === 0 ? '0' : ((100 * detected) / all).toFixed(1);
}

function judgedList(rows) {
  const files = inOrder(rows.map(({ file }) => file));
  return files.flatMap((file) => [
    `### ${file}`,
    '',
    ...rows
      .filter((row) => row.file === file && row.count > 0)
      .map(({ line, why, count }) => `- ${code(line)} (${count}): ${why}`),
    '',
  ]);
}

function openList(open) {
  const files = inOrder(open.map(({ file }) => file));
  return files.flatMap((file) => [
    `### ${file}`,
    '',
    ...open.filter((each) => each.file === file).map(({ before, after }) => `- ${code(before)} → ${code(after)}`),
    '',
  ]);
}

const code = (text) => {
  const short = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  const fence = short.includes('`') ? '``' : '`';
  return short === ''
    ? '(nothing)'
    : `${fence}${short.startsWith('`') || short.endsWith('`') ? ` ${short} ` : short}${fence}`;
};
