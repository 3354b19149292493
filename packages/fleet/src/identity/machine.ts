import { makePrivateFolder, readPrivateFile, shapes, writePrivateFile } from '@hookline/core/internal';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { SHIP_LEVELS, type ShipLevel } from '../protocol/messages.ts';

/** What a machine knows of the gateway that it has joined. */
export interface Machine {
  readonly v: 1;
  readonly url: string;
  readonly machine: string;
  readonly org: string;
  readonly name: string;
  readonly ship: ShipLevel;
  /** Certificates of the authority that signed the gateway's, in PEM; null: those that Node knows. */
  readonly ca: string | null;
  /** The Ed25519 key as JWK. */
  readonly key: { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string; readonly d: string };
}

/** Everything of the fleet on this machine, below the state folder. */
export const fleetFolder = (stateFolder: string): string => join(stateFolder, 'fleet');

const machineFile = (stateFolder: string): string => join(fleetFolder(stateFolder), 'machine.json');

/** Whether this machine has joined a gateway; one system call. */
export const isJoined = (stateFolder: string): boolean =>
  statSync(machineFile(stateFolder), { throwIfNoEntry: false }) !== undefined;

/** The gateway that this machine has joined; null: none. Throws when the file is damaged or others can write it. */
export function readMachine(stateFolder: string): Machine | null {
  if (!isJoined(stateFolder)) return null;
  const file = machineFile(stateFolder);
  const value: unknown = JSON.parse(readPrivateFile(file));
  if (!isMachine(value)) throw new Error(`${file} is damaged: join the gateway again (hookline join URL --token T)`);
  return value as Machine;
}

export function writeMachine(stateFolder: string, machine: Machine): void {
  makePrivateFolder(fleetFolder(stateFolder));
  writePrivateFile(machineFile(stateFolder), `${JSON.stringify(machine, null, 2)}\n`, fleetFolder(stateFolder));
}

const { isText, oneOf, orNull, shaped } = shapes;

const isMachine = shaped({
  v: oneOf(1),
  url: isText,
  machine: isText,
  org: isText,
  name: isText,
  ship: oneOf(...SHIP_LEVELS),
  ca: orNull(isText),
  key: shaped({ kty: oneOf('OKP'), crv: oneOf('Ed25519'), x: isText, d: isText }),
});
