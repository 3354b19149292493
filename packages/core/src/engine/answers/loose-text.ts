import type { Report, Verdict, VerdictMessage } from '../../model/index.ts';
import type { Reading } from '../frame.ts';
import { hasPower, readBroken } from './broken-answer.ts';
import { readText, textMeaning } from './plain-text.ts';
import { isRefusal, sayVoid } from './refusal.ts';

/** Plain text; where an answer in it does not count, a refusal in it is at least reported. */
export function readLooseText(reading: Reading, text: string, report: Report): Verdict {
  const said = readText(reading, text);
  const messages = voidIn(reading, text, report, said);
  return messages.length === 0 ? said : { ...said, messages: [...(said.messages ?? []), ...messages] };
}

function voidIn(reading: Reading, text: string, report: Report, said: Verdict): readonly VerdictMessage[] {
  const { answer } = reading.frame.dialect;
  if (answer.brokenObject !== undefined && answer.badOutputSpoilsRefusal) {
    const start = text.indexOf('{');
    return (start === -1 ? null : readBroken(reading, text.slice(start), report, '')?.messages) ?? [];
  }
  // A fault is told anyway, and nothing waits for what a background hook decides.
  if (said.fault !== undefined || reading.background) return [];
  const isVoid = objectsIn(text, textMeaning(reading).startsWith('context')).some((part) => {
    const found = readBroken(reading, part, report, '');
    return found !== null && isRefusal(found) && hasPower(reading, found);
  });
  return isVoid ? [sayVoid(reading, 'what it printed is not one JSON object')] : [];
}

/** What may be an answer in a text: from a brace on; in a text that is read by a model only from one that begins a line. */
function objectsIn(text: string, isProse: boolean): readonly string[] {
  // A program says last what it has decided.
  const end = text.slice(-MOST_TEXT);
  return [...end.matchAll(isProse ? /^[^\S\n]*\{/gm : /\{/g)].slice(-MOST_OBJECTS).map(({ index }) => end.slice(index));
}

const MOST_TEXT = 64 * 1024;
const MOST_OBJECTS = 20;
