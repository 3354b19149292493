/** `GET /v1/rollouts`: what is stored about each version of a policy, the newest first; only where the record is of many machines. */
export interface Rollouts {
  readonly rollouts: readonly RolloutOfVersion[];
  /** What machines have reported. */
  readonly figures: readonly RolloutFigure[];
  readonly events: readonly RolloutEvent[];
}

/** A share of machines, in percent, on which hooks run in shadow, or decide. */
export type StageShare = { readonly shadow: number } | { readonly enforce: number };

export interface RolloutOfVersion {
  readonly policy: string;
  readonly version: number;
  readonly id: string | null;
  /** The stages that were signed; null: all hooks decide at once. */
  readonly stages: readonly StageShare[] | null;
  readonly stage: number;
  readonly since: number;
  readonly state: 'running' | 'halted' | 'done';
  readonly why: string | null;
  /** Hooks that were revoked. */
  readonly shadow: readonly string[];
}

export interface RolloutFigure {
  readonly policy: string;
  readonly version: number;
  readonly hook: string;
  readonly ring: 'shadow' | 'enforced';
  readonly runs: number;
  readonly blocks: number;
  readonly faults: number;
  /** Faults after which the action went on. */
  readonly opened: number;
}

/** What a person, a machine or the gateway did about the policy. */
export interface RolloutEvent {
  readonly at: number;
  readonly who: string;
  readonly what: string;
  readonly detail: object;
}

/** `GET /v1/adoption`: how many machines have which version of the policy in force. */
export interface Adoption {
  /** The version that is published; null: none is. */
  readonly published: number | null;
  /** The number of the time stamp that is in force. */
  readonly stamp: number | null;
  /** Machines that may ask, and were seen within a day. */
  readonly seen: number;
  /** Of these, those with the published version, and those that also know the newest time stamp. */
  readonly current: number;
  readonly stamped: number;
  readonly versions: readonly { readonly version: number | null; readonly machines: number }[];
  /** Machines that were seen and have another version, the longest ago first. */
  readonly behind: readonly {
    readonly machine: string;
    readonly name: string;
    readonly version: number | null;
    readonly seen: number;
  }[];
}
