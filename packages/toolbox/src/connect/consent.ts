import { type AgentTable, pathOf } from '@hookline/core/internal';
import { type Check, error, ok } from '../prove/doctor/check.ts';
import { entryHash, entryKey, lookUp, readConsent, tomlIn } from './entry-consent.ts';
import { AGENTS_AREA } from './own-program.ts';
import type { AgentPlace, OwnEntry, RegisteredFile } from './plan-connection.ts';

/** What the user has agreed to in the agent itself; it is read and never written, since that would be agreeing for the user. */
export async function consentChecks(
  agent: AgentTable,
  { scope, settings, entries }: RegisteredFile,
  place: AgentPlace,
): Promise<readonly Check[]> {
  const { consent } = agent.registration;
  if (consent === undefined || scope === 'managed') return [];
  const consentTo = await readConsent(consent, place);
  const stateOf = ({ event, at }: OwnEntry) => consentTo(entryKey(settings.file, event, at));
  const eventsOf = (isMeant: (entry: OwnEntry) => boolean): string =>
    entries
      .filter(isMeant)
      .map(({ event }) => event)
      .join(', ');
  const untrusted = eventsOf((entry) => stateOf(entry)['trusted_hash'] !== ownHash(entry));
  const off = eventsOf((entry) => stateOf(entry)['enabled'] === false);
  return [
    untrusted === ''
      ? ok(AGENTS_AREA, agent.id, `its entries are trusted in ${agent.title}`)
      : error(
          AGENTS_AREA,
          agent.id,
          `${agent.title} skips its entries without a word until you trust them: ${untrusted}`,
          consent.how,
        ),
    ...(off === ''
      ? []
      : [error(AGENTS_AREA, agent.id, `its entries are switched off in ${agent.title}: ${off}`, consent.how)]),
  ];
}

/** Ours have no matcher and are waited for. */
const ownHash = ({ event, handler: { type = '', command = '', timeout = 0 } }: OwnEntry): string =>
  entryHash(event, { async: false, command, timeout, type });

/** Facts that can switch the connection off and stand in a file: whether they do. */
export async function switchChecks(agent: AgentTable, place: AgentPlace): Promise<readonly Check[]> {
  const found = await Promise.all(
    agent.disarmedBy.map(async ({ in: where }) => {
      const file = where === undefined ? null : pathOf(where, place);
      if (where === undefined || lookUp(await tomlIn(file), where.key) !== where.is) return [];
      return [
        error(
          AGENTS_AREA,
          agent.id,
          `${file ?? ''} has ${where.key.join('.')} = ${JSON.stringify(where.is)}: no hook guards tool calls in ${place.project}`,
          'take it out',
        ),
      ];
    }),
  );
  return found.flat();
}
