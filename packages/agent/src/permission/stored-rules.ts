import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type Json, stateInsideProblem, errorText, stateFolder } from '@hookline/core/internal';
import { fileNameFor, isOwnersOnly, resolvedProject, writePrivateFile } from '../files/state-files.ts';
import type { Workspace } from '../files/workspace.ts';
import { BEHAVIORS, readRules, type Rule } from './rules.ts';
import { updatePermissions } from './update.ts';

/** Who a stored rule is for: one project, or all of this user's. */
export type StoredFor = 'project' | 'user';

/** The rules that hooks wanted to be kept, of the project and of the user; a file that cannot be trusted holds none. */
export function storedRules(workspace: Workspace): readonly Rule[] {
  return [...rulesFor('user', workspace), ...rulesFor('project', workspace)];
}

/**
 * Keeps the updates whose destination outlives the session; `widest` is how far they may reach. Returns the files
 * that were written, or why one could not be.
 */
export function storeUpdates(workspace: Workspace, updates: Json | undefined, widest: StoredFor): readonly string[] {
  if (!Array.isArray(updates)) return [];
  return (['project', 'user'] as const).flatMap((who) => {
    const own = updates.filter((update) => destinationOf(update, widest) === who);
    if (own.length === 0) return [];
    const before = rulesFor(who, workspace);
    const { rules } = updatePermissions({ rules: before, mode: 'default' }, own as readonly Json[]);
    return JSON.stringify(rules) === JSON.stringify(before) ? [] : [write(who, workspace, rules)];
  });
}

const DESTINATIONS: Readonly<Record<string, StoredFor>> = {
  localSettings: 'project',
  projectSettings: 'project',
  userSettings: 'user',
};

/** Updates for the session, or for an unknown destination, are not stored. */
function destinationOf(update: unknown, widest: StoredFor): StoredFor | null {
  const word = isJsonObject(update) ? update['destination'] : undefined;
  const meant = typeof word === 'string' && Object.hasOwn(DESTINATIONS, word) ? (DESTINATIONS[word] ?? null) : null;
  return meant === 'user' ? widest : meant;
}

const folderOf = ({ env, home }: Workspace): string => join(stateFolder(env, home), 'permissions');

const fileOf = (who: StoredFor, workspace: Workspace): string =>
  join(folderOf(workspace), who === 'user' ? 'user.json' : fileNameFor(resolvedProject(workspace.project)));

/** A project that holds the state folder could write rules for itself. */
const isForged = ({ env, home, project }: Workspace): boolean =>
  stateInsideProblem(stateFolder(env, home), resolvedProject(project), home) !== null;

function rulesFor(who: StoredFor, workspace: Workspace): readonly Rule[] {
  if (isForged(workspace) || !isOwnersOnly(folderOf(workspace))) return [];
  try {
    const stored = JSON.parse(readFileSync(fileOf(who, workspace), 'utf8')) as Json;
    if (!isJsonObject(stored) || (who === 'project' && stored['path'] !== resolvedProject(workspace.project)))
      return [];
    return BEHAVIORS.flatMap((behavior) => readRules(stored[behavior], behavior));
  } catch {
    return [];
  }
}

function write(who: StoredFor, workspace: Workspace, rules: readonly Rule[]): string {
  const file = fileOf(who, workspace);
  const written = (behavior: Rule['behavior']): readonly Json[] =>
    rules
      .filter((rule) => rule.behavior === behavior)
      .map(({ tool, content }) => (content === null ? { toolName: tool } : { toolName: tool, ruleContent: content }));
  const named = who === 'project' ? { path: resolvedProject(workspace.project) } : {};
  const text = JSON.stringify({ ...named, allow: written('allow'), deny: written('deny'), ask: written('ask') });
  if (isForged(workspace)) return `not kept: the folder for it, ${folderOf(workspace)}, lies in the project`;
  try {
    writePrivateFile(folderOf(workspace), file, `${text}\n`);
    return `kept in ${file}`;
  } catch (error) {
    return `not kept: ${errorText(error)}`;
  }
}
