import { hasEmbedded, openDatabase, runningEmbedded, startEmbedded } from '@hookline/gateway';
import { stateFolder } from '@hookline/core/internal';
import { join, resolve } from 'node:path';
import { type Arguments, isGiven, valueOf } from '../../call/arguments.ts';
import { homeOf } from '../../call/place.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { writeErr } from '../../print/output.ts';
import { oneLine } from '../../print/text.ts';
import { DATABASE, DIR, EMBEDDED } from './options.ts';

type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>;

export const sayProblem = (text: string): void => void writeErr(`hookline: ${oneLine(text)}\n`);

/** The folder of an embedded gateway. */
export function gatewayFolder(given: Arguments): string {
  const asked = valueOf(given, DIR);
  if (asked !== undefined) return resolve(asked);
  const { env, home } = homeOf(given);
  return join(stateFolder(env, home), 'gateway');
}

/** The database that is named; null: the embedded one is meant. */
export function databaseUrl(given: Arguments): string | null {
  const url = valueOf(given, DATABASE) ?? null;
  if (url !== null && (isGiven(given, EMBEDDED) || isGiven(given, DIR)))
    throw wrongCall('--database is a PostgreSQL of your own; leave --embedded and --dir out');
  return url;
}

/** Calls `use` with the gateway's database, whether the gateway runs or not. */
export async function withDatabase(
  given: Arguments,
  use: (database: OpenDatabase) => Promise<number>,
): Promise<number> {
  const named = databaseUrl(given);
  const folder = gatewayFolder(given);
  // To make an empty one would answer every question with nothing, and say of nothing that it is whole.
  if (named === null && !hasEmbedded(folder))
    throw wrongCall(
      `there is no gateway in ${folder}: name its database with --database URL, or its folder with --dir DIR`,
    );
  const running = named ?? (await runningEmbedded(folder));
  const own = running === null ? await started(() => startEmbedded(folder, process.env, sayProblem)) : null;
  try {
    const url = running ?? own?.url ?? '';
    const database = await started(() => openDatabase({ url, connections: 2, onProblem: sayProblem }));
    try {
      return await use(database);
    } finally {
      await database.close();
    }
  } finally {
    await own?.stop();
  }
}

/** What cannot be started is for the caller to set right: the message says how. */
export async function started<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw wrongCall(error instanceof Error ? error.message : String(error));
  }
}
