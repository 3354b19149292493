import { AGENTS, createHooks, type Diagnostic, DIALECTS, inspectHooks } from '@hookline/core/internal';
import { connectedBy, type RegisteredScope, skippedByAgents } from '@hookline/toolbox';
import { type Arguments, type Command, isGiven } from '../call/arguments.ts';
import { LAST, OPTIONS, PLACE } from '../call/options.ts';
import { type HooksPlace, placeOf } from '../call/place.ts';
import { showDiagnostics } from '../print/diagnostics.ts';
import { type Listing, listingLines } from '../print/listing.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { shownOn } from '../print/paint.ts';
import { counted } from '../print/text.ts';

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
    diagnostics: [...hooks.diagnostics, ...(await problemsOf(place)), ...(await skippedByAgents(listed, place))],
  };
  await hooks.close();
  const agents = await connectedAgents(place);
  if (isGiven(given, 'json')) {
    writeJson({ ...listing, agents });
    return 0;
  }
  showDiagnostics(listing.diagnostics);
  writeOut(`${[...listingLines(listing, DIALECTS, shownOn(process.env)), ...agents.map(agentLine)].join('\n')}\n`);
  return 0;
}

/** An agent that sends its events here. */
interface ConnectedAgent {
  readonly id: string;
  readonly scope: RegisteredScope;
  readonly events: readonly string[];
}

async function connectedAgents(place: HooksPlace): Promise<readonly ConnectedAgent[]> {
  const found = await Promise.all(
    AGENTS.map(async (agent) => {
      const files = await connectedBy(agent, place);
      return files.map(({ scope, entries }) => ({ id: agent.id, scope, events: entries.map(({ event }) => event) }));
    }),
  );
  return found.flat().filter(({ events }) => events.length > 0);
}

const agentLine = ({ id, scope, events }: ConnectedAgent): string =>
  `connected: ${id} (${scope}, ${counted(events.length, 'event')}); it runs the hooks of its own system itself`;

/** What keeps well-formed hooks from doing their work. */
async function problemsOf(place: HooksPlace): Promise<readonly Diagnostic[]> {
  const found = await inspectHooks(place);
  return found.map(({ diagnostic }) => diagnostic).filter(({ severity }) => severity !== 'info');
}
