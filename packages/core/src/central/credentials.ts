import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../settings/own-folders.ts';
import type { Settings } from '../settings/settings.ts';
import { isText, oneOf, orNull, shaped } from '../text/value-shape.ts';
import { readPrivateFile } from '../trust/private-files.ts';

/** By what a machine speaks to the gateway that it has joined. */
export interface MachineCredentials {
  readonly url: string;
  /** The name under which it is enrolled. */
  readonly machine: string;
  /** Certificates of the authority that signed the gateway's, in PEM; null: those that Node knows. */
  readonly ca: string | null;
  /** The Ed25519 key as JWK. */
  readonly key: { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string; readonly d: string };
}

/** Everything of the fleet on this machine, below the state folder. */
export const fleetFolder = (state: string): string => join(state, 'fleet');

/** Where `hookline join` keeps what it knows of the gateway. */
export const machineFile = (state: string): string => join(fleetFolder(state), 'machine.json');

/** The credentials in a file of `hookline join`; throws when it is damaged or others can write it. */
export function readCredentials(file: string): MachineCredentials {
  const value: unknown = JSON.parse(readPrivateFile(file));
  if (!isCredentials(value))
    throw new Error(`${file} is damaged: join the gateway again (hookline join URL --token T)`);
  return value as MachineCredentials;
}

const isCredentials = shaped({
  url: isText,
  machine: isText,
  ca: orNull(isText),
  key: shaped({ kty: oneOf('OKP'), crv: oneOf('Ed25519'), x: isText, d: isText }),
});

/** The state folder in which the gateway was joined, the account's own before one that the environment names; null: in none. */
export function joinedFolder({
  accountHome,
  platform,
  stateFolder: chosen,
}: Pick<Settings, 'accountHome' | 'platform' | 'stateFolder'>): string | null {
  const folders = [stateFolder({}, accountHome, platform), chosen];
  return folders.find((each) => existsSync(machineFile(each))) ?? null;
}
