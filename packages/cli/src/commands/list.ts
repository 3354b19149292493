import { createHooks, type Diagnostic, DIALECTS, inspectHooks } from '@hookline/core/internal';
import { type Arguments, type Command, isGiven } from '../call/arguments.ts';
import { LAST, OPTIONS, PLACE } from '../call/options.ts';
import { type HooksPlace, placeOf } from '../call/place.ts';
import { showDiagnostics } from '../print/diagnostics.ts';
import { type Listing, listingLines } from '../print/listing.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { shownOn } from '../print/paint.ts';

export const LIST: Command = {
  name: 'list',
  about: 'Show every hook that is configured here, and whether it is armed.',
  options: [...PLACE, { ...OPTIONS.debug, about: 'Without effect: listing runs no hook.' }, ...LAST],
  examples: [
    { does: 'what would run here', line: 'hookline list' },
    { does: 'only the hooks of one system', line: 'hookline list --dialect qoder' },
  ],
  run: list,
};

/** Shows every hook that is configured here; one that could not even be read counts in the total. */
async function list(given: Arguments): Promise<number> {
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
async function problemsOf(place: HooksPlace): Promise<readonly Diagnostic[]> {
  const found = await inspectHooks(place);
  return found.map(({ diagnostic }) => diagnostic).filter(({ severity }) => severity !== 'info');
}
