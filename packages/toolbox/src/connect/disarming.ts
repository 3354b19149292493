import { type AgentTable, configurationFiles, isJsonObject, type Json } from '@hookline/core/internal';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENTS_AREA } from './own-program.ts';
import { type Check, error, info } from '../prove/doctor/check.ts';
import type { AgentPlace, RegisteredFile } from './plan-connection.ts';

/** The last copy of a repeated entry counts for some agents: one with other options in the project disarms ours. */
export function copyChecks(
  agent: AgentTable,
  { settings, entries }: RegisteredFile,
  place: AgentPlace,
): readonly Check[] {
  const words = new Set(entries.map(({ word }) => word));
  const others = otherFiles(agent, settings.file, place);
  const copies = others.flatMap(({ path }) => {
    const text = textOf(path);
    return [...words].some((word) => text.includes(word)) ? [path] : [];
  });
  return copies.map((path) =>
    error(
      AGENTS_AREA,
      agent.id,
      `${path} has a copy of our entry, and the last copy counts: it can switch the entry off`,
      'take the copy out, then: hookline disconnect and connect, for a new word',
    ),
  );
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Variables through which a settings file of the project reaches into our own process. */
const OWN_VARIABLES = /^(?:HOOKLINE_|XDG_|LD_|NODE_|BASH_ENV$|ENV$|HOME$|PATH$)/;

/** Variables of a project's own files that reach our entries. */
export const environmentChecks = ({ id, registration }: AgentTable, { project }: AgentPlace): readonly Check[] =>
  (registration.environmentFiles ?? []).flatMap((name) => {
    const path = join(project, name);
    const names = [...textOf(path).matchAll(/^\s*(?:export\s+)?([\w.-]+)\s*[=:]/gm)]
      .map(([, found = '']) => found)
      .filter((found) => OWN_VARIABLES.test(found));
    return names.length === 0
      ? []
      : [
          error(
            AGENTS_AREA,
            id,
            `${path} sets ${names.join(', ')} for our entries, and can so switch them off`,
            `take ${names.length === 1 ? 'it' : 'them'} out of ${name}`,
          ),
        ];
  });

export function variableChecks(agent: AgentTable, { settings }: RegisteredFile, place: AgentPlace): readonly Check[] {
  const key = agent.registration.environmentKey;
  if (key === null) return [];
  return otherFiles(agent, settings.file, place).flatMap(({ path, scope }) => {
    const variables = memberOf(textOf(path), key);
    const names = isJsonObject(variables) ? Object.keys(variables).filter((name) => OWN_VARIABLES.test(name)) : [];
    if (names.length === 0 || scope === 'managed') return [];
    return [
      error(
        AGENTS_AREA,
        agent.id,
        `${path} sets ${names.join(', ')} for our entries, and can so switch them off`,
        `take ${names.length === 1 ? 'it' : 'them'} out of ${key}`,
      ),
    ];
  });
}

function memberOf(text: string, key: string): Json | undefined {
  try {
    const value = JSON.parse(text.replace('\uFEFF', '')) as Json;
    return isJsonObject(value) ? value[key] : undefined;
  } catch {
    return undefined;
  }
}

const otherFiles = (agent: AgentTable, file: string, place: AgentPlace): ReturnType<typeof configurationFiles> =>
  agent.protocol !== undefined
    ? []
    : configurationFiles({ ...place, dialects: [agent.dialect] }).filter(({ path }) => path !== file);

/** What could switch the connection off without a word to the user. */
export function disarmNotes(agent: AgentTable): readonly Check[] {
  const ways = agent.disarmedBy.filter(({ by }) => by === 'project').map(({ about }) => about);
  const isManageable = agent.registration.files.some(({ scope }) => scope === 'managed');
  const managed = isManageable
    ? `. What an administrator places stays on: hookline connect ${agent.id} --scope managed`
    : '';
  const text = `a project could switch it off by: ${ways.join('; ')}${managed}`;
  return ways.length === 0 ? [] : [info(AGENTS_AREA, agent.id, text)];
}
