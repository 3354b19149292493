import { ALL_ROWS } from './all-rows.ts';
import { FAULT_DIALECTS } from './dialects.ts';
import type { MatrixRow } from './matrix.ts';
import { allSpotsOf, cellTitle, everySpotOf, spotsOf, unitTitle } from './matrix.ts';
import type { Section, Spot } from './row.ts';

/** One cell of the matrix, by the names under which tests report it. */
export interface ListedCell {
  readonly row: string;
  readonly section: Section;
  readonly title: string;
  /** The check of all events of the row in that dialect and scope, where there is one. */
  readonly unit: string;
}

/** All cells, or those of the quick run. */
export const listCells = (which: 'all' | 'now'): readonly ListedCell[] =>
  ALL_ROWS.flatMap((row) =>
    (which === 'all' ? allSpotsOf(row) : spotsOf(row)).map((spot) => ({
      row: row.id,
      section: row.section,
      title: cellTitle(spot, row.words(spot)),
      unit: unitTitle(spot.dialect, spot.scope),
    })),
  );

/** How many cells have no meaning, because the dialect has no such handler, event or answer. */
export const countGaps = (): number =>
  ALL_ROWS.reduce((sum, row) => sum + everySpotOf(row).length - allSpotsOf(row).length, 0);

const SECTIONS: readonly Section[] = [
  'Process',
  'Protocol',
  'Start',
  'Configuration, trust, record',
  'Network, models, workers',
];

/** The page that tells of the matrix. */
export function faultsPage(): string {
  const tables = SECTIONS.map((section) => {
    const rows = ALL_ROWS.filter((row) => row.section === section);
    return [`## ${section}`, '', ...tableOf(rows)].join('\n');
  });
  return [INTRODUCTION, ...tables, counts(), REPRODUCTION].join('\n\n') + '\n';
}

const INTRODUCTION = `# Faults

<!-- Generated from test/faults by "npm run generate"; do not edit. -->

What becomes of an action when a hook misbehaves, in every dialect, on events that can be stopped and on events that cannot, for hooks of the user and of a project. Every entry is a test with a real program, server, model or file. Each of them also checks that there is one outcome, that it comes in time, that it is told and recorded, that no process and no descriptor is left, and that the next event works.

An entry says what comes of each event; where it holds for all of them it is said once, and where the scope makes a difference both are named. "proceeds" means that the action goes on, "blocks" that it does not, with the effect in brackets; a fault is always told to the user and recorded. "–" means that the dialect has no such handler, event or answer. Cline has no column: its hooks are files named after events and no exit code refuses, so that the programs behind these entries would say something else there; [its page](dialects/cline.md) tells what becomes of a hook that fails.`;

function tableOf(rows: readonly MatrixRow[]): readonly string[] {
  const head = ['fault', ...FAULT_DIALECTS.map(({ id }) => id)];
  const lines = rows.map((row) => [row.fault, ...FAULT_DIALECTS.map(({ id }) => entryOf(row, id))]);
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.map(cellText).join(' | ')} |`);
}

const cellText = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** What a row comes to in a dialect, in as few words as are true. */
function entryOf(row: MatrixRow, id: string): string {
  const spots = everySpotOf(row).filter(({ dialect }) => dialect.id === id);
  const users = partsOf(row, spots, 'user');
  const projects = partsOf(row, spots, 'project');
  if (users === projects || projects === '') return users;
  return `user: ${users}; project: ${projects}`;
}

function partsOf(row: MatrixRow, spots: readonly Spot[], scope: Spot['scope']): string {
  const events = new Map<string, string[]>();
  for (const spot of spots.filter((each) => each.scope === scope)) {
    const gap = row.gap?.(spot) ?? null;
    const words = gap === null ? brief(row.words(spot)) : `– (${gap})`;
    events.set(words, [...(events.get(words) ?? []), spot.stage.event]);
  }
  const [only, ...others] = events;
  if (only !== undefined && others.length === 0) return only[0];
  return [...events].map(([words, names]) => `${names.join(', ')}: ${words}`).join('; ');
}

/** A fault says by itself that the hook failed, and an action that goes on says that it passed. */
const brief = (words: string): string =>
  words.replace(/proceeds, (?:failed|timed_out), fault/g, 'proceeds, fault').replaceAll('proceeds, passed', 'proceeds');

function counts(): string {
  const lines = SECTIONS.map((section) => {
    const rows = ALL_ROWS.filter((row) => row.section === section);
    const cells = rows.reduce((sum, row) => sum + allSpotsOf(row).length, 0);
    const all = rows.reduce((sum, row) => sum + everySpotOf(row).length, 0);
    return [section, String(rows.length), String(cells), String(all - cells)];
  });
  const total = [0, 1, 2].map((place) => lines.reduce((sum, line) => sum + Number(line[place + 1]), 0));
  const table = [
    ['part', 'rows', 'cells', 'not in this dialect'],
    ['---', '--:', '--:', '--:'],
    ...lines,
    ['**all**', ...total.map((count) => `**${count}**`)],
  ];
  const text = table.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `## Counts\n\nA cell is a row in one dialect, on one event, for one scope.\n\n${text}`;
}

const REPRODUCTION = `## How to reproduce

\`\`\`sh
npm run test:proof -- faults                # all cells: floods of 1 GB, 10,000 events at once, 10,000 edits
npm run test:proof -- planted               # every planted bug must be noticed
\`\`\``;
