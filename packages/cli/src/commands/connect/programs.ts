import type { ConnectionScope, EntryPrograms } from '@hookline/toolbox';
import { locate } from '@hookline/toolbox';
import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import type { HooksPlace } from '../../call/place.ts';

const NAME = 'hookline';

/** How entries reach this very program. A project is shared: there it is found by its name where that leads here. */
export function programsFor(scope: ConnectionScope | 'managed', { env }: Pick<HooksPlace, 'env'>): EntryPrograms {
  const script = realpathSync(process.argv[1] ?? '');
  const named = scope === 'project' ? locate(NAME, env['PATH']) : null;
  const isThis = named !== null && realpathSync(named) === script;
  return { command: isThis ? [NAME] : [process.execPath, script], client: null, http: null };
}

/** What may take the program away from under an entry. */
export function programWarnings(): readonly string[] {
  const script = realpathSync(process.argv[1] ?? '');
  return script.includes(`${sep}_npx${sep}`)
    ? [`${script} lies in the cache of npx, which may be emptied: install hookline, then connect again`]
    : [];
}
