// Lists the handed-out conformance cases that this repository has not taken over yet, or holds in an older form.
// Informs, never fails: cases are taken over together with what they demand.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The cases below `handedOut` that `own` does not hold in the same form, by file; both are folders of case files. */
export function casesNotTakenOver(handedOut, own) {
  const taken = new Map(
    caseFiles(own)
      .flatMap(readCases)
      .map((each) => [each.id, each]),
  );
  return caseFiles(handedOut)
    .map((file) => {
      const left = readCases(file).filter((each) => !isDeepStrictEqual(each, taken.get(each.id)));
      const state = ({ id }) => (taken.has(id) ? 'changed' : 'new');
      return { file: relative(handedOut, file), cases: left.map((each) => ({ id: each.id, state: state(each) })) };
    })
    .filter(({ cases }) => cases.length > 0);
}

const caseFiles = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));

const readCases = (file) => JSON.parse(readFileSync(file, 'utf8'));

function report(handedOut) {
  if (!existsSync(handedOut)) return ['conformance: no handed-out cases beside this repository, nothing to compare'];
  const files = casesNotTakenOver(handedOut, join(root, 'test/conformance/cases'));
  if (files.length === 0) return ['conformance: every handed-out case is taken over'];
  return [
    'conformance: handed-out cases that are not taken over yet:',
    ...files.map(({ file, cases }) => `  ${file}: ${namesOf(cases)}`),
  ];
}

const namesOf = (cases) =>
  cases.length > 12
    ? `${cases.length} cases`
    : cases.map(({ id, state }) => (state === 'new' ? id : `${id} (${state})`)).join(', ');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(report(join(root, '../shared/conformance')).join('\n'));
}
