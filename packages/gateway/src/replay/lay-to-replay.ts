import { type InternalOptions, isJsonObject, type ManagedPolicy, policyFolderIn } from '@hookline/core/internal';
import { layOut, putInForce } from '@hookline/fleet';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hookEnvironment } from '../central/central-hooks.ts';
import type { PublishedFiles } from '../policy/repository.ts';

/** A policy and what its hooks run with. */
export interface ReplayPlace {
  readonly policy: ManagedPolicy;
  readonly options: InternalOptions;
}

/** Lays a policy out in an empty folder with all its hooks in shadow: each of them runs, and none keeps another from running. */
export async function layToReplay(folder: string, { text, blobOf }: PublishedFiles): Promise<ReplayPlace> {
  const [project, state] = [join(folder, 'nothing'), join(folder, 'state')];
  for (const each of [project, state]) mkdirSync(each, { mode: 0o700 });
  const root = policyFolderIn(state);
  const { folder: version, policy } = await layOut(root, runHere(text), async (digest) => blobOf(digest));
  const shadow = policy.hooks.map(({ name }) => name);
  putInForce(root, { v: 1, machine: 'replay', folder: version, shadow, off: {} });
  const env = { ...hookEnvironment(), HOOKLINE_STATE_DIR: state };
  return { policy, options: { project, home: folder, accountHome: folder, env } };
}

/** Without a roll-out, and with the hooks that the gateway decides run as all others. */
function runHere(text: string): string {
  const { rollout: _rollout, shadow: _shadow, ...policy } = JSON.parse(text) as Record<string, unknown>;
  const hooks = (policy['hooks'] as readonly unknown[]).map((hook) => {
    if (!isJsonObject(hook)) return hook;
    const { central: _central, replaces: _replaces, ...rest } = hook;
    return rest;
  });
  return JSON.stringify({ ...policy, hooks });
}
