import type { Diagnostic } from '@hookline/core';
import { writeErr } from './output.ts';
import { type Paint, paintFor, type Style, terminalWidth } from './paint.ts';
import { oneLine, wrapped } from './text.ts';

const STYLES: Readonly<Record<Diagnostic['severity'], Style>> = { error: 'red', warning: 'yellow', info: 'dim' };

/** `file:line:column severity: message`, with the hint on a line of its own; broken between words where there is a width. */
export function diagnosticLines(diagnostic: Diagnostic, paint: Paint, width: number | null = null): readonly string[] {
  const { severity, message, hint } = diagnostic;
  const place = placeOfDiagnostic(diagnostic);
  const [first = '', ...more] = wrapped(`${place} ${severity}: ${oneLine(message)}`, less(width, MORE));
  const start = `${place} ${severity}`;
  const painted = first.startsWith(start)
    ? `${paint('bold', place)} ${paint(STYLES[severity], severity)}${first.slice(start.length)}`
    : first;
  const hints = hint === null ? [] : wrapped(oneLine(hint), less(width, HINT));
  return [painted, ...more.map((line) => `${MORE}${line}`), ...hints.map((line) => paint('dim', `${HINT}${line}`))];
}

const MORE = '    ';
const HINT = '  ';

const less = (width: number | null, indent: string): number | null => (width === null ? null : width - indent.length);

/** The place in the form that editors and terminals turn into a link. */
function placeOfDiagnostic({ file, line, column }: Diagnostic): string {
  const name = oneLine(file);
  if (line === null) return name;
  return column === null ? `${name}:${line}` : `${name}:${line}:${column}`;
}

/** Tells on stderr what is wrong with the configuration. */
export function showDiagnostics(diagnostics: readonly Diagnostic[]): void {
  const paint = paintFor(2, process.env);
  const width = terminalWidth(process.env, 2);
  for (const diagnostic of diagnostics) writeErr(`${diagnosticLines(diagnostic, paint, width).join('\n')}\n`);
}
