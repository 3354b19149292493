import type { Dialect, AnyEvent, Outcome, Verdict } from '../model/index.ts';
import { writeByKeys } from './by-keys.ts';
import { writeByOutcome } from './by-outcome.ts';
import type { AnswerContent } from './answer-content.ts';
import { answerContentOf, partsOf } from './answer-content.ts';
import type { AnswerTarget, WrittenAnswer } from './answer.ts';
import { answerByExit, isAnswerUnread, unsupported } from './answer.ts';

/**
 * What a command hook must print, and its exit code, so that a host of the dialect makes the same decision: the answer
 * table applied in reverse. `event` is the one that is answered, if it is known. Throws on an event that the dialect
 * does not have.
 */
export function writeAnswer(
  dialect: Dialect,
  native: string,
  decided: Verdict | Outcome,
  event?: AnyEvent,
): WrittenAnswer {
  const row = Object.hasOwn(dialect.events, native) ? dialect.events[native] : undefined;
  if (row === undefined) throw new TypeError(`${dialect.id} has no event "${native}"`);
  return writeContent(answerContentOf(decided), { dialect, native, row, ...(event === undefined ? {} : { event }) });
}

/** The same for what an answer has to contain. */
export function writeContent(content: AnswerContent, target: AnswerTarget): WrittenAnswer {
  const { dialect } = target;
  if (isAnswerUnread(target)) return answerUnread(content, target);
  const answer = dialect.answer.style === 'keys' ? writeByKeys(content, target) : writeByOutcome(content, target);
  return withFault(answer, content, target);
}

/** The host reads no answer here, so every part is lost. */
function answerUnread(content: AnswerContent, target: AnswerTarget): WrittenAnswer {
  const why = target.row.waits ? 'ignores every answer' : 'waits for no answer';
  return answerByExit(
    0,
    '',
    partsOf(content).map((part) => unsupported(part, target, why)),
  );
}

/** A fault is passed on by exit code 1 where the action goes on anyway; an answer with other parts must exit with 0. */
function withFault(answer: WrittenAnswer, { fault }: AnswerContent, target: AnswerTarget): WrittenAnswer {
  if (fault === null) return answer;
  const { row, dialect } = target;
  const isOpen = row.onFault === 'proceed' && dialect.answer.exits.other === 'fault';
  const isFree = answer.exitCode === 0 && answer.stdout === '';
  if (isOpen && isFree) return answerByExit(1, fault, answer.unsupported);
  return {
    ...answer,
    unsupported: [...answer.unsupported, unsupported('fault', target, 'would not let the action go on')],
  };
}
