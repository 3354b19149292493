import type { Diagnostic } from '@hookline/core';
import { writeErr } from './output.ts';
import { diagnosticLines } from './diagnostics.ts';
import { paintFor } from './paint.ts';

/** Tells on stderr what is wrong with the configuration. */
export function showDiagnostics(diagnostics: readonly Diagnostic[]): void {
  const paint = paintFor(2, process.env);
  for (const diagnostic of diagnostics) writeErr(`${diagnosticLines(diagnostic, paint).join('\n')}\n`);
}
