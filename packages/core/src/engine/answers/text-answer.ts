import type { Json, JsonObject, Report, TextTable, TextUse, TextUses, Verdict } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import { parseJson } from '../../text/parse-json.ts';
import { forTerminal } from '../../text/visible.ts';
import { badOutput, excerpt } from '../fault.ts';
import type { Reading } from '../frame.ts';
import { readBroken } from './broken-answer.ts';
import { voidWithin } from './loose-text.ts';
import { endOf, readDoubled, readObject, readProcessAnswer } from './process-answer.ts';
import { isRefusal, sayVoid } from './refusal.ts';

/** The answer of a process or server: by its exit code alone, or also by the kind of text that it printed. */
export function readAnswer(reading: Reading, report: Report): Verdict {
  const { byText } = reading.frame.dialect.answer;
  if (byText === undefined) return readProcessAnswer(reading, report);
  if (!reading.frame.row.waits) return {};
  return reading.hook.handler.kind === 'http' ? readBody(reading, report) : readPrinted(reading, report, byText);
}

/** A text, and where it was printed. */
interface Printed {
  readonly text: string;
  readonly on: 'stdout' | 'stderr';
  readonly isCut: boolean;
}

function readPrinted(reading: Reading, report: Report, table: TextTable): Verdict {
  const printed = printedAnswer(report, table);
  const said = readKind(reading, report, printed, usesAt(report, table));
  if (isSuccess(report) || isRefusal(said)) return said;
  const messages = [...(said.messages ?? []), ...voided(reading, report, table)];
  return { ...said, fault: endOf(reading, report), ...(messages.length === 0 ? {} : { messages }) };
}

const isSuccess = ({ ending }: Report): boolean => ending.how !== 'killed' && exitCode({ ending }) === 0;

const exitCode = ({ ending }: Pick<Report, 'ending'>): number => (ending.how === 'exited' ? ending.code : 0);

function usesAt(report: Report, { zero, one, two, signal, other }: TextTable): TextUses {
  if (report.ending.how === 'killed') return signal ?? other;
  const code = exitCode(report);
  if (code === 0) return zero;
  return (code === 1 ? one : code === 2 ? two : undefined) ?? other;
}

function printedAnswer(report: Report, { from }: TextTable): Printed {
  const isTwo = report.ending.how === 'exited' && report.ending.code === 2;
  const first = isTwo && from.two !== undefined ? from.two : 'stdout';
  const text = trimmed(report[first]);
  const on = text === '' && first === 'stdout' && !report.truncated.includes('stdout') ? 'stderr' : first;
  return { text: on === first ? text : trimmed(report[on]), on, isCut: report.truncated.includes(on) };
}

const trimmed = (text: string): string => text.replace(/^\uFEFF/, '').trim();

/** What is wrong with a JSON text of which the end is missing. */
const CUT = 'its JSON answer is too long and was cut';

function readKind(reading: Reading, report: Report, printed: Printed, uses: TextUses): Verdict {
  const { text, isCut } = printed;
  if (text === '') return {};
  const use = (kind: keyof TextUses, why: string): Verdict => used(reading, report, printed, { use: uses[kind], why });
  if (isCut && text.startsWith('{')) return readBeyondLimits(reading, text, report, CUT);
  const parsed = parseAnswer(text);
  if (parsed.ok) {
    const [usual, ...others] = parsed.readings;
    if (!isJsonObject(usual)) return use('json', 'it is no JSON object');
    return others.length === 0 ? readObject(reading, usual, report) : readDoubled(reading, [usual, ...others], report);
  }
  if (parsed.why !== 'not JSON')
    return readBeyondLimits(reading, text, report, `its JSON is ${parsed.why}: ${parsed.detail}`);
  if (!text.startsWith('{')) return use('text', 'it is no JSON object');
  return use('broken', `it printed "${excerpt(text, 80)}", which is not a JSON object`);
}

/** The limit is ours, and the system itself would have read the answer: a refusal in it counts, the rest is a fault. */
const readBeyondLimits = (reading: Reading, text: string, report: Report, why: string): Verdict =>
  readBroken(reading, text, report, why) ?? { fault: badOutput(reading, why) };

/** A JSON string is parsed once more; one that holds no JSON is plain text. */
function parseAnswer(text: string): ReturnType<typeof parseJson> {
  const parsed = parseJson(text);
  return parsed.ok && typeof parsed.readings[0] === 'string' ? parseJson(parsed.readings[0]) : parsed;
}

function used(
  reading: Reading,
  report: Report,
  { text, on }: Printed,
  { use, why }: { readonly use: TextUse; readonly why: string },
): Verdict {
  switch (use) {
    case 'refuse':
      return { decision: 'block', reason: text };
    case 'by-event':
      if (reading.frame.row.text === 'context' && on === 'stdout') return asContext(reading, report, text);
      return { messages: [{ level: 'info', text, hook: reading.hook.id }, ...voidWithin(reading, text, report)] };
    case 'message':
      return { messages: [{ level: 'info', text, hook: reading.hook.id }, ...voidWithin(reading, text, report)] };
    case 'warning':
      return { messages: [{ level: 'warning', text: `Warning: ${text}`, hook: reading.hook.id }] };
    case 'fault':
      return { fault: badOutput(reading, why), ...told(voidWithin(reading, text, report)) };
    case 'read':
    case 'nothing':
      return told(voidWithin(reading, text, report));
  }
}

function asContext(reading: Reading, report: Report, text: string): Verdict {
  const context = [forTerminal(text)];
  return reading.frame.row.block === null ? { context } : { context, ...told(voidWithin(reading, text, report, true)) };
}

type Messages = NonNullable<Verdict['messages']>;

const told = (messages: Messages): Verdict => (messages.length === 0 ? {} : { messages });

/** That a process which failed wanted to refuse: by its exit code, or in an answer where none is read. */
function voided(reading: Reading, report: Report, table: TextTable): Messages {
  const { row } = reading.frame;
  if (row.block === null) return [];
  if (exitCode(report) === 2) return [sayVoid(reading, WHY_VOID[table.from.two ?? 'stdout'])];
  return [];
}

const WHY_VOID = {
  stderr: 'it exited with 2 and stderr has no refusal, which is all that counts then',
  stdout: 'it exited with 2 and what it printed is no refusal',
} as const;

/** The body of a server's answer; one that does not say that it is JSON is for the user. */
function readBody(reading: Reading, report: Report): Verdict {
  const { http } = reading.frame.dialect;
  const most = http?.longestText ?? Infinity;
  const text = trimmed(report.stdout);
  if (report.truncated.includes('stdout'))
    return { fault: badOutput(reading, CUT), ...told(voidWithin(reading, text, report)) };
  if (text === '') return {};
  const parsed = report.isJson === false ? null : parseJson(text);
  const objects = parsed?.ok === true ? parsed.readings.filter(isJsonObject).map((each) => cutTexts(each, most)) : [];
  const [object, ...others] = objects;
  if (object !== undefined)
    return others.length === 0 ? readObject(reading, object, report) : readDoubled(reading, objects, report);
  return { messages: [{ level: 'info', text: text.slice(0, most), hook: reading.hook.id }] };
}

/** The texts of an answer, each no longer than allowed. */
const cutTexts = (object: JsonObject, most: number): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]): [string, Json] => [key, cutText(value, most)]));

function cutText(value: Json, most: number): Json {
  if (typeof value === 'string') return value.slice(0, most);
  return isJsonObject(value) ? cutTexts(value, most) : value;
}
