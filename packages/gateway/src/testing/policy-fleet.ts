import {
  digestOf,
  type ManagedPolicy,
  openRecord,
  type PolicyStatement,
  type RecordEntry,
} from '@hookline/core/internal';
import { effectOf, shipFor } from '@hookline/fleet';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { policyHook, policyOf, type WrittenPolicyHook } from '../../../../test/support/policy.ts';
import { keyOf, newKey } from '../policy/keys.ts';
import { draftPolicy, initRepository, publishDraft, signDraft } from '../policy/repository.ts';
import { decisionEntries, type JoinedMachine } from './place.ts';

/** A repository of a policy with all its keys. */
export interface PolicyShop {
  readonly folder: string;
  readonly onlineKey: string;
  /** Publishes a version with one hook, `guard`. */
  readonly publish: (version: number, script: string, more?: object) => void;
  /** Publishes a version with hooks, and the files that they name. */
  readonly publishHooks: (
    version: number,
    hooks: readonly WrittenPolicyHook[],
    files: Readonly<Record<string, string>>,
    more?: object,
  ) => void;
}

export function makePolicyShop(folder: string): PolicyShop {
  const onlineKey = newKey();
  const [root, person, online] = [keyOf(newKey()), keyOf(newKey()), keyOf(onlineKey)];
  const keys = { root: [root], rootThreshold: 1, targets: [person], targetsThreshold: 1, online };
  initRepository(folder, keys);
  const publishHooks: PolicyShop['publishHooks'] = (version, hooks, written, more = {}) => {
    const files = join(folder, 'files');
    for (const [path, text] of Object.entries(written)) {
      mkdirSync(dirname(join(files, path)), { recursive: true });
      writeFileSync(join(files, path), text);
    }
    draftPolicy(folder, JSON.stringify(policyOf(hooks, { version, ...more })), files);
    signDraft(folder, person);
    publishDraft(folder, online);
  };
  return {
    folder,
    onlineKey,
    publish: (version, script, more = {}) =>
      publishHooks(version, [policyHook('qoder', 'guard', script)], { 'guard.sh': script }, more),
    publishHooks,
  };
}

export type PlayedMode = 'off' | 'shadow' | 'enforced';

/** How a hook of a roll-out runs on a machine, by what the online key says. */
export function modeOn(machine: string, policy: ManagedPolicy, statement: PolicyStatement | null): PlayedMode {
  const { shadow, off } = effectOf(policy, statement, machine);
  if ('guard' in off) return 'off';
  return shadow.includes('guard') ? 'shadow' : 'enforced';
}

/** How a played run ended. */
export interface PlayedRun {
  readonly mode: 'shadow' | 'enforced';
  readonly blocks: boolean;
  readonly fault: boolean;
  readonly ms: number;
}

/** The entries of a decision in which `guard` ran as a hook of version `version`. */
function entriesOf(version: number, { mode, blocks, fault, ms }: PlayedRun, seed: string): readonly RecordEntry[] {
  const isRefusal = blocks && mode === 'enforced';
  const [start, end] = decisionEntries({
    id: digestOf(seed, null).slice(0, 26),
    at: new Date().toISOString(),
    decision: isRefusal ? 'block' : 'none',
    fault: fault ? 'exit' : null,
  });
  if (end.kind !== 'end') throw new Error('the second entry of a decision is its end');
  const hooks = end.hooks.map((run) => ({
    ...run,
    id: 'qoder:managed:acme:guard',
    scope: 'managed' as const,
    source: `policy acme v${version}`,
    durationMs: ms,
    ...(mode === 'enforced' ? {} : { shadow: { decision: blocks ? 'block' : 'none', reason: null, rewrites: [] } }),
  }));
  return [start, { ...end, hooks: hooks as never }];
}

/** Writes played runs into the record of a machine, and ships them. */
export async function playRuns(machine: JoinedMachine, version: number, runs: readonly PlayedRun[]): Promise<void> {
  const record = openRecord(machine.recordFolder, { shippedFrom: dirname(machine.recordFolder) });
  for (const run of runs) record.append(...entriesOf(version, run, `${machine.stateFolder} ${Math.random()}`));
  record.close();
  await shipFor({ ...machine, version: '1', onAlarm: () => undefined }, 60_000);
}
