import type { Hook, Request } from '../model/index.ts';
import type { Frame } from './frame.ts';

/** Why a hook is withheld. */
export interface Withheld {
  readonly why: string;
  /** What to do about it, where `why` does not say all of it. */
  readonly hint: string | null;
}

/** Whether a hook may start, checked right before it starts. */
export interface Admission {
  /** Null when it may run. */
  readonly withheld: Withheld | null;
  /** The same check again, for a hook that had to wait before it could start. */
  readonly again: () => Withheld | null;
  /** Checked after the hook has ended: whether the files it was started from have changed; null when they have not. */
  readonly changed: () => string | null;
}

/** Lets the hooks of a project run as long as their content is what was trusted. */
export interface TrustGate {
  readonly admit: (hook: Hook, frame: Frame) => Admission;
}

/** A hook that needs no trust: one of the user or of the host. */
export const ADMITTED: Admission = { withheld: null, again: () => null, changed: () => null };

/** Whether a hook may be started now; without a gate every hook may. */
export const admit = (hook: Hook, frame: Frame, gate: TrustGate | undefined): Admission =>
  gate?.admit(hook, frame) ?? ADMITTED;

/** A request whose start may have to wait; after the wait, the check whether it may start is repeated. */
export const guarded = (request: Request, admission: Admission): Request =>
  admission === ADMITTED ? request : { ...request, mayStart: () => admission.again()?.why ?? null };
