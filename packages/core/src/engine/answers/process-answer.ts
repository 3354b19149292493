import type { EventRow, ExitRule, Json, JsonObject, Report, Verdict } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import { parseJson } from '../../text/parse-json.ts';
import { badOutput, excerpt, fault, printedOn } from '../fault.ts';
import type { Reading } from '../frame.ts';
import { readBroken } from './broken-answer.ts';
import { besideBlock, readKeys } from './keyed-answer.ts';
import { isRefusal } from './refusal.ts';
import { readTagged } from './tagged-answer.ts';

/** The answer of a process, from its exit code and output, or of a server, from the body of its response. */
export function readProcessAnswer(reading: Reading, report: Report): Verdict {
  const code = report.ending.how === 'exited' ? report.ending.code : 0;
  switch (exitRule(reading, code)) {
    case 'read':
      return readOutput(reading, report);
    case 'block':
      return refusedByExit(reading, report);
    case 'fault':
      return { fault: fault('exit', reading.hook, `exited with ${code}`, report.stderr) };
  }
}

function exitRule(reading: Reading, code: number): ExitRule {
  const { exits } = reading.frame.dialect.answer;
  if (code === 0) return exits.zero;
  return code === 2 ? exits.two : exits.other;
}

function refusedByExit(reading: Reading, report: Report): Verdict {
  const { answer } = reading.frame.dialect;
  const beside = answer.readsBlockingExit ? besideBlock(reading, readOutput(reading, report)) : {};
  const [reason = beside.reason, ...context] = printedOn(answer.exitReasons, report);
  return {
    ...beside,
    decision: 'block',
    ...(reason === undefined ? {} : { reason }),
    // The rest of the output is shown to the model as well.
    ...(context.length === 0 || reading.frame.row.block === null ? {} : { context }),
  };
}

function readOutput(reading: Reading, report: Report): Verdict {
  const isCut = report.truncated.includes('stdout');
  const text = report.stdout.replace(/^\uFEFF/, '').trim();
  if (text === '' && !isCut) return {};
  if (!reading.frame.row.waits) return readUnawaited(reading, text);
  // A truncated answer must not pass for plain text, whatever the missing part was.
  if (isCut && (text === '' || text.startsWith('{'))) return readDamaged(reading, text, report, TOO_LONG);
  const parsed = parseJson(text);
  if (!parsed.ok) {
    if (parsed.why !== 'not JSON')
      return readDamaged(reading, text, report, `its JSON is ${parsed.why}: ${parsed.detail}`);
    const why = `it printed "${excerpt(text, 80)}", which is not a JSON object`;
    return (text.startsWith('{') ? readBroken(reading, text, report, why) : null) ?? readText(reading, text);
  }
  const [usual, ...others] = parsed.readings;
  if (!isJsonObject(usual)) return readText(reading, text);
  return others.length === 0 ? readObject(reading, usual, report) : readDoubled(reading, [usual, ...others], report);
}

const TOO_LONG = 'its JSON answer is too long and was cut';

/** A refusal in an answer that cannot be parsed as a whole counts; the rest is a fault. */
const readDamaged = (reading: Reading, text: string, report: Report, why: string): Verdict =>
  readBroken(reading, text, report, why) ?? { fault: badOutput(reading, why) };

const readObject = (reading: Reading, object: JsonObject, report: Report): Verdict =>
  reading.frame.dialect.answer.style === 'keys' ? readKeys(reading, object, report) : readTagged(reading, object);

/** A duplicate key hides one of its values, so the answer is not accepted, except for a refusal in it. */
function readDoubled(reading: Reading, readings: readonly Json[], report: Report): Verdict {
  const verdicts = readings.filter(isJsonObject).map((object) => readObject(reading, object, report));
  const refusal = verdicts.find(isRefusal);
  if (refusal !== undefined)
    return {
      ...refusal,
      notes: [...(refusal.notes ?? []), 'a key of the answer is doubled; the refusal in it counts'],
    };
  return { fault: badOutput(reading, 'a key of its JSON answer is doubled') };
}

/** Nothing waits for this hook, so only an error that it reports about itself is read. */
function readUnawaited(reading: Reading, text: string): Verdict {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.readings[0]) || reading.frame.dialect.answer.style !== 'tagged-outcome')
    return {};
  const verdict = readTagged(reading, parsed.readings[0]);
  return verdict.fault?.code === 'reported' ? { fault: verdict.fault } : {};
}

function readText(reading: Reading, text: string): Verdict {
  const rule = reading.hook.handler.kind === 'http' ? 'bad_output' : reading.frame.dialect.answer.text;
  if (rule === 'bad_output')
    return { fault: badOutput(reading, `it printed "${excerpt(text, 80)}", which is not a JSON object`) };
  if (rule === 'recorded') return { notes: ['its output is plain text and has no effect'] };
  switch (textMeaning(reading)) {
    case 'context':
      return { context: [text] };
    case 'worktree-path':
      return worktreePath(text);
    case 'nothing':
      return {};
  }
}

/** The output of a background hook is context for the next turn wherever the dialect accepts such context. */
function textMeaning(reading: Reading): NonNullable<EventRow['text']> {
  if (reading.background && reading.frame.dialect.schedule.lateContext === 'next-turn') return 'context';
  return reading.frame.row.text ?? 'nothing';
}

/** The last line; never blank, because the text is trimmed. */
function worktreePath(text: string): Verdict {
  const last = text.slice(text.lastIndexOf('\n') + 1).trim();
  return last.startsWith('/') || /^[A-Za-z]:[\\/]/.test(last) ? { extra: { worktreePath: last } } : {};
}
