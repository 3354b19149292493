import { createHooks, DIALECTS } from '@hookline/core/internal';
import { type Arguments, isGiven } from '../call/arguments.ts';
import { placeOf } from '../call/hooks-options.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { type Listing, listingLines } from '../print/listing.ts';
import { paintFor } from '../print/paint.ts';
import { showDiagnostics } from '../print/show-diagnostics.ts';

/** Shows every hook that is configured here; one that could not even be read counts in the total. */
export async function list(given: Arguments): Promise<number> {
  const hooks = await createHooks({ ...placeOf(given), record: false });
  const listed = hooks.list();
  const listing: Listing = {
    hooks: listed,
    armed: listed.filter(({ armed }) => armed).length,
    total: Math.max(hooks.entries, listed.length),
    diagnostics: hooks.diagnostics,
  };
  await hooks.close();
  if (isGiven(given, 'json')) {
    writeJson(listing);
    return 0;
  }
  showDiagnostics(listing.diagnostics);
  writeOut(`${listingLines(listing, DIALECTS, paintFor(1, process.env)).join('\n')}\n`);
  return 0;
}
