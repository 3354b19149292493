import { DIALECTS, errorText, type ManagedPolicy, policyFolderIn, readPolicy } from '@hookline/core/internal';
import type { ShipLevel } from '../protocol/messages.ts';

/** The policy that says what is sent cannot be read: nothing is sent that it might forbid. */
export class UnknownLevel extends Error {}

/** How much of each line is sent: as the policy in force says, else as it was chosen when the gateway was joined. */
export function shipLevel(stateFolder: string, joined: ShipLevel): ShipLevel {
  try {
    return readPolicy(policyFolderIn(stateFolder), DIALECTS)?.policy.settings.ship ?? joined;
  } catch (error) {
    throw new UnknownLevel(`the policy says how much may be sent, and cannot be read: ${errorText(error)}`);
  }
}

/** What the record is told when a policy changes how much is sent; null: it does not. */
export function levelChange(before: ManagedPolicy | null, { settings, org, version }: ManagedPolicy): string | null {
  const [was, is] = [before?.settings.ship ?? null, settings.ship];
  if (was === is) return null;
  const level = is === null ? 'what was chosen at join' : `"${is}"`;
  return `ship_level: from here on the gateway gets ${level} of each line, as policy ${org} v${version} says`;
}
