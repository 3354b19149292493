/** `GET /api/machines`: only where the record is of many machines. */
export interface MachineList {
  /** Those with the most lines that wait first. */
  readonly machines: readonly MachineRow[];
}

export interface MachineRow {
  readonly machine: string;
  readonly name: string;
  readonly kind: string;
  readonly version: string | null;
  readonly policyVersion: number | null;
  readonly seen: number | null;
  readonly revoked: boolean;
  /** By how many seconds its clock is ahead of the gateway's; null: it is right. */
  readonly clockAhead: number | null;
  readonly epochs: number;
  readonly lines: number;
  /** Lines that the machine said it has and that are not here yet. */
  readonly waiting: number;
  readonly findings: number;
  /** Runs of policy hooks that gave no answer, and the action went on. */
  readonly failOpen: number;
}
