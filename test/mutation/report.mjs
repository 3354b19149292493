import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { testFilesOf } from './areas.mjs';

const DETECTED = new Set(['Killed', 'Timeout']);
const UNDETECTED = new Set(['Survived', 'NoCoverage']);

/** What Stryker found out about an area: counts by file, and every mutant that went unnoticed. */
export function readReport(area) {
  const { files } = JSON.parse(readFileSync(`coverage/mutation/${area}.json`, 'utf8'));
  const counts = [];
  const unnoticed = [];
  for (const [path, { source, mutants }] of Object.entries(files)) {
    const file = path.replace('packages/core/src/', '');
    const lines = source.split('\n');
    const by = (statuses) => mutants.filter(({ status }) => statuses.has(status));
    counts.push({
      file,
      detected: by(DETECTED).length,
      timeouts: by(new Set(['Timeout'])).length,
      undetected: by(UNDETECTED).length,
      other: mutants.length - by(DETECTED).length - by(UNDETECTED).length,
    });
    for (const mutant of by(UNDETECTED)) unnoticed.push({ file, ...describeMutant(lines, mutant) });
  }
  return { counts, unnoticed };
}

/** The same without what changes from run to run, for the page, and with the state of the files that were measured. */
export function smallReport(area) {
  const { counts, unnoticed } = readReport(area);
  const small = unnoticed.map(({ file, within, before, after }) => ({ file, within, before, after }));
  return { state: stateOf(area, counts), counts, unnoticed: small };
}

/** One digest over the mutated files of an area and its tests: it differs as soon as one of them has changed. */
export function stateOf(area, counts) {
  const files = [...counts.map(({ file }) => `packages/core/src/${file}`), ...testFilesOf(area)];
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(existsSync(file) ? readFileSync(file) : '');
  return hash.digest('hex').slice(0, 16);
}

/** A mutant by the text that it replaces, which stays the same when lines move. */
function describeMutant(lines, { mutatorName, replacement, status, location: { start, end } }) {
  const taken = lines.slice(start.line - 1, end.line);
  const last = taken.length - 1;
  taken[last] = taken[last].slice(0, end.column - 1);
  taken[0] = taken[0].slice(start.column - 1);
  const oneLine = (text) => text.replace(/\s+/g, ' ').trim();
  return {
    line: start.line,
    column: start.column,
    mutator: mutatorName,
    status,
    within: oneLine(lines[start.line - 1]),
    before: oneLine(taken.join('\n')),
    after: oneLine(replacement ?? ''),
  };
}
