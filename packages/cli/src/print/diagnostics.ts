import type { Diagnostic } from '@hookline/core';
import { oneLine } from './one-line.ts';
import type { Paint, Style } from './paint.ts';

const STYLES: Readonly<Record<Diagnostic['severity'], Style>> = { error: 'red', warning: 'yellow', info: 'dim' };

/** `file:line:column severity: message`, with the hint on a line of its own. */
export function diagnosticLines(diagnostic: Diagnostic, paint: Paint): readonly string[] {
  const { severity, message, hint } = diagnostic;
  return [
    `${paint('bold', placeOfDiagnostic(diagnostic))} ${paint(STYLES[severity], severity)}: ${oneLine(message)}`,
    ...(hint === null ? [] : [paint('dim', `  ${oneLine(hint)}`)]),
  ];
}

/** The place in the form that editors and terminals turn into a link. */
function placeOfDiagnostic({ file, line, column }: Diagnostic): string {
  const name = oneLine(file);
  if (line === null) return name;
  return column === null ? `${name}:${line}` : `${name}:${line}:${column}`;
}
