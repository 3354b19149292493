import {
  type AgentTable,
  isJsonObject,
  type Json,
  type JsonObject,
  parseTomlDocument,
  pathOf,
  sha256,
} from '@hookline/core/internal';
import { readFileSync } from 'node:fs';
import { type Check, error, ok } from '../prove/doctor/check.ts';
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
  const given = lookUp(await tomlIn(pathOf(consent.file, place)), consent.table);
  const stateOf = (entry: OwnEntry): JsonObject => {
    const state = isJsonObject(given) ? given[keyOf(settings.file, entry)] : undefined;
    return isJsonObject(state) ? state : {};
  };
  const eventsOf = (isMeant: (entry: OwnEntry) => boolean): string =>
    entries
      .filter(isMeant)
      .map(({ event }) => event)
      .join(', ');
  const untrusted = eventsOf((entry) => stateOf(entry)['trusted_hash'] !== `sha256:${hashOf(entry)}`);
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

const keyOf = (file: string, { event, at }: OwnEntry): string => [file, snakeCase(event), ...at].join(':');

const snakeCase = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();

/** Ours have no matcher and are waited for. */
function hashOf({ event, handler: { type = '', command = '', timeout = 0 } }: OwnEntry): string {
  const entry = { async: false, command, timeout, type };
  return sha256(JSON.stringify({ event_name: snakeCase(event), hooks: [entry] }));
}

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

const lookUp = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (holder, key) => (isJsonObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined),
    value,
  );

/** Undefined: it cannot be read. */
async function tomlIn(file: string | null): Promise<Json | undefined> {
  try {
    const parsed = await parseTomlDocument(readFileSync(file ?? '', 'utf8').replace('\uFEFF', ''));
    return parsed.ok ? (parsed.document.value as Json) : undefined;
  } catch {
    return undefined;
  }
}
