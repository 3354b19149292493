import type { TrustedProject, TrustResult } from '@hookline/core/internal';
import { oneLine } from './one-line.ts';
import { columns } from './columns.ts';
import type { Paint } from './paint.ts';

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
  ];
}

const PROMISE: readonly string[] = [
  'What is trusted stays in force: an edited definition has no effect until you trust again, and a hook of which a file',
  'changed does not run; the tool calls that it guards are asked about, or refused where nobody can answer.',
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
  return paint('yellow', `${path} ${changes === null ? 'is not trusted' : 'has changed since it was trusted'}.`);
}

type Changes = TrustResult['changes'];

/** How a file differs, and what a person should know about it. */
function remarkOn({ path, note }: TrustResult['content']['files'][number], changes: Changes): string {
  const isReworded = changes?.textOnly.includes(path) === true;
  const mark = isReworded
    ? 'text changed, nothing that runs'
    : (MARKS.find((each) => changes?.[each].includes(path) === true) ?? '');
  return [mark, oneLine(note ?? '')].filter((part) => part !== '').join('; ');
}

const MARKS = ['added', 'changed', 'removed'] as const;

/** Of a digest that says more than bytes, such as `absent`, all is shown. */
const shortDigest = (digest: string): string => oneLine(digest.replace(/^([0-9a-f]{12})[0-9a-f]{52}/, '$1'));

/** What is no file of now: definitions, one by one, and files that are gone. */
const changedLines = (changes: Changes, files: ReadonlySet<string>): readonly string[] =>
  columns(
    MARKS.flatMap((mark) =>
      (changes?.[mark] ?? []).filter((path) => !files.has(path)).map((path) => [oneLine(path), mark]),
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
