import type { Fault, Json, JsonObject, OutcomeField, OutcomeRow, Verdict } from '../../model/index.ts';
import { badOutput, excerpt } from '../fault.ts';
import type { Reading } from '../frame.ts';

/** The key that names the outcome. */
export const TAG = 'outcome';

/**
 * The meaning of a JSON object that is tagged by its outcome; a word or field that the event does not define is an
 * error.
 */
export function readTagged(reading: Reading, object: JsonObject): Verdict {
  const word = Object.hasOwn(object, TAG) ? object[TAG] : undefined;
  const outcomes = reading.frame.row.outcomes ?? {};
  if (word === 'error') return selfReported(reading, object);
  if (typeof word !== 'string' || !Object.hasOwn(outcomes, word)) {
    const known = [...Object.keys(outcomes), 'error'].map((name) => `"${name}"`).join(', ');
    const came = word === undefined ? 'it has no outcome' : `outcome ${excerpt(JSON.stringify(word), 80)} is not known`;
    return { fault: badOutput(reading, `${came}; ${reading.frame.native} knows ${known}`) };
  }
  const row = outcomes[word];
  return row === undefined ? {} : readRow(reading, object, { word, row });
}

function selfReported(reading: Reading, object: JsonObject): Verdict {
  const unknown = Object.keys(object).find((key) => key !== TAG && key !== 'message');
  const message = Object.hasOwn(object, 'message') ? object['message'] : undefined;
  if (unknown !== undefined)
    return { fault: badOutput(reading, `"error" does not take the field "${excerpt(unknown, 80)}"`) };
  if (typeof message !== 'string') return { fault: badOutput(reading, '"error" needs a message, a text') };
  return { fault: { code: 'reported', message: `hook "${reading.hook.name}" could not decide: ${excerpt(message)}` } };
}

interface ChosenTag {
  readonly word: string;
  readonly row: OutcomeRow;
}

function readRow(reading: Reading, object: JsonObject, { word, row }: ChosenTag): Verdict {
  const missing = Object.entries(row.fields).find(([name, { required }]) => required && isMissing(object[name]));
  if (missing !== undefined) return { fault: badOutput(reading, `"${word}" needs ${missing[0]} to be a text`) };
  let verdict: Verdict = STANDS[row.does](row);
  let fault: Fault | undefined = unknownField(reading, object, { word, row });
  for (const [name, field] of Object.entries(row.fields)) {
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    if (value === undefined) continue;
    if (typeof value === 'string') verdict = { ...verdict, ...GIVES[field.gives](value) };
    else {
      fault ??= badOutput(reading, `"${word}" needs ${name} to be a text`);
      if (field.gives === 'reason' && value !== null) verdict = { ...verdict, reason: JSON.stringify(value) };
    }
  }
  if (fault === undefined) return verdict;
  // A fault beside a refusal never turns it into a permission.
  return verdict.decision === 'block' ? { ...verdict, fault } : { fault };
}

const isMissing = (value: Json | undefined): boolean => value === undefined || value === null;

function unknownField(reading: Reading, object: JsonObject, { word, row }: ChosenTag): Fault | undefined {
  const unknown = Object.keys(object).find((key) => key !== TAG && !Object.hasOwn(row.fields, key));
  if (unknown === undefined) return undefined;
  return badOutput(reading, `"${word}" does not take the field "${excerpt(unknown, 80)}"`);
}

const STANDS: Readonly<Record<OutcomeRow['does'], (row: OutcomeRow) => Verdict>> = {
  proceed: () => ({}),
  stop: () => ({ decision: 'block' }),
  // A hook need not give a reason when it holds something back quietly.
  suppress: (row) => ({ decision: 'block', reason: null, ...(row.effect === undefined ? {} : { effect: row.effect }) }),
};

const GIVES: Readonly<Record<OutcomeField['gives'], (value: string & Json) => Verdict>> = {
  reason: (reason) => ({ reason }),
  context: (text) => (text === '' ? {} : { context: [text] }),
  prependToPrompt: (prependToPrompt) => ({ extra: { prependToPrompt } }),
  appendToOutput: (appendToOutput) => ({ extra: { appendToOutput } }),
  record: () => ({}),
};
