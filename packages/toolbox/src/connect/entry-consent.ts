import {
  type ConsentRule,
  isJsonObject,
  type Json,
  type JsonObject,
  parseTomlDocument,
  pathOf,
  sha256,
} from '@hookline/core/internal';
import { readFileSync } from 'node:fs';
import type { AgentPlace } from './plan-connection.ts';

/** What the user has agreed to in the agent, by the key of an entry: its `trusted_hash`, and whether it is `enabled`. */
export type ConsentTo = (key: string) => JsonObject;

export async function readConsent({ file, table }: ConsentRule, place: AgentPlace): Promise<ConsentTo> {
  const given = lookUp(await tomlIn(pathOf(file, place)), table);
  return (key) => {
    const state = isJsonObject(given) ? given[key] : undefined;
    return isJsonObject(state) ? state : {};
  };
}

/** The key of an entry: its file, its event, and the places of its group and of itself. */
export const entryKey = (file: string, event: string, at: readonly number[]): string =>
  [file, snakeCase(event), ...at].join(':');

/** What is agreed to: the event, the matcher where it counts, and the entry; keys in alphabetical order. */
export const entryHash = (event: string, entry: JsonObject, matcher?: string): string =>
  `sha256:${sha256(JSON.stringify({ event_name: snakeCase(event), hooks: [entry], ...(matcher === undefined ? {} : { matcher }) }))}`;

const snakeCase = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();

export const lookUp = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (holder, key) => (isJsonObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined),
    value,
  );

/** Undefined: it cannot be read. */
export async function tomlIn(file: string | null): Promise<Json | undefined> {
  try {
    const parsed = await parseTomlDocument(readFileSync(file ?? '', 'utf8').replace('\uFEFF', ''));
    return parsed.ok ? (parsed.document.value as Json) : undefined;
  } catch {
    return undefined;
  }
}
