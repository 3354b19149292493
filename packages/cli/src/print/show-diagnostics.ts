import type { Diagnostic } from '@hookline/core';
import { writeErr } from './output.ts';
import { diagnosticLines } from './diagnostics.ts';
import { paintFor } from './paint.ts';
import { terminalWidth } from './terminal-width.ts';

/** Tells on stderr what is wrong with the configuration. */
export function showDiagnostics(diagnostics: readonly Diagnostic[]): void {
  const paint = paintFor(2, process.env);
  const width = terminalWidth(process.env, 2);
  for (const diagnostic of diagnostics) writeErr(`${diagnosticLines(diagnostic, paint, width).join('\n')}\n`);
}
