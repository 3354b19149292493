import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type Json, ownVoteProblem } from '@hookline/core/internal';
import { fileNameFor, isOwnersOnly, resolvedProject, stateFolder, writeOwn } from '../files/own-state.ts';
import type { Place } from '../files/place.ts';
import { readRules, type Rule } from './rules.ts';
import { updatePermissions } from './update.ts';

/** Who a stored rule is for: one project, or all of this user's. */
export type StoredFor = 'project' | 'user';

/** The rules that hooks wanted to be kept, of the project and of the user; a file that cannot be believed holds none. */
export function storedRules(place: Place): readonly Rule[] {
  return [...rulesFor('user', place), ...rulesFor('project', place)];
}

/**
 * Keeps the updates whose destination outlives the session; `widest` is how far what was said may reach. Gives the
 * files that were written, or why one could not be.
 */
export function storeUpdates(place: Place, updates: Json | undefined, widest: StoredFor): readonly string[] {
  if (!Array.isArray(updates)) return [];
  return (['project', 'user'] as const).flatMap((who) => {
    const own = updates.filter((update) => destinationOf(update, widest) === who);
    if (own.length === 0) return [];
    const before = rulesFor(who, place);
    const { rules } = updatePermissions({ rules: before, mode: 'default' }, own as readonly Json[]);
    return JSON.stringify(rules) === JSON.stringify(before) ? [] : [write(who, place, rules)];
  });
}

const DESTINATIONS: Readonly<Record<string, StoredFor>> = {
  localSettings: 'project',
  projectSettings: 'project',
  userSettings: 'user',
};

/** What is said for a session, or for a place that is not known, is kept nowhere. */
function destinationOf(update: unknown, widest: StoredFor): StoredFor | null {
  const word = isJsonObject(update) ? update['destination'] : undefined;
  const meant = typeof word === 'string' && Object.hasOwn(DESTINATIONS, word) ? (DESTINATIONS[word] ?? null) : null;
  return meant === 'user' ? widest : meant;
}

const folderOf = ({ env, home }: Place): string => join(stateFolder(env, home), 'permissions');

const fileOf = (who: StoredFor, place: Place): string =>
  join(folderOf(place), who === 'user' ? 'user.json' : fileNameFor(resolvedProject(place.project)));

/** A project that holds the state folder could write rules for itself. */
const isForged = ({ env, home, project }: Place): boolean =>
  ownVoteProblem(stateFolder(env, home), resolvedProject(project), home) !== null;

function rulesFor(who: StoredFor, place: Place): readonly Rule[] {
  if (isForged(place) || !isOwnersOnly(folderOf(place))) return [];
  try {
    const stored = JSON.parse(readFileSync(fileOf(who, place), 'utf8')) as Json;
    if (!isJsonObject(stored) || (who === 'project' && stored['path'] !== resolvedProject(place.project))) return [];
    return BEHAVIORS.flatMap((behavior) => readRules(stored[behavior], behavior));
  } catch {
    return [];
  }
}

const BEHAVIORS = ['allow', 'deny', 'ask'] as const;

function write(who: StoredFor, place: Place, rules: readonly Rule[]): string {
  const file = fileOf(who, place);
  const written = (behavior: Rule['behavior']): readonly Json[] =>
    rules
      .filter((rule) => rule.behavior === behavior)
      .map(({ tool, content }) => (content === null ? { toolName: tool } : { toolName: tool, ruleContent: content }));
  const named = who === 'project' ? { path: resolvedProject(place.project) } : {};
  const text = JSON.stringify({ ...named, allow: written('allow'), deny: written('deny'), ask: written('ask') });
  if (isForged(place)) return `not kept: the folder for it, ${folderOf(place)}, lies in the project`;
  try {
    writeOwn(folderOf(place), file, `${text}\n`);
    return `kept in ${file}`;
  } catch (error) {
    return `not kept: ${error instanceof Error ? error.message : String(error)}`;
  }
}
