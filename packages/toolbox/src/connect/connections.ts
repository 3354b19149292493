import {
  type EntryWay,
  folderProblem,
  isJsonObject,
  type Json,
  makePrivateFolder,
  readPrivateFile,
  removeFile,
  sha256,
  stateFolder,
  writePrivateFile,
} from '@hookline/core/internal';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MadeParts } from './entry-format.ts';

/** Where an agent can be connected by writing to a file. */
export type ConnectionScope = 'user' | 'project';

/** What is known about an entry that was put into an agent's file: enough to take it out again byte for byte. */
export interface Connection {
  readonly agent: string;
  readonly scope: ConnectionScope;
  readonly file: string;
  /** Stands in every entry; others cannot know it. */
  readonly word: string;
  readonly via: EntryWay | 'auto';
  readonly fail: 'closed' | 'open';
  readonly mayAllow: boolean;
  readonly events: readonly string[];
  /** `top`: the nearest folder that was there; absent in older records, where `folder` says whether one was made. */
  readonly made: MadeParts & { readonly folder: boolean; readonly top?: string };
  /** SHA-256 of the file with the entries. */
  readonly after: string;
  /** The text before; null: there was no file. */
  readonly before: string | null;
}

/** The user's own environment, in which the state folder is. */
export interface StatePlace {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const VERSION = 1;

const folderOf = ({ env, home }: StatePlace): string => join(stateFolder(env, home), 'connections');

const nameOf = ({ agent, scope, file }: Pick<Connection, 'agent' | 'scope' | 'file'>): string =>
  `${agent}-${scope}-${sha256(file).slice(0, 12)}`;

/** Every connection on file, in the order of their names. Throws when the folder is not the user's alone. */
export function connectionsOn(place: StatePlace): readonly Connection[] {
  const folder = folderOf(place);
  if (!existsSync(folder)) return [];
  const problem = folderProblem(stateFolder(place.env, place.home)) ?? folderProblem(folder);
  if (problem !== null) throw new Error(problem);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .flatMap((name) => connectionIn(folder, name.slice(0, -'.json'.length)) ?? []);
}

/** The connection that was made through a file; null: none is on file. */
export const connectionOf = (
  wanted: Pick<Connection, 'agent' | 'scope' | 'file'>,
  place: StatePlace,
): Connection | null => (existsSync(folderOf(place)) ? connectionIn(folderOf(place), nameOf(wanted)) : null);

/** Keeps a connection, with a copy of the agent's file as it was before. */
export function keepConnection(connection: Connection, place: StatePlace): void {
  const folder = folderOf(place);
  makePrivateFolder(folder);
  const name = nameOf(connection);
  const { before, ...rest } = connection;
  if (before === null) removeFile(join(folder, `${name}.before`));
  else writePrivateFile(join(folder, `${name}.before`), before, folder);
  writePrivateFile(join(folder, `${name}.json`), `${JSON.stringify({ v: VERSION, ...rest }, null, 2)}\n`, folder);
}

/** Forgets a connection and the copy that belongs to it. */
export function forgetConnection(connection: Pick<Connection, 'agent' | 'scope' | 'file'>, place: StatePlace): void {
  for (const ending of ['json', 'before']) removeFile(join(folderOf(place), `${nameOf(connection)}.${ending}`));
}

function connectionIn(folder: string, name: string): Connection | null {
  const file = join(folder, `${name}.json`);
  if (!existsSync(file)) return null;
  const value = JSON.parse(readPrivateFile(file)) as Json;
  // What another version has written is not understood: the entries themselves say enough to take them out.
  if (!isJsonObject(value) || value['v'] !== VERSION) return null;
  const copy = join(folder, `${name}.before`);
  return { ...(value as unknown as Connection), before: existsSync(copy) ? readPrivateFile(copy) : null };
}
