import { errorText, openPolicyRunner, type PolicyRunner } from '@hookline/core/internal';
import { layOut } from '@hookline/fleet';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishedFiles } from '../policy/repository.ts';

/** The hooks of the published policy that are decided here. */
export interface CentralHooks {
  readonly org: string;
  readonly version: number;
  readonly names: ReadonlySet<string>;
  readonly runner: PolicyRunner;
}

/** Follows what is published. */
export interface PublishedHooks {
  /** Those that are published now; null: no policy is. Rejects where it cannot be used as it is. */
  readonly current: () => Promise<CentralHooks | null>;
  readonly close: () => Promise<void>;
}

/** So long decisions that have begun with the version before may take. */
const CLOSE_AFTER_MS = 120_000;

/** Opens the policy of a repository again whenever another one is published; `variables` are those that its hooks get. */
export function followPublished(folder: string, variables: Readonly<Record<string, string>>): PublishedHooks {
  const place = mkdtempSync(join(tmpdir(), 'hookline-central-'));
  const open = new Set<PolicyRunner>();
  const close = async (runner: PolicyRunner): Promise<void> => {
    if (open.delete(runner)) await runner.close();
  };
  const read = async (before: Promise<CentralHooks | null> | undefined): Promise<CentralHooks | null> => {
    const old = (await before?.catch(() => null)) ?? null;
    if (old !== null) setTimeout(() => void close(old.runner), CLOSE_AFTER_MS).unref();
    const hooks = await openPublished(folder, place, variables);
    if (hooks !== null) open.add(hooks.runner);
    return hooks;
  };
  let known: { readonly stamp: string; readonly hooks: Promise<CentralHooks | null> } | undefined;
  return {
    current: () => {
      const stamp = stampOf(folder);
      if (known?.stamp === stamp) return known.hooks;
      const hooks = read(known?.hooks);
      known = { stamp, hooks };
      hooks.catch(() => {
        if (known?.hooks === hooks) known = undefined; // looked at again with the next question
      });
      return hooks;
    },
    close: async () => {
      await known?.hooks.catch(() => null);
      await Promise.all([...open].map(close));
      rmSync(place, { recursive: true, force: true });
    },
  };
}

async function openPublished(
  folder: string,
  place: string,
  variables: Readonly<Record<string, string>>,
): Promise<CentralHooks | null> {
  const project = join(place, 'nothing');
  mkdirSync(project, { recursive: true, mode: 0o700 });
  try {
    const published = publishedFiles(folder);
    if (published === null) return null;
    const root = join(place, 'policy');
    const laid = await layOut(root, published.text, async (digest) => published.blobOf(digest));
    const { org, version, hooks } = laid.policy;
    const found = { folder: join(root, laid.folder), policy: laid.policy };
    const runner = openPolicyRunner(found, { project, home: place, env: hookEnvironment(), variables });
    return { org, version, runner, names: new Set(hooks.flatMap(({ name, central }) => (central ? [name] : []))) };
  } catch (error) {
    throw new Error(`the policy in ${folder} cannot be used: ${errorText(error)}`, { cause: error });
  }
}

/** A time stamp is replaced with everything that is published, and with everything that is said about it. */
function stampOf(folder: string): string {
  const stats = statSync(join(folder, 'metadata', 'timestamp.json'), { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? 'none' : `${stats.ino} ${stats.mtimeNs} ${stats.size}`;
}

/** Nothing of the gateway's own environment reaches a hook but what every program needs. */
export const hookEnvironment = (): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    ['PATH', 'LANG', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'HOOKLINE_ALLOW_ADDRESSES'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  );
