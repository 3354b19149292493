import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

/**
 * Where agents reach the server by http: the same for as long as its file is there, since agents have it in their
 * configuration.
 */
export interface HttpAddress {
  readonly port: number;
  /** The part of every path that no other program can guess. */
  readonly secret: string;
}

export const HTTP_HOST = '127.0.0.1';

const fileOf = (stateFolder: string): string => join(stateFolder, 'resident', 'http.json');

/** Below the ports that systems give to connections: there one could be taken by chance. */
const PORTS = { from: 20_000, to: 32_000 } as const;

/** The address as its file says it; null when there is none. Throws when the file is no address. */
export function httpAddress(stateFolder: string): HttpAddress | null {
  const file = fileOf(stateFolder);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const { port, secret } = parsed(text);
  if (typeof port === 'number' && Number.isInteger(port) && typeof secret === 'string' && /^[0-9a-f]{64}$/.test(secret))
    return { port, secret };
  throw new Error(`${file} holds no address; remove it and connect the agents again`);
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

/** The address; made at the first use. Of several that make it at once, one wins, and all get the same. */
export async function ensureHttpAddress(stateFolder: string): Promise<HttpAddress> {
  const known = httpAddress(stateFolder);
  if (known !== null) return known;
  const file = fileOf(stateFolder);
  const unfinished = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const address: HttpAddress = { port: await freePort(), secret: randomBytes(32).toString('hex') };
  writeFileSync(unfinished, `${JSON.stringify(address)}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  const made = httpAddress(stateFolder);
  if (made === null) throw new Error(`${file} was removed while it was made`);
  return made;
}

async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    const probe = createServer();
    try {
      probe.listen(port, HTTP_HOST);
      await once(probe, 'listening');
      return port;
    } catch {
      // taken: the next one may be free
    } finally {
      probe.close();
    }
  }
  throw new Error(`no port between ${PORTS.from} and ${PORTS.to} is free on ${HTTP_HOST}`);
}

/** What an entry of an agent has chosen; the same words as on the command line. */
export interface HttpEntry {
  readonly agent: string;
  readonly event: string;
  /** `--fail open`, `--may-allow`. */
  readonly failsOpen?: boolean;
  readonly mayAllow?: boolean;
}

/** The url of an entry: the answer to a POST of the event's payload is the agent's answer. */
export function httpEntryUrl({ port, secret }: HttpAddress, { agent, event, failsOpen, mayAllow }: HttpEntry): string {
  const options = [...(failsOpen === true ? ['fail=open'] : []), ...(mayAllow === true ? ['may-allow'] : [])];
  const query = options.length === 0 ? '' : `?${options.join('&')}`;
  return `http://${HTTP_HOST}:${port}/${secret}/hook/${agent}/${event}${query}`;
}
