import type { ManagedPolicy } from '@hookline/core/internal';
import type { Query } from '../database/database.ts';
import { noteEvent, type PolicyRow, rowOf, writeRow } from './rows.ts';

/** What a person can do to the policy in force without a signature: nothing that adds or advances. */
export const ACTIONS = ['revoke', 'restore', 'halt', 'resume'] as const;
export type PolicyAction = (typeof ACTIONS)[number];

/** Who does what to which hooks, and why. */
export interface ActionRequest {
  readonly action: PolicyAction;
  /** For `revoke` and `restore`. */
  readonly hooks: readonly string[];
  readonly who: string;
  readonly why: string;
}

/** An action that cannot be done on this policy. */
export class WrongAction extends Error {}

/** Changes the row; the gateway with the online key signs it within seconds. Throws a `WrongAction`. */
export async function actOn(
  query: Query,
  org: number,
  policy: ManagedPolicy,
  request: ActionRequest,
): Promise<PolicyRow> {
  const { action, hooks, who, why } = request;
  const row = changed(await rowOf(query, org, policy), policy, request);
  await writeRow(query, org, policy.org, row);
  const detail = { policy: policy.org, version: policy.version, hooks, why };
  await noteEvent(query, org, { who, what: action, detail });
  return row;
}

function changed(row: PolicyRow, policy: ManagedPolicy, { action, hooks, who, why }: ActionRequest): PolicyRow {
  if (action === 'revoke' || action === 'restore') checkHooks(policy, hooks);
  else if (policy.rollout === null) throw new WrongAction(`policy ${policy.org} v${policy.version} has no roll-out`);
  switch (action) {
    case 'revoke':
      return { ...row, shadow: [...new Set([...row.shadow, ...hooks])] };
    case 'restore':
      return { ...row, shadow: row.shadow.filter((name) => !hooks.includes(name)) };
    case 'halt':
      return { ...row, state: 'halted', why: `${who}: ${why}` };
    case 'resume':
      if (row.state !== 'halted') throw new WrongAction(`the roll-out is not halted: it is ${row.state}`);
      return { ...row, state: 'running', why: null, sinceMs: Date.now() };
  }
}

function checkHooks({ hooks, org, version }: ManagedPolicy, named: readonly string[]): void {
  const names = hooks.map(({ name }) => name);
  if (named.length === 0) throw new WrongAction(`name a hook of policy ${org} v${version}: ${names.join(', ')}`);
  const stray = named.find((name) => !names.includes(name));
  if (stray !== undefined)
    throw new WrongAction(`policy ${org} v${version} has no hook "${stray}"; it has ${names.join(', ')}`);
}
