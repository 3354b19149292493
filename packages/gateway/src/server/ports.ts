import type { VerifyMachine } from '../access/machines.ts';
import type { Database } from '../database/database.ts';
import type { AppendPorts } from '../ingest/append.ts';
import type { Counters } from './counters.ts';
import type { Conductor } from '../rollout/conductor.ts';
import type { Limits } from './limits.ts';

/** What the routes of a gateway work with. */
export interface GatewayPorts extends AppendPorts {
  readonly database: Database;
  readonly verify: VerifyMachine;
  readonly limits: Limits;
  readonly counters: Counters;
  readonly version: string;
  /** So long machines gather lines before they send. */
  readonly intervalSeconds: number;
  /** The repository of the policy that is given out; null: none. */
  readonly policyFolder: string | null;
  /** The organisation whose machines get it; null: there is no policy. */
  readonly policyOrg: number | null;
  /** The key of an approver, in PEM, with which people approve exceptions here; null: they sign with their own. */
  readonly approverKey: string | null;
  /** Null: no policy is given out. */
  readonly conductor: Conductor | null;
  readonly onProblem: (text: string) => void;
}
