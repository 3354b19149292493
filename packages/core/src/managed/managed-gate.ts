import type { Admission, Withheld } from '../engine/admit.ts';
import type { Hook, PolicyFile } from '../model/index.ts';
import { areUnchanged, type FileStamp, stampAt } from '../trust/stamps/file-stamps.ts';
import { join } from 'node:path';
import type { ManagedSet } from './managed-set.ts';
import { filesFolder, fileProblem, type FoundPolicy } from './read-policy.ts';

/** Lets the hooks of policies run as long as their files are what was signed. */
export interface ManagedGate {
  /** Why a hook of a policy must not run now; null when it may. */
  readonly withheld: (hook: Hook) => Withheld | null;
  readonly admit: (hook: Hook) => Admission;
}

/** Checks every start of a hook against the policy that is in force at that moment. */
export function createManagedGate(set: () => ManagedSet): ManagedGate {
  const checked = new Map<string, readonly FileStamp[]>();
  const withheld = (hook: Hook): Withheld | null => {
    const found = set().policies.find(({ policy }) => policy.org === hook.policy?.org);
    if (found === undefined) return { why: `hook "${hook.name}" is of a policy that is gone`, hint: HINT };
    return expired(hook, found) ?? changed(hook, found, checked);
  };
  return {
    withheld,
    admit: (hook) => ({
      withheld: withheld(hook),
      again: () => withheld(hook),
      changed: () => withheld(hook)?.why ?? null,
    }),
  };
}

const HINT = 'get the policy again with: hookline policy fetch';

function expired({ name }: Hook, { policy }: FoundPolicy): Withheld | null {
  if (policy.onExpired !== 'strict' || Date.parse(policy.expires) > Date.now()) return null;
  return {
    why: `hook "${name}" is of policy ${policy.org} v${policy.version}, which is stale since ${policy.expires}`,
    hint: HINT,
  };
}

function changed(hook: Hook, found: FoundPolicy, checked: Map<string, readonly FileStamp[]>): Withheld | null {
  const folder = filesFolder(found.folder, hook.name);
  const known = checked.get(hook.id);
  if (known !== undefined && areUnchanged(known)) return null;
  const files: readonly PolicyFile[] = found.policy.hooks.find(({ name }) => name === hook.name)?.files ?? [];
  const stamps = files.map(({ path }) => stampAt(join(folder, path), 'content')); // before they are read
  const problem = files.map((file) => fileProblem(folder, file)).find((each) => each !== null);
  if (problem !== undefined) return { why: problem, hint: HINT };
  checked.set(hook.id, stamps);
  return null;
}
