import { AREAS, type Check, type CheckStatus, connectionChecks, type Examination, examine } from '@hookline/toolbox';
import { type Arguments, type Command, isGiven } from '../call/arguments.ts';
import { LAST, PLACE } from '../call/options.ts';
import { placeOf } from '../call/place.ts';
import { NO_HOOK_FILES } from '../print/next-steps.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { type Paint, paintFor, type Style } from '../print/paint.ts';
import { columns, oneLine } from '../print/text.ts';
import { version } from '../process/this-program.ts';
import { defaultSocket } from '../resident/socket-place.ts';
import { programsFor, startServer } from './connect/programs.ts';

export const DOCTOR: Command = {
  name: 'doctor',
  about: 'Show the whole set-up: versions, files, hooks, trust, connected agents, and what is wrong; run no hook.',
  options: [...PLACE, ...LAST],
  examples: [
    { does: 'why does my hook not run?', line: 'hookline doctor' },
    { does: 'for a program', line: 'hookline doctor --json' },
  ],
  exits: { 0: 'nothing is wrong', 1: 'something is wrong: a warning or an error' },
  run: doctor,
};

/** Looks at the whole set-up and runs nothing of it but our own entries in agents' files; anything that is wrong makes the status 1. */
async function doctor(given: Arguments): Promise<number> {
  const place = placeOf(given);
  const found = withChecks(
    await examine({ hooks: place, version, socket: defaultSocket(place.env) }),
    await connectionChecks(place, {
      programsOf: (scope) => programsFor(scope, place),
      startServer: () => startServer(place.env),
    }),
  );
  if (isGiven(given, 'json')) writeJson(found);
  else writeOut(`${doctorLines(found, paintFor(1, process.env)).join('\n')}\n`);
  return found.ok ? 0 : 1;
}

/** All checks, area by area. */
const withChecks = ({ ok, checks }: Examination, more: readonly Check[]): Examination => ({
  ok: ok && !more.some(isProblem),
  checks: AREAS.flatMap((area) => [...checks, ...more].filter((check) => check.area === area)),
});

/** What is as it should be, area by area; then each problem with what to do about it. Without hooks, how to get some. */
function doctorLines({ checks }: Examination, paint: Paint): readonly string[] {
  const problems = checks.filter(isProblem);
  const places = checks.filter(({ area }) => area === 'files');
  const isEmpty = places.length > 0 && places.every(({ isAbsent }) => isAbsent === true);
  if (isEmpty && problems.length === 0) return emptyLines(checks, places.length, paint);
  return [
    ...AREAS.flatMap((area) =>
      areaLines(
        area,
        checks.filter((check) => check.area === area),
        paint,
      ),
    ),
    ...(problems.length === 0 ? [] : [paint('bold', 'problems')]),
    ...problems.flatMap((check) => problemLines(check, paint)),
    ...(problems.length === 0 ? [] : ['']),
    problems.length === 0 ? paint('green', 'Nothing is wrong.') : paint('red', countOf(problems.length)),
  ];
}

function emptyLines(checks: readonly Check[], places: number, paint: Paint): readonly string[] {
  const versions = checks.filter(({ area }) => area === 'versions').map(({ name, text }) => `${name} ${text}`);
  return [
    oneLine(versions.map((each) => each.replace(/ \(.*\)$/, '')).join(', ')),
    NO_HOOK_FILES,
    paint('dim', `${places} places were checked; "hookline doctor --json" lists them, with all other results.`),
    paint('green', 'Nothing is wrong.'),
  ];
}

const isProblem = ({ status }: Check): boolean => status === 'warning' || status === 'error';

function areaLines(area: string, checks: readonly Check[], paint: Paint): readonly string[] {
  const fine = checks.filter((check) => !isProblem(check) && check.isAbsent !== true);
  const absent = checks.filter(({ isAbsent }) => isAbsent === true).length;
  if (fine.length + absent === 0) return [];
  const rows = columns(fine.map(({ name, text }) => [oneLine(name), oneLine(text)]));
  const shown = rows.map((row, index) => `  ${fine[index]?.status === 'info' ? paint('dim', row) : row}`);
  return [paint('bold', area), ...shown, ...absentLines(absent, paint), ''];
}

/** Most systems are not used in most projects: where nothing is, is not worth a line each. */
const absentLines = (count: number, paint: Paint): readonly string[] =>
  count === 0
    ? []
    : [paint('dim', `  nothing at ${count} other ${count === 1 ? 'place' : 'places'} (--json names them)`)];

const STYLES: Readonly<Record<CheckStatus, Style>> = { ok: 'green', info: 'dim', warning: 'yellow', error: 'red' };

const problemLines = ({ area, name, status, text, hint }: Check, paint: Paint): readonly string[] => [
  `  ${paint(STYLES[status], status)}: ${area}: ${oneLine(name)} ${oneLine(text)}`,
  ...(hint === null ? [] : [paint('dim', `    ${oneLine(hint)}`)]),
];

const countOf = (count: number): string => `${count} ${count === 1 ? 'problem' : 'problems'}`;
