/** `GET /v1/exceptions`: exceptions from the policy, the newest first; only where the record is of many machines. */
export interface Exceptions {
  readonly exceptions: readonly ExceptionRow[];
  /** Whether the gateway has the key of an approver, so that people can approve on its page. */
  readonly signsHere: boolean;
}

/** An exception from the policy on one machine. */
export interface ExceptionRow {
  readonly id: string;
  readonly machine: string;
  readonly name: string;
  readonly hooks: readonly string[];
  readonly reason: string;
  readonly askedBy: string;
  /** Null: no one yet, or it was taken without a second person. */
  readonly grantedBy: string | null;
  /** `expired`: its time is over, or no one has answered within a day. */
  readonly state: 'asked' | 'approved' | 'refused' | 'taken' | 'expired';
  readonly at: number;
  /** For how long it was asked; null: it was taken without being asked for here. */
  readonly minutes: number | null;
  readonly until: number | null;
  /** How many runs it kept from happening. */
  readonly used: number;
  /** Taken without a second person. */
  readonly alone: boolean;
}

/** `GET /v1/me`: who asks. */
export interface Me {
  readonly name: string;
  readonly role: 'reader' | 'auditor' | 'policy' | 'approver' | 'admin';
  /** Whether what could do harm needs a new login first. */
  readonly isStale: boolean;
}
