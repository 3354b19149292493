import type { CommandRule } from './rule.ts';
import { CLOUD_PACK } from './packs/cloud.ts';
import { CONTAINERS_PACK } from './packs/containers.ts';
import { DATABASES_PACK } from './packs/databases.ts';
import { GIT_PACK } from './packs/git.ts';
import { INFRASTRUCTURE_PACK } from './packs/infrastructure.ts';
import { KUBERNETES_PACK } from './packs/kubernetes.ts';
import { SAAS_PACK } from './packs/saas.ts';
import { STORAGE_PACK } from './packs/storage-and-backup.ts';

/** Tables of further rules that a user can add; each asks more often than most people want. */
export const PACKS = {
  cloud: CLOUD_PACK,
  databases: DATABASES_PACK,
  git: GIT_PACK,
  containers: CONTAINERS_PACK,
  kubernetes: KUBERNETES_PACK,
  infrastructure: INFRASTRUCTURE_PACK,
  'storage-and-backup': STORAGE_PACK,
  saas: SAAS_PACK,
} as const satisfies Record<string, readonly CommandRule[]>;

export type PackName = keyof typeof PACKS;

/** Whether a word is the name of a pack. */
export const isPack = (word: string): word is PackName => Object.hasOwn(PACKS, word);
