import type { ExitRule, Fault, Json, JsonObject, Report, Verdict } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import { parseJson } from '../../text/parse-json.ts';
import { badOutput, excerpt, fault, faultOf, printedOn } from '../fault.ts';
import type { Frame, Reading } from '../frame.ts';
import { readBroken } from './broken-answer.ts';
import { besideBlock, readKeys } from './keyed-answer.ts';
import { readLooseText } from './loose-text.ts';
import { textMeaning } from './plain-text.ts';
import { splitProgress } from './progress-lines.ts';
import { defaultReason, isRefusal, voidRefusal } from './refusal.ts';
import { readTagged } from './tagged-answer.ts';

/** The answer of a process, from its exit code and output, or of a server, from the body of its response. */
export function readProcessAnswer(reading: Reading, report: Report): Verdict {
  switch (exitRule(reading, report)) {
    case 'read':
      return readOutput(reading, report);
    case 'read-and-warn':
      return withWarning(reading, readOutput(reading, report), report);
    case 'stderr-is-context':
      return report.stderr.trim() === '' ? {} : { context: [report.stderr.trim()] };
    case 'block':
      return refusedByExit(reading, report);
    case 'block-with-reason':
      return saysWhy(reading, report) ? refusedByExit(reading, report) : { fault: endOf(reading, report) };
    case 'read-object-else-fault':
      return fittingObject(reading, report) ?? { fault: endOf(reading, report) };
    case 'fault':
      return { fault: endOf(reading, report) };
  }
}

/** What a process says on stderr, for the user. */
function withWarning({ hook }: Reading, said: Verdict, { stderr }: Report): Verdict {
  const text = stderr.trim();
  if (text === '') return said;
  return { ...said, messages: [...(said.messages ?? []), { level: 'warning', text, hook: hook.id }] };
}

/** The rule for how a process ended; a server, and a tool of one, end like a process that exits with 0. */
function exitRule({ frame: { dialect, row } }: Reading, { ending }: Report): ExitRule {
  const exits = row.exits === undefined ? dialect.answer.exits : { ...dialect.answer.exits, ...row.exits };
  if (ending.how === 'killed') return exits.signal ?? 'fault';
  const code = ending.how === 'exited' ? ending.code : 0;
  if (code === 0) return exits.zero;
  return code === 2 ? exits.two : exits.other;
}

/** Whether an answer may count although its process was killed by a signal. */
export const readsAfterSignal = (reading: Reading, report: Report): boolean =>
  report.ending.how === 'killed' &&
  reading.hook.handler.kind === 'command' &&
  exitRule(reading, report) === 'read-object-else-fault';

/** Whether a process refused by its exit code. */
export function isRefusedByExit(reading: Reading, report: Report): boolean {
  const rule = exitRule(reading, report);
  return rule === 'block' || (rule === 'block-with-reason' && saysWhy(reading, report));
}

const saysWhy = ({ frame }: Reading, report: Report): boolean =>
  printedOn(frame.dialect.answer.exitReasons, report).length > 0;

/** The end of a process as a fault. */
export function endOf({ hook }: Reading, report: Report): Fault {
  const { ending } = report;
  const code = ending.how === 'exited' ? ending.code : 0;
  return faultOf(hook, report) ?? fault('exit', hook, `exited with ${code}`, report.stderr);
}

/** The answer, where the whole output is one JSON object that fits; null where it is anything else. */
function fittingObject(reading: Reading, report: Report): Verdict | null {
  const text = outputText(reading, report);
  if (!text.startsWith('{') || report.truncated.includes('stdout')) return null;
  const parsed = parseJson(text);
  if (!parsed.ok || parsed.readings.length > 1 || !isJsonObject(parsed.readings[0])) return null;
  const [object] = parsed.readings;
  const verdict = readObject(reading, object, report);
  if (verdict.fault?.code === 'bad_output') return null;
  const { declaredBy } = reading.frame.dialect.schedule;
  // Of a hook that is waited for all the same, a declaration is no answer; a refusal in it still is one.
  return declaredBy !== undefined && object[declaredBy] === true && !isRefusal(verdict) ? null : verdict;
}

