import { type FoundPolicy, isOfAdministrator, managedOf } from '@hookline/core/internal';
import { type Check, type DoctorPlace, error, info, ok, warning } from './check.ts';

const HINT = 'see: hookline policy status';

/** Which policies are in force on this machine, who can change them, and what is wrong with them; none: nothing is said. */
export async function policyChecks(place: DoctorPlace): Promise<readonly Check[]> {
  const { policies, diagnostics } = await managedOf(place);
  return [
    ...policies.flatMap(oneCheck),
    ...diagnostics.map(({ severity, message, hint }) =>
      (severity === 'error' ? error : warning)('policy', 'policy', message, hint ?? HINT),
    ),
  ];
}

function oneCheck({ policy, root }: FoundPolicy): readonly Check[] {
  const name = `${policy.org} v${policy.version}`;
  const count = policy.hooks.length === 1 ? '1 hook' : `${policy.hooks.length} hooks`;
  return [
    ok('policy', name, `in force, ${count}, until ${policy.expires}`),
    isOfAdministrator(root)
      ? ok('policy', name, `only an administrator can change ${root}`)
      : info(
          'policy',
          name,
          `${root} can be changed by this account: a program that runs as you could take the policy away`,
        ),
  ];
}
