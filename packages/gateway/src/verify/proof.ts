import { checkAllDaily, type DailyReport } from '../checkpoints/check-daily.ts';
import { proofKey, signedBy } from '../checkpoints/sign.ts';
import type { Database } from '../database/database.ts';
import { type StreamReport, type VerifyRange, verifyStreams } from './verify-streams.ts';

/** `GET /v1/proof`: what was checked and found, and the same signed by the gateway. */
export interface Proof extends ProofStatement {
  /** The `x` of the gateway's Ed25519 key. */
  readonly key: string;
  /** The statement as a compact JWS. */
  readonly jws: string;
}

interface ProofStatement {
  readonly at: number;
  readonly range: VerifyRange;
  readonly whole: boolean;
  readonly lines: number;
  /** The daily checkpoints of the organisation, all of them. */
  readonly checkpoints: DailyReport;
  readonly streams: readonly StreamReport[];
}

/** Nothing is whole, too: but a signature under a project that is misspelled would say nothing. */
export class NothingToProve extends Error {}

/** More lines than are checked while somebody waits for the answer. */
export class TooMuchToProve extends Error {}

const MOST_LINES = 5_000_000;

/** Checks the streams of an organisation from their first line on, and signs what was found. */
export async function proofOf(database: Database, org: number, range: VerifyRange): Promise<Proof> {
  const streams: StreamReport[] = [];
  let lines = 0;
  for await (const report of verifyStreams((work) => database.inOrg(org, work), range)) {
    streams.push(report);
    lines += report.lines;
    if (lines > MOST_LINES) throw new TooMuchToProve(`there are more than ${MOST_LINES} lines to check`);
  }
  if (range.project !== undefined && streams.length === 0)
    throw new NothingToProve(`no decisions of the project "${range.project}" are stored`);
  const key = await database.everywhere(proofKey);
  const [checkpoints] = await checkAllDaily(database, org);
  if (checkpoints === undefined) throw new Error(`there is no organisation ${org}`);
  const whole = checkpoints.findings.length === 0 && streams.every((stream) => stream.whole);
  const statement: ProofStatement = { at: Date.now(), range, whole, lines, checkpoints, streams };
  return { ...statement, key: key.x ?? '', jws: signedBy(key, statement) };
}
