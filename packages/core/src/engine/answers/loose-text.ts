import type { Report, Verdict, VerdictMessage } from '../../model/index.ts';
import type { Reading } from '../frame.ts';
import { hasPower, readBroken } from './broken-answer.ts';
import { readText, textMeaning } from './plain-text.ts';
import { isRefusal, sayVoid, voidRefusal } from './refusal.ts';

/** Plain text; where an answer in it does not count, a refusal in it is at least reported. */
export function readLooseText(reading: Reading, text: string, report: Report): Verdict {
  const said = readText(reading, text);
  const messages = voidIn(reading, text, report, said);
  return messages.length === 0 ? said : { ...said, messages: [...(said.messages ?? []), ...messages] };
}

function voidIn(reading: Reading, text: string, report: Report, said: Verdict): readonly VerdictMessage[] {
  const { answer } = reading.frame.dialect;
  if (answer.brokenObject !== undefined && answer.badOutputSpoilsRefusal) return voidWithin(reading, text, report);
  // A fault is told anyway, and nothing waits for what a background hook decides.
  if (said.fault !== undefined || reading.background) return [];
  const isVoid = objectsIn(text, textMeaning(reading).startsWith('context')).some((part) => {
    const found = readBroken(reading, part, report, '');
    return found !== null && isRefusal(found) && hasPower(reading, found);
  });
  return isVoid ? [sayVoid(reading, 'what it printed is not one JSON object')] : [];
}

/** That a refusal stands in a text that is no answer, in whichever of the objects in it. */
export function voidWithin(reading: Reading, text: string, report: Report, isProse = false): readonly VerdictMessage[] {
  for (const part of objectsIn(text, isProse)) {
    const found = readBroken(reading, part, report, '');
    if (found !== null && isRefusal(found)) return voidRefusal(reading, found).messages ?? [];
    if (found?.messages !== undefined) return found.messages;
  }
  return [];
}

/** What may be an answer in a text: from a brace on; in a text that is read by a model only from one that begins a line. */
function objectsIn(text: string, isProse: boolean): readonly string[] {
  // A program says last what it has decided.
  const end = text.slice(-MOST_TEXT);
  const starts = [...end.matchAll(isProse ? /^[^\S\n]*\{/gm : /\{/g)].slice(-MOST_OBJECTS);
  const parts = starts.map(({ index }) => end.slice(index));
  const first = isProse ? -1 : text.indexOf('{');
  return first === -1 ? parts : [text.slice(first), ...parts];
}

const MOST_TEXT = 64 * 1024;
const MOST_OBJECTS = 20;
