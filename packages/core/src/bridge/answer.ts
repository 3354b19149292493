import type { Dialect, EventRow, Extra, AnyEvent } from '../model/index.ts';

/** To whom something is to be said: a host of this dialect that has told this event. */
export interface Listener {
  readonly dialect: Dialect;
  readonly native: string;
  readonly row: EventRow;
  /** The event itself, where it is known: some of its instances take less than others. */
  readonly event?: AnyEvent;
}

/** The parts of an outcome that may be said or not. */
export type SaidPart =
  | 'block'
  | 'effect'
  | 'ask'
  | 'allow'
  | 'reason'
  | 'updatedInput'
  | 'updatedToolOutput'
  | 'updatedPrompt'
  | 'context'
  | 'message'
  | 'quiet'
  | 'fault'
  | keyof Extra;

/** A part that the host's system has no words for. */
export interface Unsaid {
  readonly part: SaidPart;
  readonly why: string;
}

/** What a command hook prints and exits with so that its host takes the decision, and what it cannot be told. */
export interface SpokenAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly unsaid: readonly Unsaid[];
}

/** A part that this host has no words for on this event. */
export const unsaid = (part: SaidPart, { dialect, native }: Listener, why = 'has no words for it'): Unsaid => ({
  part,
  why: `${native} of ${dialect.id} ${why}`,
});

/** What a hook says by its exit alone. */
export const byExit = (exitCode: number, stderr: string, left: readonly Unsaid[]): SpokenAnswer => ({
  stdout: '',
  stderr: stderr === '' ? '' : `${stderr}\n`,
  exitCode,
  unsaid: left,
});
