import type { Hooks } from '@hookline/core';
import { DIALECTS } from '@hookline/core/internal';
import { diagnosticLines } from '../print/diagnostics.ts';
import { listingLines } from '../print/listing.ts';
import { type Paint, terminalWidth } from '../print/paint.ts';

/** The hooks of a session: which are armed, whether the project is trusted, and what is wrong. */
export function hooksReport(hooks: Hooks, paint: Paint): readonly string[] {
  const listed = hooks.list();
  const listing = {
    hooks: listed,
    armed: listed.filter(({ armed }) => armed).length,
    total: Math.max(hooks.entries, listed.length),
    diagnostics: hooks.diagnostics,
  };
  return [
    ...hooks.diagnostics.flatMap((diagnostic) => diagnosticLines(diagnostic, paint)),
    ...listingLines(listing, DIALECTS, { paint, width: terminalWidth(process.env) }),
    ...trustLines(hooks, paint),
  ];
}

function trustLines({ project }: Hooks, paint: Paint): readonly string[] {
  if (project === null) return [];
  if (project.trusted) return ["the project's own hooks are trusted"];
  return [paint('yellow', "the project's own hooks are not trusted: run hookline trust, then /hooks reload")];
}
