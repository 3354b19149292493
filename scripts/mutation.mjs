// Mutation testing, area by area, and the page about it: npm run test:proof -- mutation [AREA…], or --page for the page alone.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { AREAS } from '../test/mutation/areas.mjs';
import { renderPage } from '../test/mutation/page.mjs';
import { smallReport } from '../test/mutation/report.mjs';

const RESULTS = 'test/mutation/results.json';
const JUDGED = 'test/mutation/judged.json';
const PAGE = 'test/mutation/results.md';

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => name !== '--page' && !Object.hasOwn(AREAS, name));
if (unknown !== undefined) fail(`expected areas (${Object.keys(AREAS).join(', ')}) or --page, got "${unknown}"`);

const results = readJson(RESULTS, {});
const areas = wanted.length === 0 ? Object.keys(AREAS) : wanted.filter((name) => name !== '--page');
for (const name of areas) {
  const { status } = spawnSync('npx', ['stryker', 'run'], {
    stdio: 'inherit',
    env: { ...process.env, MUTATION_AREA: name },
  });
  if (status !== 0) fail(`the run of ${name} did not end well; the reason is above`);
  results[name] = smallReport(name);
  writeFileSync(RESULTS, `${JSON.stringify(results)}\n`);
}
spawnSync('npx', ['oxfmt', RESULTS, JUDGED]);

const judged = readJson(JUDGED, []);
const { text, score, open, stale } = renderPage(results, judged);
writeFileSync(PAGE, text);
for (const { file, line } of stale) console.error(`judged, but no longer unnoticed: ${file}: ${line}`);
const gone = judged.filter(({ file, line }) => !linesOf(file).has(line));
for (const { file, line } of gone) console.error(`judged, but no longer in the source: ${file}: ${line}`);
console.log(
  `mutation score ${score} %, ${open} unnoticed and not judged; of ${judged.length} judgements ${gone.length} are about a line that is gone; ${PAGE} is written`,
);

/** The lines of a source file, as the judgements quote them; none where there is no such file. */
function linesOf(file) {
  const path = `packages/core/src/${file}`;
  return new Set(
    existsSync(path)
      ? readFileSync(path, 'utf8')
          .split('\n')
          .map((line) => line.trim())
      : [],
  );
}

function readJson(path, otherwise) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : otherwise;
}

function fail(why) {
  console.error(`mutation: ${why}`);
  process.exit(1);
}
