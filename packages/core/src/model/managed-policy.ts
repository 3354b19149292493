import type { HookDescription } from './hook-description.ts';

/** A file of a policy hook: its place below the hook's folder, and what is in it. */
export interface PolicyFile {
  readonly path: string;
  readonly sha256: string;
  readonly executable: boolean;
}

/** How a hook is decided by the gateway that the machine has joined, and not by the machine. */
export interface CentralRule {
  /** What of an event leaves the machine, as paths such as `tool_input.command`; its name always does. */
  readonly fields: readonly string[];
  /** So long the machine waits, from the first byte to the last. */
  readonly deadlineMs: number;
  /**
   * What happens without an answer: what the dialect says about its hooks that fail, a refusal, or the last answer to
   * the same question, if there is one that is not too old.
   */
  readonly onUnreachable: 'dialect' | 'block' | 'cached';
  /** So long an answer may be used again; 0: never. */
  readonly cacheMs: number;
}

/** A hook of a policy, with the files that it runs. */
export interface PolicyHook extends HookDescription {
  readonly files: readonly PolicyFile[];
  /** Absent: the machine decides alone. */
  readonly central?: CentralRule;
  /** The hook of the same policy that is in force where this one does not decide yet. Absent: none. */
  readonly replaces?: string;
}

/** How far a roll-out has come: the share of machines, in percent, on which its hooks run in shadow or decide. */
export type RolloutStage = { readonly shadow: number } | { readonly enforce: number };

/** What a stage must show before the next one begins, for each hook. Rates are shares of its runs, from 0 to 1. */
export interface RolloutGates {
  readonly minMinutes: number;
  readonly minDecisions: number;
  /** Refusals, also those that only would have been. */
  readonly mostBlocks: number;
  readonly mostFaults: number;
  readonly mostP95Ms: number;
  /** Exceptions from its hooks that people have asked for or taken. */
  readonly mostExceptions: number;
}

/** Hooks that come into force step by step; the step is told by the server, and cannot go beyond these. */
export interface PolicyRollout {
  readonly id: string;
  readonly hooks: readonly string[];
  readonly stages: readonly RolloutStage[];
  readonly gates: RolloutGates;
}

/** Who may suspend hooks of a policy for a while, and how. */
export interface BreakGlassRule {
  /** Ed25519 keys of those who sign exceptions, as SPKI in base64. */
  readonly approvers: readonly string[];
  readonly longestMinutes: number;
  /** Without a second person; null: not offered. */
  readonly offline: { readonly longestMinutes: number } | null;
}

export interface PolicySettings {
  /** Hooks of users, projects and plugins do not run. */
  readonly managedOnly: boolean;
  /** The PATH of policy hooks; null: folders of the system only. */
  readonly path: string | null;
  /** How much of the record waits for the gateway; null: the usual limits. */
  readonly spool: SpoolLimits | null;
  /** How much of each line machines send to their gateway; null: what was chosen when they joined it. */
  readonly ship: ShipLevel | null;
}

/** How much of a line leaves the machine; every level carries the chain marks. */
export type ShipLevel = 'full' | 'decisions' | 'metadata';

/** How much of the record is kept for shipping beyond what the user keeps anyway. */
export interface SpoolLimits {
  /** Bytes that were not shipped yet, in all files together. */
  readonly maxBytes: number;
  /** `oldest`: the oldest file is dropped, and a note tells how many lines; `strict`: nothing more is recorded. */
  readonly whenFull: 'oldest' | 'strict';
}

/** A company's hooks and settings, as signed. */
export interface ManagedPolicy {
  readonly v: 1;
  readonly org: string;
  readonly version: number;
  readonly hooks: readonly PolicyHook[];
  readonly settings: PolicySettings;
  /** Hooks that run and decide nothing. */
  readonly shadow: readonly string[];
  readonly rollout: PolicyRollout | null;
  readonly breakGlass: BreakGlassRule | null;
  readonly expires: string;
  /** What an expired policy does until a newer one comes: `strict` refuses what its hooks guard. */
  readonly onExpired: 'keep' | 'strict';
}

/** The part of a policy that one hook carries. */
export interface HookPolicy {
  readonly org: string;
  readonly version: number;
  /** Where its files are. */
  readonly folder: string;
  readonly path: string | null;
  /** The home folder of the account, whatever the environment says. */
  readonly home: string;
  /** Absent: the machine decides alone. */
  readonly central?: CentralRule;
}

/** Which policy is in force on this machine, and how: written by the client that has verified it. */
export interface PolicyState {
  readonly v: 1;
  /** The name under which the machine is enrolled; empty: it is not. */
  readonly machine: string;
  /** `VERSION-SHA256`: the folder of the policy, and the digest of its `policy.json`. */
  readonly folder: string;
  /** Hooks that run and decide nothing here. */
  readonly shadow: readonly string[];
  /** Hooks that do not run here, and why. */
  readonly off: Readonly<Record<string, string>>;
}

/** Hooks of a policy that are suspended on one machine for a while. */
export interface PolicyException {
  readonly v: 1;
  readonly id: string;
  readonly org: string;
  readonly machine: string;
  readonly hooks: readonly string[];
  readonly reason: string;
  readonly askedBy: string;
  /** Who approved it; null: taken without a second person. */
  readonly grantedBy: string | null;
  readonly from: string;
  readonly until: string;
}

/**
 * What the key that is online says about a policy: how far its roll-out has come, and which hooks are to decide nothing.
 * It can name no hook that the policy has not, and no stage beyond those that were signed.
 */
export interface PolicyStatement {
  /** The version that it is about; about any other it says nothing. */
  readonly version: number;
  readonly stage: number;
  readonly shadow: readonly string[];
}
