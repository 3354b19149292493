import {
  actOnPolicy,
  type Adoption,
  answerException,
  type ExceptionRow,
  keyOf,
  type openDatabase,
  orgNumber,
  policyAdoption,
  policyExceptions,
  policyRollouts,
  type Rollouts,
  stageWords,
  WrongAction,
  WrongException,
} from '@hookline/gateway';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { accountName } from '../../call/account-name.ts';
import { type Arguments, valueOf } from '../../call/arguments.ts';
import { refuseDriven } from '../../call/person-only.ts';
import { placeOf } from '../../call/place.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { APPROVER_KEY, ONLINE_KEY, ORG, POLICY_DIR, type Task, WHY } from './options.ts';

/** What a task has found or done, for programs and for people. */
export interface TaskResult {
  readonly value: object;
  readonly lines: readonly string[];
}

type PolicyTask = Exclude<Task, 'count' | 'token' | 'page' | 'verify' | 'checkpoints' | 'keep'>;

/** Tasks about the policy that the gateway gives out. */
export async function workOnPolicy(
  task: PolicyTask,
  words: readonly string[],
  given: Arguments,
  database: Awaited<ReturnType<typeof openDatabase>>,
): Promise<TaskResult> {
  const dir = valueOf(given, POLICY_DIR);
  if (dir === undefined) throw wrongCall(`gateway ${task} needs --policy-dir DIR, the repository of the policy`);
  const at = { database, folder: resolve(dir), org: await orgNumber(database, valueOf(given, ORG) ?? 'default') };
  if (task === 'adoption') {
    const adoption = await policyAdoption(at);
    return { value: adoption, lines: adoptionLines(adoption) };
  }
  if (task === 'rollout') {
    const rollouts = await policyRollouts(at);
    return { value: rollouts, lines: rolloutLines(rollouts) };
  }
  if (task === 'exceptions') {
    const exceptions = await policyExceptions(at);
    return { value: { exceptions }, lines: exceptionLines(exceptions) };
  }
  refuseDriven(placeOf(given), `gateway ${task}`);
  if (task === 'approve' || task === 'refuse') return answer(task, words, given, at);
  const why = valueOf(given, WHY);
  if (why === undefined) throw wrongCall(`gateway ${task} needs --why TEXT`);
  const key = valueOf(given, ONLINE_KEY);
  const online = key === undefined ? null : keyOf(readFileSync(resolve(key), 'utf8'));
  try {
    const row = await actOnPolicy({ ...at, online }, { action: task, hooks: words, who: accountName(), why });
    const when = online === null ? 'a gateway with the online key signs it within seconds' : 'signed';
    const shadow = row.shadow.length === 0 ? 'none' : row.shadow.join(', ');
    return { value: row, lines: [`v${row.version}: ${row.state}; revoked: ${shadow}; ${when}`] };
  } catch (error) {
    throw error instanceof WrongAction ? wrongCall(error.message) : error;
  }
}

async function answer(
  task: 'approve' | 'refuse',
  [id]: readonly string[],
  given: Arguments,
  at: Parameters<typeof answerException>[0],
): Promise<TaskResult> {
  if (id === undefined) throw wrongCall(`call it as: hookline gateway ${task} ID`);
  const file = valueOf(given, APPROVER_KEY);
  const key = file === undefined ? null : readFileSync(resolve(file), 'utf8');
  try {
    const value = await answerException(at, { task, id, who: accountName(), key });
    return { value, lines: [`${id}: ${task === 'approve' ? 'approved' : 'refused'}`] };
  } catch (error) {
    throw error instanceof WrongException ? wrongCall(error.message) : error;
  }
}

const exceptionLines = (rows: readonly ExceptionRow[]): readonly string[] =>
  rows.length === 0
    ? ['no exceptions']
    : rows.map(
        ({ id, state, hooks, name, askedBy, grantedBy, alone, used, reason }) =>
          `${id} ${state}: ${hooks.join(', ')} on ${name} by ${askedBy}${grantedBy === null ? '' : `, ${state === 'refused' ? 'refused' : 'approved'} by ${grantedBy}`}${alone ? ' ALONE' : ''}, kept ${number(used)} runs from happening: ${reason}`,
      );

const number = (value: number): string => value.toLocaleString('en-US');

function adoptionLines({ published, seen, current, stamped, versions, behind }: Adoption): readonly string[] {
  if (published === null) return ['no policy is published'];
  const others = versions.filter(({ version }) => version !== published);
  return [
    `v${published}: ${number(current)} of ${number(seen)} machines seen within a day; ${number(stamped)} know its newest statement`,
    ...others.map(({ version, machines }) => `${version === null ? 'no version' : `v${version}`}: ${number(machines)}`),
    ...behind.map(({ name, machine, version, seen: at }) => {
      const has = version === null ? 'none' : `v${version}`;
      return `  behind: ${name} (${machine}) has ${has}, seen ${new Date(at).toISOString()}`;
    }),
  ];
}

function rolloutLines({ rollouts, figures, events }: Rollouts): readonly string[] {
  if (rollouts.length === 0) return ['no policy was given out yet'];
  return [
    ...rollouts.map(
      ({ policy, version, stages, stage, state, why, shadow }) =>
        `${policy} v${version}: ${stages === null ? '' : `stage ${stage + 1} (${stageWords(stages[stage])}), `}${state}${why === null ? '' : `: ${why}`}${shadow.length === 0 ? '' : `; revoked: ${shadow.join(', ')}`}`,
    ),
    ...figures.map(
      ({ version, hook, ring, runs, blocks, faults, opened }) =>
        `  v${version} ${hook} ${ring}: ${number(runs)} runs, ${number(blocks)} blocks, ${number(faults)} faults${opened === 0 ? '' : `, ${number(opened)} OPENED`}`,
    ),
    ...events.map(({ at, who, what }) => `  ${new Date(at).toISOString()} ${who}: ${what}`),
  ];
}
