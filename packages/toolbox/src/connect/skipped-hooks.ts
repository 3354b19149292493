import {
  AGENTS,
  type AgentTable,
  type ConsentRule,
  type Diagnostic,
  isJsonObject,
  type Json,
  type JsonObject,
  type ListedHook,
} from '@hookline/core/internal';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ConsentTo, entryHash, entryKey, lookUp, readConsent, tomlIn } from './entry-consent.ts';
import type { AgentPlace } from './plan-connection.ts';

/** Hooks in the files of an agent that the agent itself would skip, because the user has not agreed to them there. */
export async function skippedByAgents(
  listed: readonly ListedHook[],
  place: AgentPlace,
): Promise<readonly Diagnostic[]> {
  const found = await Promise.all(AGENTS.map((agent) => skippedBy(agent, listed, place)));
  return found.flat();
}

async function skippedBy(
  { id, title, registration: { consent } }: AgentTable,
  listed: readonly ListedHook[],
  place: AgentPlace,
): Promise<readonly Diagnostic[]> {
  const own = listed.filter(({ dialect, scope }) => dialect === id && (scope === 'user' || scope === 'project'));
  if (consent === undefined || own.length === 0) return [];
  const consentTo = await readConsent(consent, place);
  const states = await Promise.all(own.map((hook) => stateOf(hook, consent, consentTo, place)));
  return own.flatMap(({ name, label = name, source }, index) => {
    const state = states[index] ?? null;
    if (state === null) return [];
    const message = `hook "${label}": ${title} itself would skip this: ${state}`;
    return [{ severity: 'info', file: source, line: null, column: null, message, hint: consent.how }];
  });
}

/** Null: it would run, or that cannot be known. */
async function stateOf(
  { id, source, event }: ListedHook,
  { hashed }: ConsentRule,
  consentTo: ConsentTo,
  { project }: AgentPlace,
): Promise<'untrusted' | 'modified' | null> {
  const file = resolve(project, source);
  const place = PLACE.exec(id)?.slice(1).map(Number);
  if (place === undefined) return null;
  const { trusted_hash: agreed } = consentTo(entryKey(file, event, place));
  if (typeof agreed !== 'string') return 'untrusted';
  const hash = hashNow(await documentIn(file), event, place, hashed);
  return hash === null || hash === agreed ? null : 'modified';
}

/** The end of the id of a hook in a group: the place of its group, and its own. */
const PLACE = /\[(\d+)\]\.hooks\[(\d+)\]$/;

/** Null where it is not known what the agent makes of the entry. */
function hashNow(
  document: Json | undefined,
  event: string,
  [group = -1, index = -1]: readonly number[],
  { always, unlessUsual, withoutMatcher, unknownFor }: ConsentRule['hashed'],
): string | null {
  const { matcher, hooks } = itemOf(lookUp(document, ['hooks', event]), group);
  const entry = itemOf(hooks, index);
  if (unknownFor.events.includes(event) || unknownFor.keys.some((key) => Object.hasOwn(entry, key))) return null;
  const unusual = Object.entries(unlessUsual).flatMap(([key, usual]) => {
    const value = entry[key] ?? usual;
    return value === undefined || value === usual ? [] : [[key, value] as const];
  });
  const given = Object.entries(always).map(([key, usual]) => [key, entry[key] ?? usual] as const);
  const filled = Object.fromEntries([...given, ...unusual].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return entryHash(event, filled, typeof matcher === 'string' && !withoutMatcher.includes(event) ? matcher : undefined);
}

const itemOf = (list: Json | undefined, index: number): JsonObject => {
  const item = Array.isArray(list) ? (list as readonly Json[])[index] : undefined;
  return isJsonObject(item) ? item : {};
};

/** Undefined: it cannot be read. */
async function documentIn(file: string): Promise<Json | undefined> {
  if (file.endsWith('.toml')) return tomlIn(file);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Json;
  } catch {
    return undefined;
  }
}
