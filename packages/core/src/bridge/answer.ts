import { isUnread } from '../engine/answers/process-answer.ts';
import type { AnyEvent, Dialect, EventRow, Extra, RefusalMeans } from '../model/index.ts';

/** The host that reads the answer: its dialect and the event that it fired. */
export interface AnswerTarget {
  readonly dialect: Dialect;
  readonly native: string;
  readonly row: EventRow;
  /** The event itself, where it is known: some of its instances take less than others. */
  readonly event?: AnyEvent;
  /** How a refusal is given; absent: by exit code where that can hold all of it. */
  readonly refuses?: RefusalMeans;
  /** `nothing`: a refusal stands alone in its answer. */
  readonly besideRefusal?: 'nothing' | undefined;
  /** `plain-text`: context goes without its key where the event takes plain text. */
  readonly contexts?: 'plain-text' | undefined;
  /** The host runs the action before it ends the turn, so that the event's own refusal must stand beside. */
  readonly deniesBesideEndTurn?: boolean;
}

/** Whether the host reads no answer to this event. */
export const isAnswerUnread = ({ dialect, row }: Pick<AnswerTarget, 'dialect' | 'row'>): boolean =>
  isUnread({ dialect, row }) || row.answers === 'ignored' || row.answers === 'unread';

/** The parts of an outcome that an answer may contain. */
export type AnswerPart =
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

/** A part that the host's dialect cannot express. */
export interface Unsupported {
  readonly part: AnswerPart;
  readonly why: string;
}

/** What a command hook prints, and its exit code, so that its host makes the decision, and the parts that are lost. */
export interface WrittenAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  readonly unsupported: readonly Unsupported[];
}

/** A part that this host does not take on this event. */
export const unsupported = (
  part: AnswerPart,
  { dialect, native }: AnswerTarget,
  why = 'has no words for it',
): Unsupported => ({
  part,
  why: `${native} of ${dialect.id} ${why}`,
});

/** An answer by exit code and stderr alone. */
export const answerByExit = (exitCode: number, stderr: string, left: readonly Unsupported[]): WrittenAnswer => ({
  stdout: '',
  stderr: stderr === '' ? '' : `${stderr}\n`,
  exitCode,
  unsupported: left,
});
