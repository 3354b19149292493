/** `GET /api/machines`: only where the record is of many machines. */
export interface MachineList {
  /** Those whose policy is gone first, then those with the most lines that wait. */
  readonly machines: readonly MachineRow[];
}

export interface MachineRow {
  readonly machine: string;
  readonly name: string;
  readonly kind: string;
  readonly version: string | null;
  /** Null: the machine says of none that it is in force. */
  readonly policyVersion: number | null;
  /** Since when a policy that was in force there is not any more, or not as it was signed; null: it is, or there was none. */
  readonly policyGone: number | null;
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
