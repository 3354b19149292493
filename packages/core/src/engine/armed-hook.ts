import type { Hook } from '../model/index.ts';

/** A hook of the running set: `unarmed` says why it must not run (an untrusted project), and is null when it may. */
export interface ArmedHook {
  readonly hook: Hook;
  readonly unarmed: string | null;
}
