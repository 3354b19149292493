import { createHooks, type Diagnostic, DIALECTS, inspectHooks } from '@hookline/core/internal';
import { type Arguments, isGiven } from '../call/arguments.ts';
import { type Place, placeOf } from '../call/place.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { type Listing, listingLines } from '../print/listing.ts';
import { showDiagnostics } from '../print/show-diagnostics.ts';
import { shownOn } from '../print/terminal-width.ts';

/** Shows every hook that is configured here; one that could not even be read counts in the total. */
export async function list(given: Arguments): Promise<number> {
  const place = placeOf(given);
  const hooks = await createHooks({ ...place, record: false });
  const listed = hooks.list();
  const listing: Listing = {
    hooks: listed,
    armed: listed.filter(({ armed }) => armed).length,
    total: Math.max(hooks.entries, listed.length),
    diagnostics: [...hooks.diagnostics, ...(await problemsOf(place))],
  };
  await hooks.close();
  if (isGiven(given, 'json')) {
    writeJson(listing);
    return 0;
  }
  showDiagnostics(listing.diagnostics);
  writeOut(`${listingLines(listing, DIALECTS, shownOn(process.env)).join('\n')}\n`);
  return 0;
}

/** What keeps well-formed hooks from doing their work. */
async function problemsOf(place: Place): Promise<readonly Diagnostic[]> {
  const found = await inspectHooks(place);
  return found.map(({ diagnostic }) => diagnostic).filter(({ severity }) => severity !== 'info');
}
