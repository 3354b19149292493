import {
  fleetFolder,
  type MachineCredentials,
  machineFile,
  makePrivateFolder,
  readCredentials,
  shapes,
  writePrivateFile,
} from '@hookline/core/internal';
import { statSync } from 'node:fs';
import { SHIP_LEVELS, type ShipLevel } from '../protocol/messages.ts';

/** What a machine knows of the gateway that it has joined. */
export interface Machine extends MachineCredentials {
  readonly v: 1;
  readonly org: string;
  readonly name: string;
  readonly ship: ShipLevel;
}

/** Whether this machine has joined a gateway; one system call. */
export const isJoined = (stateFolder: string): boolean =>
  statSync(machineFile(stateFolder), { throwIfNoEntry: false }) !== undefined;

/** The gateway that this machine has joined; null: none. Throws when the file is damaged or others can write it. */
export function readMachine(stateFolder: string): Machine | null {
  if (!isJoined(stateFolder)) return null;
  const file = machineFile(stateFolder);
  const value = readCredentials(file);
  if (!isMachine(value)) throw new Error(`${file} is damaged: join the gateway again (hookline join URL --token T)`);
  return value as Machine;
}

export function writeMachine(stateFolder: string, machine: Machine): void {
  makePrivateFolder(fleetFolder(stateFolder));
  writePrivateFile(machineFile(stateFolder), `${JSON.stringify(machine, null, 2)}\n`, fleetFolder(stateFolder));
}

const { isText, oneOf, shaped } = shapes;

const isMachine = shaped({ v: oneOf(1), org: isText, name: isText, ship: oneOf(...SHIP_LEVELS) });
