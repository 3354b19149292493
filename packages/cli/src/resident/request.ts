import type { FieldReader } from './field-reader.ts';

/** A call of a command as a client sends it. */
export interface ResidentRequest {
  /** The name of the command. */
  readonly command: string;
  readonly folder: string;
  /** Which of its three streams are terminals. */
  readonly terminals: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** More than the system lets a program have in arguments and environment. */
const MOST_BYTES = 8 * 1024 * 1024;
const NUL = 0;
const FIRST_COMMAND = 'fire';

/** Reads what a client sends before anything is run; throws when it is not a request. */
export async function readRequest(reader: FieldReader): Promise<ResidentRequest> {
  let left = MOST_BYTES;
  const field = async (): Promise<string> => {
    const bytes = await reader.until(NUL, left);
    left -= bytes.length + 1;
    return bytes.toString('utf8');
  };
  const list = async (): Promise<readonly string[]> => {
    const items: string[] = [];
    for (let count = Number(await field()); count > 0; count -= 1) items.push(await field());
    return items;
  };
  const folder = await field();
  // A client of an earlier version names no command: it knows only one.
  const [, command = FIRST_COMMAND, terminals = ''] = /^(?:(\w+) )?(t\d*)$/.exec(await field()) ?? [];
  const words = await list();
  return { command, folder, terminals, words, env: variablesOf(await list()) };
}

/** As a process sees its environment: of a name that is given twice, the first counts. */
export function variablesOf(pairs: readonly string[]): Readonly<Record<string, string>> {
  const named = pairs.flatMap((pair) => {
    const equals = pair.indexOf('=', 1);
    return equals < 0 ? [] : [[pair.slice(0, equals), pair.slice(equals + 1)] as const];
  });
  return Object.fromEntries(named.toReversed());
}

/** As long as an event may be; the command itself takes as much as memory holds. */
const MOST_STDIN_BYTES = 512 * 1024 * 1024;

/** Reads what the client has on its stdin, in the pieces that a shell can send. */
export async function readClientStdin(reader: FieldReader): Promise<string> {
  const parts: Buffer[] = [];
  for (;;) {
    const kind = (await reader.until(NUL, 16)).toString('latin1');
    parts.push(await reader.until(NUL, MOST_STDIN_BYTES));
    if (kind === 'part') parts.push(Buffer.of(NUL));
    if (kind === 'part' || kind === 'more') continue;
    if (kind === 'rest')
      parts.push(Buffer.from((await reader.until(NUL, MOST_STDIN_BYTES)).toString('latin1'), 'base64'));
    return Buffer.concat(parts).toString('utf8');
  }
}
