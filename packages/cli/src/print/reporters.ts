import { type Diagnostic, forTerminal } from '@hookline/core/internal';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { diagnosticLines } from './diagnostics.ts';
import type { Paint } from './paint.ts';
import { oneLine } from './text.ts';

/** Gives the text of a file that a diagnostic names; null when it cannot be read. */
export type ReadSource = (file: string) => string | null;

/** Problems for a person: place, message, the lines in question and a hint; then how many there are. */
export function prettyReport(diagnostics: readonly Diagnostic[], read: ReadSource, paint: Paint): string {
  if (diagnostics.length === 0) return `${paint('green', 'No problems found.')}\n`;
  const blocks = diagnostics.map((diagnostic) => {
    const [head = '', ...hint] = diagnosticLines(diagnostic, paint);
    return [head, ...frameOf(diagnostic, read, paint), ...hint, ''].join('\n');
  });
  return `${blocks.join('\n')}\n${countLine(diagnostics)}\n`;
}

/** Problems as workflow commands, which GitHub shows beside the lines of a pull request. */
export function githubReport(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => `${githubLine(diagnostic)}\n`).join('');
}

function frameOf({ file, line, column }: Diagnostic, read: ReadSource, paint: Paint): readonly string[] {
  const text = line === null ? null : read(file);
  return text === null || line === null ? [] : codeFrame(text, { line, column: column ?? 1 }, paint);
}

function countLine(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic['severity'], word: string): readonly string[] => {
    const number = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return number === 0 ? [] : [`${number} ${word}${number === 1 ? '' : 's'}`];
  };
  return [...count('error', 'error'), ...count('warning', 'warning'), ...count('info', 'note')].join(', ');
}

const COMMANDS: Readonly<Record<Diagnostic['severity'], string>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
};

function githubLine({ severity, file, line, column, message, hint }: Diagnostic): string {
  const properties = [
    `file=${escapeProperty(file)}`,
    ...(line === null ? [] : [`line=${line}`]),
    ...(column === null ? [] : [`col=${column}`]),
  ];
  return `::${COMMANDS[severity]} ${properties.join(',')}::${escapeData(hint === null ? message : `${message}\n${hint}`)}`;
}

// GitHub's own rules: without them a text could start another command.
const escapeData = (text: string): string =>
  forTerminal(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Where the frame points to; both count from 1. */
export interface FramePlace {
  readonly line: number;
  readonly column: number;
}

const WIDTH = 100;
const TAB = '  ';

/** The line in question between its neighbours, with a caret below the column; empty when the text has no such line. */
export function codeFrame(text: string, place: FramePlace, paint: Paint): readonly string[] {
  const lines = text.split(/\r?\n/);
  const wanted = lines[place.line - 1];
  if (wanted === undefined) return [];
  const start = Math.max(0, shownLength(wanted.slice(0, place.column - 1)) - WIDTH + 20);
  const numberWidth = String(place.line + 1).length;
  const shown = [place.line - 1, place.line, place.line + 1].filter((line) => line >= 1 && line <= lines.length);
  return shown.flatMap((line) => {
    const source = show(lines[line - 1] ?? '').slice(start, start + WIDTH);
    const isWanted = line === place.line;
    const row = `${isWanted ? '>' : ' '} ${String(line).padStart(numberWidth)} | ${source}`.trimEnd();
    if (!isWanted) return [paint('dim', row)];
    const caretAt = shownLength(wanted.slice(0, place.column - 1)) - start;
    return [row, `  ${' '.repeat(numberWidth)} | ${' '.repeat(caretAt)}${paint('red', '^')}`];
  });
}

const show = (source: string): string => oneLine(source.replaceAll('\t', TAB));

const shownLength = (source: string): number => show(source).length;

const MOST_SOURCE_BYTES = 4 * 1024 * 1024;

/** Reads files of a project for code frames; null for one that is gone, huge or not a regular file. */
export function sourceReader(project: string): ReadSource {
  return (file) => {
    try {
      const path = resolve(project, file);
      const stats = statSync(path);
      return stats.isFile() && stats.size <= MOST_SOURCE_BYTES ? readFileSync(path, 'utf8') : null;
    } catch {
      return null;
    }
  };
}
