import type { PageFiles } from '@hookline/studio';
import type { VerifyJob } from '../access/ci-tokens.ts';
import type { Login } from '../access/login.ts';
import type { VerifyMachine } from '../access/machines.ts';
import type { Decisions } from '../central/decide.ts';
import type { AskCheckpoint } from '../checkpoints/of-stream.ts';
import type { Database } from '../database/database.ts';
import type { AppendPorts } from '../ingest/append.ts';
import type { Tap } from '../tap/otlp.ts';
import type { createClockNotes } from './clock-notes.ts';
import type { Counters } from './counters.ts';
import type { PolicyWait } from '../policy/wait.ts';
import type { ReplayProgram } from '../replay/start-worker.ts';
import type { Conductor } from '../rollout/conductor.ts';
import type { Limits } from './limits.ts';

/** What the routes of a gateway work with. */
export interface GatewayPorts extends AppendPorts {
  readonly database: Database;
  readonly verify: VerifyMachine;
  readonly verifyJob: VerifyJob;
  readonly askCheckpoint: AskCheckpoint;
  /** Null: there is no provider at which people log in. */
  readonly login: Login | null;
  /** Where browsers reach the gateway; known when it listens. */
  readonly address: { readonly origin: string };
  /** The files of the page; null: there is none. */
  readonly files: PageFiles | null;
  /** A folder without anything in it. */
  readonly emptyFolder: string;
  readonly limits: Limits;
  readonly noteClock: ReturnType<typeof createClockNotes>;
  /** Those of central decisions: appends that wait must not keep a machine from deciding. */
  readonly decideLimits: Limits;
  /** Null: no policy is given out. */
  readonly decisions: Decisions | null;
  readonly counters: Counters;
  /** Gets a copy of every decision; null: there is none. */
  readonly tap: Tap | null;
  readonly version: string;
  /** So long machines gather lines before they send. */
  readonly intervalSeconds: number;
  /** The repository of the policy that is given out; null: none. */
  readonly policyFolder: string | null;
  /** Null: no policy is given out. */
  readonly policyWait: PolicyWait | null;
  /** The organisation whose machines get it; null: there is no policy. */
  readonly policyOrg: number | null;
  /** The key of an approver, in PEM, with which people approve exceptions here; null: they sign with their own. */
  readonly approverKey: string | null;
  /** In which the hooks of a policy are run over what happened; null: none. */
  readonly replayProgram: ReplayProgram | null;
  /** Null: no policy is given out. */
  readonly conductor: Conductor | null;
  readonly onProblem: (text: string) => void;
}
