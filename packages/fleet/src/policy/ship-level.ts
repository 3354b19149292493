import { errorText, type ManagedPolicy } from '@hookline/core/internal';
import { SHIP_LEVELS, type ShipLevel } from '../protocol/messages.ts';
import { policiesHere } from './policies-here.ts';

/** The policy that says what is sent cannot be read: nothing is sent that it might forbid. */
export class UnknownLevel extends Error {}

/** How much of each line is sent: the least that a policy in force says, else what was chosen when the gateway was joined. */
export function shipLevel(stateFolder: string, joined: ShipLevel): ShipLevel {
  try {
    const said = policiesHere(stateFolder).map(({ settings }) => settings.ship);
    return SHIP_LEVELS.findLast((level) => said.includes(level)) ?? joined;
  } catch (error) {
    throw new UnknownLevel(`the policy says how much may be sent, and cannot be read: ${errorText(error)}`);
  }
}

/** What the record is told when a policy changes how much is sent; null: it does not. */
export function levelChange(before: ManagedPolicy | null, { settings, org, version }: ManagedPolicy): string | null {
  const [was, is] = [before?.settings.ship ?? null, settings.ship];
  if (was === is) return null;
  const level = is === null ? 'what was chosen at join' : `"${is}"`;
  return `ship_level: of each line that it does not have yet the gateway gets ${level}, as policy ${org} v${version} says`;
}
