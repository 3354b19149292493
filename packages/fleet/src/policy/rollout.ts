import type { ManagedPolicy, PolicyRollout, PolicyState, PolicyStatement, RolloutStage } from '@hookline/core/internal';
import { createHash } from 'node:crypto';

/** Where a machine stands in a roll-out, from 0 up to 100: a share of p percent is those below p. */
export function ringOf(machine: string, rollout: string): number {
  const digest = createHash('sha256').update(`${machine}\n${rollout}`).digest();
  return (digest.readUIntBE(0, 6) / 2 ** 48) * 100;
}

/** The stage that a statement puts a roll-out in; without one, the first. */
function stageOf({ stages }: PolicyRollout, statement: PolicyStatement | null): RolloutStage | undefined {
  const asked = statement?.stage ?? 0;
  return stages[Math.max(0, Math.min(asked, stages.length - 1))];
}

/** What a policy comes to on one machine. */
export function effectOf(
  policy: ManagedPolicy,
  said: PolicyStatement | null,
  machine: string,
): Pick<PolicyState, 'shadow' | 'off'> {
  const statement = said?.version === policy.version ? said : null;
  const off = new Map<string, string>();
  const shadow = new Set(statement?.shadow.filter((name) => policy.hooks.some((hook) => hook.name === name)));
  if (policy.rollout !== null) placeInRing(policy.rollout, statement, machine, { off, shadow });
  for (const { name, replaces } of policy.hooks) {
    if (replaces === undefined) continue;
    const decides = !off.has(name) && !shadow.has(name) && !policy.shadow.includes(name);
    if (decides) off.set(replaces, `it is replaced by ${name}`);
  }
  return { shadow: [...shadow], off: Object.fromEntries(off) };
}

interface Effect {
  readonly off: Map<string, string>;
  readonly shadow: Set<string>;
}

function placeInRing(
  rollout: PolicyRollout,
  statement: PolicyStatement | null,
  machine: string,
  { off, shadow }: Effect,
): void {
  const stage = stageOf(rollout, statement);
  if (stage === undefined) return;
  const ring = ringOf(machine, rollout.id);
  for (const name of rollout.hooks) {
    if ('enforce' in stage) {
      if (ring >= stage.enforce) shadow.add(name);
    } else if (ring < stage.shadow) shadow.add(name);
    else off.set(name, `roll-out ${rollout.id}: in shadow on ${stage.shadow} % of the machines, and not on this one`);
  }
}
