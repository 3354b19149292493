import type { VerifyMachine } from '../access/machines.ts';
import type { Database } from '../database/database.ts';
import type { AppendPorts } from '../ingest/append.ts';
import type { Counters } from './counters.ts';
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
  readonly onProblem: (text: string) => void;
}
