import type { HookRun } from '../model/index.ts';

/** How a version of a policy is called wherever it is shown. */
export const policyName = ({ org, version }: { readonly org: string; readonly version: number }): string =>
  `${org} v${version}`;

/** The source of its hooks, as lists, outcomes and the record show it. */
export const policySource = (policy: Parameters<typeof policyName>[0]): string => `policy ${policyName(policy)}`;

const SOURCE = /^policy ([a-z0-9][a-z0-9.-]{0,62}) v([0-9]{1,15})$/;

/** The policy whose hook ran; null: the hook is of none. */
export function policyOfRun({
  scope,
  source,
}: Pick<HookRun, 'scope' | 'source'>): { readonly org: string; readonly version: number } | null {
  const [, org, version] = (scope === 'managed' ? SOURCE.exec(source) : null) ?? [];
  return org === undefined ? null : { org, version: Number(version) };
}
