import type { Hook, Request } from '../model/index.ts';
import type { Frame } from './frame.ts';

/** Whether a hook may be started, found out right before its start. */
export interface Admission {
  /** Why it must not run; null when it may. */
  readonly withheld: string | null;
  /** The same question once more, for whoever had to wait before it could start. */
  readonly again: () => string | null;
  /** Asked when it has ended: what happened meanwhile to what it was started from; null when nothing did. */
  readonly changed: () => string | null;
}

/** Lets the hooks of a project run while they are what was trusted. */
export interface TrustGate {
  readonly admit: (hook: Hook, frame: Frame) => Admission;
}

/** How a reason ends where trust helps: it is the advice for people and tells that they can be shown what differs. */
export const TRUST_AGAIN = 'run hookline trust';

/** A hook that needs no trust: of the user, or of the host. */
export const ADMITTED: Admission = { withheld: null, again: () => null, changed: () => null };

/** Whether a hook may be started now; without a gate every hook may. */
export const admit = (hook: Hook, frame: Frame, gate: TrustGate | undefined): Admission =>
  gate?.admit(hook, frame) ?? ADMITTED;

/** A request whose start may have to wait: then it is asked again whether it may start. */
export const guarded = (request: Request, admission: Admission): Request =>
  admission === ADMITTED ? request : { ...request, mayStart: admission.again };
