import { DEFAULT_SPOOL, writeShippedMark } from '@hookline/core/internal';
import { generateKeyPairSync } from 'node:crypto';
import {
  SHIP_LEVELS,
  type EnrolAnswer,
  type EnrolRequest,
  type MachineKind,
  type ShipLevel,
} from '../protocol/messages.ts';
import { plainClient, refusalText } from './client.ts';
import { type Machine, readMachine, writeMachine } from './machine.ts';

export interface JoinOptions {
  readonly stateFolder: string;
  readonly url: string;
  readonly token: string;
  readonly name: string;
  readonly kind: MachineKind;
  readonly version: string;
  /** What this machine's person wants to send; undefined: what the organisation says. */
  readonly ship?: ShipLevel | undefined;
  readonly ca?: string | undefined;
}

/** A gateway refused to take the machine, or its address is not one. */
export class JoinRefused extends Error {}

/** Makes a key for this machine and enrols it; what was joined before is forgotten only when that worked. */
export async function joinGateway(options: JoinOptions): Promise<Machine> {
  const url = checkedUrl(options.url);
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const answer = await enrol(url, x, options);
  const machine: Machine = {
    v: 1,
    url,
    machine: answer.machine,
    org: answer.org,
    name: options.name,
    ship: options.ship ?? answer.ship,
    ca: options.ca ?? null,
    key: { kty: 'OKP', crv: 'Ed25519', x, d },
  };
  // From now on no line is removed before it was sent.
  writeShippedMark(options.stateFolder, { spool: DEFAULT_SPOOL, files: [] });
  writeMachine(options.stateFolder, machine);
  return machine;
}

/** The gateway joined so far, also when its file is damaged: then null. */
export function joinedBefore(stateFolder: string): Machine | null {
  try {
    return readMachine(stateFolder);
  } catch {
    return null;
  }
}

async function enrol(url: string, publicKey: string, options: JoinOptions): Promise<EnrolAnswer> {
  const { token, name, kind, version } = options;
  const asked: EnrolRequest = { token, publicKey, name, kind, version };
  const client = plainClient({ url, ca: options.ca ?? null });
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await client.send({
      method: 'POST',
      path: '/v1/enrol',
      body: Buffer.from(JSON.stringify(asked)),
      headers,
    });
    if (answer.status !== 200) throw new JoinRefused(`${url} refused this machine: ${refusalText(answer)}`);
    return checkedAnswer(url, answer.body);
  } finally {
    client.close();
  }
}

function checkedAnswer(url: string, body: unknown): EnrolAnswer {
  const { machine, org, ship } = (body ?? {}) as Partial<EnrolAnswer>;
  if (typeof machine !== 'string' || typeof org !== 'string' || ship === undefined || !SHIP_LEVELS.includes(ship))
    throw new JoinRefused(`${url} answered, but not as a gateway does; check the address`);
  return { machine, org, ship };
}

/** Without TLS only on this machine: the token and the record would be readable on the way. */
function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new JoinRefused(`expected the address of a gateway such as https://gateway.example, found "${text}"`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new JoinRefused(`${text} is not encrypted: give an https address (http is accepted for this machine only)`);
  return url.origin;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
