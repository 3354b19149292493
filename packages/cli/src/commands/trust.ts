import {
  isOnlyUnpinned,
  listTrust,
  showTrust,
  type TrustedProject,
  trustProject,
  type TrustResult,
} from '@hookline/core/internal';
import { type Arguments, type Command, isGiven } from '../call/arguments.ts';
import { LAST, type OptionRow, OPTIONS } from '../call/options.ts';
import { refuseDriven } from '../call/person-only.ts';
import { type HooksPlace, placeOf } from '../call/place.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { type Paint, paintFor } from '../print/paint.ts';
import { columns, oneLine } from '../print/text.ts';

const LIST = { name: 'list', about: 'Show every trusted project.' } satisfies OptionRow;
const SHOW = {
  name: 'show',
  about: 'Show what trust covers, what has changed and what it does; trust nothing.',
} satisfies OptionRow;
const ALSO = {
  name: 'also',
  about: 'Keep what was trusted before beside it: for a project that you work on in several branches.',
} satisfies OptionRow;

export const TRUST: Command = {
  name: 'trust',
  about: 'Trust the hooks of the project as they are now, or show what is trusted.',
  options: [OPTIONS.project, OPTIONS.home, SHOW, LIST, ALSO, OPTIONS.unattended, ...LAST],
  examples: [
    { does: 'look first: every file with its digest, and what it would switch off', line: 'hookline trust --show' },
    { does: 'trust the project in the working directory', line: 'hookline trust' },
    { does: 'trust a branch beside the one that was trusted before', line: 'hookline trust --also' },
    { does: 'what is trusted, and what has changed since', line: 'hookline trust --list' },
  ],
  run: trust,
};

/** Trusts the project as it is now, or shows what that would mean, or lists what is trusted. */
async function trust(given: Arguments): Promise<number> {
  const place = placeOf(given);
  if (isGiven(given, LIST)) return list(place, given);
  const showsOnly = isGiven(given, SHOW);
  if (!showsOnly) refuseDriven(place, 'trust', isGiven(given, 'unattended'));
  const result = showsOnly ? await showTrust(place) : await trustProject(place, { also: isGiven(given, ALSO) });
  if (!showsOnly && result.problem !== null) throw wrongCall(result.problem);
  if (isGiven(given, 'json')) writeJson(jsonOf(result, showsOnly));
  else writeOut(`${trustResultLines(result, showsOnly, paintFor(1, process.env)).join('\n')}\n`);
  return 0;
}

async function list(place: HooksPlace, given: Arguments): Promise<number> {
  const projects = await listTrust(place);
  if (isGiven(given, 'json')) writeJson({ projects });
  else writeOut(`${trustedProjectLines(projects, paintFor(1, process.env)).join('\n')}\n`);
  return 0;
}

/** `trusted` is the state after the call. */
function jsonOf({ content, already, changes, problem, switchesOff }: TrustResult, showsOnly: boolean): unknown {
  const { path, digest, files, hooks } = content;
  const trusted = already || !showsOnly;
  return { path, digest, files, hooks, already, trusted, changes, problem, switchesOff };
}

/** What trust covers: each file with its digest and how it differs from what was trusted before, and what it switches off. */
export function trustResultLines(result: TrustResult, showsOnly: boolean, paint: Paint): readonly string[] {
  const { content, changes, switchesOff } = result;
  const files = new Set(content.files.map((file) => file.path));
  return [
    headingOf(result, showsOnly, paint),
    ...titled(
      'It covers:',
      columns(content.files.map((file) => [oneLine(file.path), shortDigest(file.digest), remarkOn(file, changes)])),
    ),
    ...titled('Changed since it was trusted last:', changedLines(changes, files)),
    ...titled('It switches hooks of yours off:', switchesOff.map(switchedOffLine)),
    ...(content.files.length === 0 ? [] : PROMISE),
    ...(showsOnly && (changes?.unpinned ?? []).length > 0 ? UNPINNED : []),
  ];
}

const PROMISE: readonly string[] = [
  'What is trusted stays in force: an edited definition has no effect until you trust again, and a hook of which a file',
  'changed does not run; the tool calls that it guards are asked about, or refused where no one can answer.',
];

const UNPINNED: readonly string[] = [
  'The files that are not pinned yet count since a later version of hookline. They are taken as they were when you gave',
  'trust: a file that is written after you gave trust withholds its hook.',
];

function headingOf({ content, already, changes, problem }: TrustResult, showsOnly: boolean, paint: Paint): string {
  const path = oneLine(content.path);
  if (problem !== null) return paint('red', `${path} cannot be trusted: ${oneLine(problem)}`);
  if (already) return `${path} is trusted already.`;
  if (content.files.length === 0 && changes === null)
    return showsOnly
      ? `${path} has no hooks of its own; trust lets guards of yours start its formatters and tests.`
      : paint(
          'green',
          `Trusted ${path}: it has no hooks of its own; guards of yours may start its formatters and tests`,
        );
  if (!showsOnly)
    return paint(
      'green',
      content.files.length === 0 ? `Trusted ${path}, which has no hooks any more` : `Trusted ${path}`,
    );
  return paint('yellow', `${path} ${standingOf(changes)}.`);
}

type Changes = TrustResult['changes'];

function standingOf(changes: Changes): string {
  if (changes === null) return 'is not trusted';
  return isOnlyUnpinned(changes)
    ? 'is trusted, by an earlier version of hookline that covered less'
    : 'has changed since it was trusted';
}

/** How a file differs, and what a person should know about it. */
function remarkOn({ path, note }: TrustResult['content']['files'][number], changes: Changes): string {
  const isReworded = changes?.textOnly.includes(path) === true;
  const mark = MARKS.find((each) => changes?.[each]?.includes(path) === true);
  const difference = mark === undefined ? '' : WORDS[mark];
  return [isReworded ? 'text changed, nothing that runs' : difference, oneLine(note ?? '')]
    .filter((part) => part !== '')
    .join('; ');
}

const MARKS = ['added', 'changed', 'removed', 'unpinned'] as const;
const WORDS: Readonly<Record<(typeof MARKS)[number], string>> = {
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  unpinned: 'not pinned yet',
};

/** Of a digest that says more than bytes, such as `absent`, all is shown. */
const shortDigest = (digest: string): string => oneLine(digest.replace(/^([0-9a-f]{12})[0-9a-f]{52}/, '$1'));

/** Changes that are not about an existing file: definitions, one by one, and files that are gone. */
const changedLines = (changes: Changes, files: ReadonlySet<string>): readonly string[] =>
  columns(
    MARKS.flatMap((mark) =>
      (changes?.[mark] ?? []).filter((path) => !files.has(path)).map((path) => [oneLine(path), WORDS[mark]]),
    ),
  );

const switchedOffLine = ({ name, source, by, how }: TrustResult['switchesOff'][number]): string =>
  `${oneLine(name)} (${oneLine(source)}), by ${how} in ${oneLine(by)}`;

const titled = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [title, ...lines.map(indent)];

/** One line per project: whether the trust still holds, and where. */
export function trustedProjectLines(projects: readonly TrustedProject[], paint: Paint): readonly string[] {
  if (projects.length === 0) return ['No project is trusted.'];
  const rows = columns(projects.map(({ state, path, digest }) => [state, oneLine(path), digest.slice(0, 12)]));
  return rows.map((row, index) => (projects[index]?.state === 'trusted' ? row : paint('yellow', row)));
}

const indent = (line: string): string => `  ${line}`;
