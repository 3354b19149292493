import { DIALECTS, eventTable } from '@hookline/core/internal';
import type { EventRow } from './support/event-row.ts';

/** A row whose hook was called and whose effect was found done. */
export interface PlayedRow {
  readonly row: EventRow;
  /** What the hook was found to have been told. */
  readonly sees: Readonly<Record<string, unknown>>;
  /** The folder in which it happened; its name is left out of the page. */
  readonly project: string;
}

/** The page about the events of the agent: an overview, then for each event what its hooks saw and did. */
export const renderTable = (played: readonly PlayedRow[]): string =>
  [...INTRODUCTION, ...overview(played), ...eventsOf(played).flatMap((event) => details(event, played))].join('\n');

const INTRODUCTION = [
  '# Events of the reference agent',
  '',
  '<!-- Generated from the rows in test/agent/rows: change a row, then run `npx vitest run test/agent/events.test.ts -u`. -->',
  '',
  'Every line of this page is a test that passed: a real hook process, the event made to happen in `hookline ask` or',
  '`hookline chat`, and the effect of its answer found in what the agent then did.',
  'Hooks see tools, fields and words under the names of their own system.',
  'The first table says under which native name each event fired; a dash means that the dialect has no such event.',
  'TeammateIdle is not there: the agent has no teammates.',
  'A field without a value was there; its value changes from run to run or is long. `$PROJECT` is the folder of the project.',
  '',
];

const eventsOf = (played: readonly PlayedRow[]): readonly string[] =>
  eventTable(DIALECTS).events.flatMap(({ name }) => (played.some(({ row }) => row.event === name) ? [name] : []));

function overview(played: readonly PlayedRow[]): readonly string[] {
  const ids = DIALECTS.map(({ id }) => id).filter((id) => played.some(({ row }) => row.dialect === id));
  const rows = eventsOf(played).map((event) => {
    const cells = ids.map((id) => played.find(({ row }) => row.event === event && row.dialect === id));
    return [`[${event}](#${event.toLowerCase()})`, ...cells.map((cell) => (cell ? code(cell.row.native) : '–'))];
  });
  return ['## Fired', '', ...table(['event', ...ids], rows), ''];
}

function details(event: string, played: readonly PlayedRow[]): readonly string[] {
  const own = DIALECTS.flatMap(({ id }) => played.filter(({ row }) => row.event === event && row.dialect === id));
  return [`## ${event}`, '', ...table(['dialect', 'the hook sees', 'what its answer does'], own.map(cellsOf)), ''];
}

/** The line of the page about one row. */
export const renderRow = (played: PlayedRow): string => line(cellsOf(played));

const cellsOf = ({ row, sees, project }: PlayedRow): readonly string[] => [
  `${row.dialect} ${code(row.native)}`,
  fields(sees, project),
  cell(row.effect.does),
];

const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  [head, head.map(() => '---'), ...rows].map(line);

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const fields = (sees: Readonly<Record<string, unknown>>, project: string): string =>
  Object.entries(sees)
    .map(([name, value]) => code([name, ...shown(value, project)].join(': ')))
    .join(', ');

const LONGEST = 70;

/** Nothing for a long value, and for a pattern, which stands for what is not the same in every run. */
function shown(value: unknown, project: string): readonly string[] {
  if (hasPattern(value)) return [];
  const text = JSON.stringify(value).replaceAll(project, '$PROJECT');
  return text.length > LONGEST ? [] : [text];
}

const hasPattern = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ('asymmetricMatch' in value || Object.values(value).some((part) => hasPattern(part)));

const code = (text: string): string => `\`${cell(text)}\``;

const cell = (text: string): string => text.replaceAll('|', '\\|');
