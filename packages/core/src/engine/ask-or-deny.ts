import type { Verdict } from '../model/index.ts';
import type { Frame } from './frame.ts';

/** A tool call that must not pass by itself: a question for a person, or a refusal where no person can answer. */
export function askOrDeny({ event, place }: Pick<Frame, 'event' | 'place'>, reason: string): Verdict {
  const isAlone = event['non_interactive'] === true || place.nonInteractive;
  return isAlone ? { decision: 'block', effect: 'deny_tool', reason } : { decision: 'ask', reason };
}