/** What is read: the last line that is marked as the answer, where the dialect has such lines, else all of it. */
function outputText(reading: Reading, report: Report): string {
  const { controlLine, progressLines } = reading.frame.dialect.answer;
  const stdout = progressLines === undefined ? report.stdout : splitProgress(report.stdout).rest;
  const text = stdout.replace(/^\uFEFF/, '').trim();
  const marked =
    controlLine === undefined ? undefined : text.split('\n').findLast((line) => line.startsWith(controlLine));
  return marked === undefined ? text : marked.slice(controlLine?.length).trim();
}

function refusedByExit(reading: Reading, report: Report): Verdict {
  const { answer } = reading.frame.dialect;
  const reads = reading.frame.row.readsBlockingExit ?? answer.readsBlockingExit;
  if (reads === 'its-reason-first') return refusedByBoth(reading, report);
  const beside = reads ? besideBlock(reading, readOutput(reading, report)) : {};
  const [reason = beside.reason ?? defaultReason(reading, 'exit'), ...context] = printedOn(answer.exitReasons, report);
  return {
    ...beside,
    decision: 'block',
    ...(reason === undefined ? {} : { reason }),
    // The rest of the output is shown to the model as well.
    ...(context.length === 0 || reading.frame.row.block === null ? {} : { context }),
  };
}

/** A refusal by exit code with an answer beside it: a refusal there says what is done, and its reason comes first. */
function refusedByBoth(reading: Reading, report: Report): Verdict {
  const said = fittingObject(reading, report) ?? {};
  const own = said.decision === 'block' ? said : refusedExtra(said);
  const [printed] = printedOn(reading.frame.dialect.answer.exitReasons, report);
  const ofAnswer = said.decision === 'block' ? (said.reason ?? undefined) : undefined;
  const reason = ofAnswer ?? printed ?? defaultReason(reading, 'exit');
  const { reason: _reason, ...beside } = besideBlock(reading, said);
  return { ...beside, ...own, decision: 'block', ...(reason === undefined ? {} : { reason }) };
}

/** A refused permission or question of a server counts; a granted one does not, beside an exit that refuses. */
const refusedExtra = (said: Verdict): Verdict =>
  isRefusal(said) && said.extra !== undefined ? { extra: said.extra } : {};

function readOutput(reading: Reading, report: Report): Verdict {
  const said = readPrinted(reading, report);
  const lines = reading.frame.dialect.answer.progressLines === undefined ? [] : splitProgress(report.stdout).messages;
  if (lines.length === 0) return said;
  const messages = lines.map((text) => ({ level: 'info' as const, text, hook: reading.hook.id }));
  return { ...said, messages: [...messages, ...(said.messages ?? [])] };
}

