import { type FileChange, locate } from '@hookline/toolbox';
import { relative, sep } from 'node:path';
import { lineDifference } from './line-difference.ts';
import type { Paint } from './paint.ts';
import { columns, oneLine } from './text.ts';

/** One line for each file that is made or extended. */
export function plannedLines(changes: readonly FileChange[], project: string, paint: Paint): readonly string[] {
  const rows = columns(changes.map((change) => [verbOf(change), oneLine(shownPath(change.path, project))]));
  return rows.map((row) => `  ${paint('green', row)}`);
}

/** The same, with all that would be written. */
export function plannedTexts(changes: readonly FileChange[], project: string, paint: Paint): readonly string[] {
  return changes.flatMap((change) => [
    paint('bold', `${verbOf(change)} ${oneLine(shownPath(change.path, project))}`),
    ...linesOf(change, paint),
    '',
  ]);
}

/** Files for a program. */
export const plannedJson = (changes: readonly FileChange[]): unknown =>
  changes.map((change) => ({ path: change.path, action: verbOf(change), executable: change.executable }));

const verbOf = ({ before }: FileChange): string => (before === null ? 'create' : 'extend');

function shownPath(path: string, project: string): string {
  const inside = relative(project, path);
  return inside.startsWith(`..${sep}`) ? path : inside;
}

function linesOf({ before, after }: FileChange, paint: Paint): readonly string[] {
  const text = after.replace(/\n$/, '');
  if (before === null) return text.split('\n').map((line) => `  ${oneLine(line)}`.trimEnd());
  return lineDifference(before.replace(/\n$/, ''), text).map(({ sign, text: line }) => {
    const shown = `${sign} ${oneLine(line)}`.trimEnd();
    return sign === ' ' ? `  ${shown}`.trimEnd() : paint(sign === '+' ? 'green' : 'red', `  ${shown}`);
  });
}

/** Those of the programs that are not on PATH, each once. */
export const missingPrograms = (
  needs: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] => [...new Set(needs)].filter((name) => locate(name, env['PATH']) === null);

/** A warning for each program without which a hook that was just written cannot work. */
export const missingLines = (missing: readonly string[]): string =>
  missing
    .map(
      (name) =>
        `warning: the hook needs ${name}, which is not on PATH: install it, or write the hook in another --language\n`,
    )
    .join('');
