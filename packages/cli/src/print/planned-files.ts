import { type FileChange, locate, lineDifference } from '@hookline/toolbox';
import { isAbsolute, relative, sep } from 'node:path';
import type { Environment } from './output.ts';
import type { Paint } from './paint.ts';
import { columns, oneLine } from './text.ts';

/** One line for each file that is made or extended. */
export function plannedLines(changes: readonly FileChange[], project: string, paint: Paint): readonly string[] {
  const rows = columns(changes.map((change) => [verbOf(change), oneLine(pathFrom(project, change.path))]));
  return rows.map((row) => `  ${paint('green', row)}`);
}

/** The same, with all that would be written. */
export function plannedTexts(changes: readonly FileChange[], project: string, paint: Paint): readonly string[] {
  return changes.flatMap((change) => [
    paint('bold', `${verbOf(change)} ${oneLine(pathFrom(project, change.path))}`),
    ...linesOf(change, paint),
    '',
  ]);
}

/** Files for a program. */
export const plannedJson = (changes: readonly FileChange[]): unknown =>
  changes.map((change) => ({ path: change.path, action: verbOf(change), executable: change.executable }));

const verbOf = ({ before }: FileChange): string => (before === null ? 'create' : 'extend');

/** A path as it is seen from the project; one outside of it stays whole. */
export function pathFrom(project: string, path: string): string {
  const inside = relative(project, path);
  return inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside) ? path : inside.split(sep).join('/');
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
export const missingPrograms = (needs: readonly string[], env: Environment): readonly string[] =>
  [...new Set(needs)].filter((name) => locate(name, env['PATH']) === null);

/** A warning for each program without which a hook that was just written cannot work. */
export const missingLines = (missing: readonly string[]): string =>
  missing
    .map(
      (name) =>
        `warning: the hook needs ${name}, which is not on PATH: install it, or write the hook in another --language\n`,
    )
    .join('');