function readPrinted(reading: Reading, report: Report): Verdict {
  const isCut = report.truncated.includes('stdout');
  const text = outputText(reading, report);
  if (text === '' && !isCut) return {};
  if (isUnread(reading.frame)) return readUnawaited(reading, text);
  if (reading.frame.dialect.answer.brokenObject === 'bad_output' && /^[{[]/.test(text))
    return readWholeObject(reading, text, report);
  // A truncated answer must not pass for plain text, whatever the missing part was.
  if (isCut && (text === '' || text.startsWith('{'))) return readDamaged(reading, text, report, TOO_LONG);
  const parsed = parseJson(text);
  if (!parsed.ok) {
    if (parsed.why !== 'not JSON')
      return readDamaged(reading, text, report, `its JSON is ${parsed.why}: ${parsed.detail}`);
    const why = `it printed "${excerpt(text, 80)}", which is not a JSON object`;
    const { brokenObject = 'decides' } = reading.frame.dialect.answer;
    const isObject = brokenObject === 'decides' && text.startsWith('{');
    return (isObject ? readBroken(reading, text, report, why) : null) ?? readLooseText(reading, text, report);
  }
  const [usual, ...others] = parsed.readings;
  if (!isJsonObject(usual))
    return reading.frame.dialect.answer.otherJson === 'nothing' ? {} : readLooseText(reading, text, report);
  // A program names the folder of a worktree in plain text; only a server can do so in an answer.
  if (textMeaning(reading) === 'worktree-path-from-cwd' && reading.hook.handler.kind === 'command') return {};
  const said =
    others.length === 0 ? readObject(reading, usual, report) : readDoubled(reading, [usual, ...others], report);
  return isPasted(reading, said) ? { ...said, context: [text] } : said;
}

/** One JSON object; anything else that looks like JSON is void, and with it a refusal in it. */
function readWholeObject(reading: Reading, text: string, report: Report): Verdict {
  if (report.truncated.includes('stdout')) return readDamaged(reading, text, report, TOO_LONG);
  const parsed = parseJson(text);
  const [usual, ...others] = parsed.ok ? parsed.readings : [];
  if (isJsonObject(usual))
    return others.length === 0 ? readObject(reading, usual, report) : readDoubled(reading, [usual, ...others], report);
  const isOther = !parsed.ok && parsed.why !== 'not JSON';
  const why = isOther
    ? `its JSON is ${parsed.why}: ${parsed.detail}`
    : `it printed "${excerpt(text, 80)}", which is not a JSON object`;
  return readDamaged(reading, text, report, why);
}

/** Whether the output is context as it stands, although it is an answer. */
const isPasted = (reading: Reading, { decision, context, fault: found }: Verdict): boolean =>
  textMeaning(reading) === 'context-always' && decision === undefined && context === undefined && found === undefined;

const TOO_LONG = 'its JSON answer is too long and was cut';

/** A refusal in an answer that cannot be parsed as a whole counts; the rest is a fault. */
const readDamaged = (reading: Reading, text: string, report: Report, why: string): Verdict =>
  readBroken(reading, text, report, why) ?? { fault: badOutput(reading, why) };

export function readObject(reading: Reading, object: JsonObject, report: Report): Verdict {
  if (reading.frame.dialect.answer.style !== 'keys') return readTagged(reading, object);
  const said = readKeys(reading, object, report);
  return reading.frame.row.fold === undefined ? said : { ...said, answer: object };
}

/**
 * A duplicate key hides one of its values, so the answer is not accepted, except for a refusal in it; that one is void
 * in every reading is still told.
 */
export function readDoubled(reading: Reading, readings: readonly Json[], report: Report): Verdict {
  const verdicts = readings.filter(isJsonObject).map((object) => readObject(reading, object, report));
  const refusal = verdicts.find(isRefusal);
  if (refusal !== undefined && reading.frame.dialect.answer.badOutputSpoilsRefusal) return refusal;
  if (refusal !== undefined) return { fault: badOutput(reading, DOUBLED_REFUSAL), ...refusal };
  const messages = verdicts.flatMap((verdict) => voidRefusal(reading, verdict).messages ?? []).slice(0, 1);
  const wrong = { fault: badOutput(reading, 'a key of its JSON answer is doubled') };
  return messages.length === 0 ? wrong : { ...wrong, messages };
}

const DOUBLED_REFUSAL = 'a key of its JSON answer is doubled; the refusal in it counts';

/** Whether nothing that a hook says counts where nothing waits for it; keys are read later. */
export const isUnread = ({ row, dialect }: Pick<Frame, 'row' | 'dialect'>): boolean =>
  !row.waits && dialect.answer.style === 'tagged-outcome';

/** Nothing waits for this hook, so only an error that it reports about itself is read. */
function readUnawaited(reading: Reading, text: string): Verdict {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.readings[0])) return {};
  const verdict = readTagged(reading, parsed.readings[0]);
  return verdict.fault?.code === 'reported' ? { fault: verdict.fault } : {};
}
