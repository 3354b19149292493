import type { Database } from '../database/database.ts';
import { adoptionOf, type Adoption, type Published } from '../questions/adoption.ts';
import { rolloutRows, type Rollouts } from '../questions/rollouts.ts';
import { type ActionRequest, actOn, WrongAction } from './actions.ts';
import { conduct } from './conduct.ts';
import type { PolicyRow } from './rows.ts';
import { approve, type ExceptionRow, exceptionRows, refuseException, WrongException } from './exceptions.ts';
import type { PolicyKey } from '../policy/keys.ts';
import { checkOnlineKey, publishedPolicy, stampOf } from '../policy/repository.ts';

/** Whose policy is meant, and where it lies. */
interface PolicyPlace {
  readonly database: Database;
  readonly folder: string;
  readonly org: number;
}

const MOST_ROWS = 100;

/** What a repository gives out now; null: nothing yet. */
export function publishedIn(folder: string): Published | null {
  const [policy, stamp] = [publishedPolicy(folder), stampOf(folder)];
  return policy === null || stamp === null ? null : { version: policy.version, stamp: stamp.number };
}

/** For who operates a gateway, beside it: how many machines have which version. */
export const policyAdoption = ({ database, folder, org }: PolicyPlace): Promise<Adoption> =>
  database.inOrg(org, (query) => adoptionOf(query, publishedIn(folder), MOST_ROWS));

export const policyRollouts = ({ database, org }: PolicyPlace): Promise<Rollouts> =>
  database.inOrg(org, (query) => rolloutRows(query, MOST_ROWS));

/** Revokes, restores, halts or resumes; with the online key it is signed before this returns. Throws a `WrongAction`. */
export async function actOnPolicy(
  { database, folder, org, online }: PolicyPlace & { readonly online: PolicyKey | null },
  request: ActionRequest,
): Promise<PolicyRow> {
  const policy = publishedPolicy(folder);
  if (policy === null) throw new WrongAction(`${folder} has no policy yet: draft, sign and publish one`);
  if (online !== null) checkOnlineKey(folder, online);
  const problems: string[] = [];
  const row = await database.inOrg(org, (query) => actOn(query, org, policy, request));
  if (online === null) return row;
  await conduct({ database, folder, online, org, onProblem: (text) => void problems.push(text) }, false);
  const [problem] = problems;
  if (problem !== undefined) throw new WrongAction(problem);
  return row;
}

export const policyExceptions = ({ database, org }: PolicyPlace): Promise<readonly ExceptionRow[]> =>
  database.inOrg(org, (query) => exceptionRows(query, MOST_ROWS));

/** How somebody answers what a machine has asked for. */
export interface ExceptionAnswer {
  readonly task: 'approve' | 'refuse';
  readonly id: string;
  readonly who: string;
  /** For `approve`: the key of an approver, in PEM. */
  readonly key: string | null;
}

/** Throws a `WrongException`. */
export async function answerException(
  { database, folder, org }: PolicyPlace,
  { task, id, who, key }: ExceptionAnswer,
): Promise<object> {
  const policy = publishedPolicy(folder);
  if (policy === null) throw new WrongException(`${folder} has no policy yet`);
  return database.inOrg(org, async (query) => {
    if (task === 'approve') return approve(query, org, policy, { id, who, sealed: null, key });
    await refuseException(query, org, id, who);
    return { id, state: 'refused' };
  });
}
