import type { Dialect, AnyEvent, Outcome, Verdict } from '../model/index.ts';
import { sayByKeys } from './by-keys.ts';
import { sayByWord } from './by-outcome.ts';
import type { Saying } from './decision-parts.ts';
import { sayingOf } from './decision-parts.ts';
import type { Listener, SaidPart, SpokenAnswer } from './answer.ts';
import { byExit, unsaid } from './answer.ts';

/**
 * What a command hook must print and exit with so that a host of the dialect takes the same decision: the table of its answers
 * read backwards. `event` is the one that was told, where it is known. Throws on an event that the dialect does not have.
 */
export function answerOfOutcome(
  dialect: Dialect,
  native: string,
  said: Verdict | Outcome,
  event?: AnyEvent,
): SpokenAnswer {
  const row = Object.hasOwn(dialect.events, native) ? dialect.events[native] : undefined;
  if (row === undefined) throw new TypeError(`${dialect.id} has no event "${native}"`);
  const saying = sayingOf(said);
  const listener: Listener = { dialect, native, row, ...(event === undefined ? {} : { event }) };
  if (!row.waits || row.answers === 'ignored') return inVain(saying, listener);
  const answer = dialect.answer.style === 'keys' ? sayByKeys(saying, listener) : sayByWord(saying, listener);
  return withFault(answer, saying, listener);
}

/** Nobody listens: whatever there is to say stays unsaid. */
function inVain(saying: Saying, listener: Listener): SpokenAnswer {
  const why = listener.row.waits ? 'ignores every answer' : 'waits for no answer';
  return byExit(
    0,
    '',
    partsOf(saying).map((part) => unsaid(part, listener, why)),
  );
}

/** What there is to say. */
function partsOf(saying: Saying): readonly SaidPart[] {
  const rewrites = ['updatedInput', 'updatedToolOutput', 'updatedPrompt'] as const;
  return [
    ...(saying.decision === 'none' ? [] : [saying.decision]),
    ...rewrites.filter((part) => saying[part] !== null),
    ...(saying.context.length === 0 ? [] : ['context' as const]),
    ...(saying.messages.length === 0 ? [] : ['message' as const]),
    ...(saying.quiet ? ['quiet' as const] : []),
    ...(Object.keys(saying.extra) as readonly (keyof Saying['extra'])[]),
    ...(saying.fault === null ? [] : ['fault' as const]),
  ];
}

/** A failure stays one where that changes nothing about the action; a hook that has anything else to say must succeed. */
function withFault(answer: SpokenAnswer, { fault }: Saying, listener: Listener): SpokenAnswer {
  if (fault === null) return answer;
  const { row, dialect } = listener;
  const isOpen = row.onFault === 'proceed' && dialect.answer.exits.other === 'fault';
  const isFree = answer.exitCode === 0 && answer.stdout === '';
  if (isOpen && isFree) return byExit(1, fault, answer.unsaid);
  return { ...answer, unsaid: [...answer.unsaid, unsaid('fault', listener, 'would not let the action go on')] };
}
