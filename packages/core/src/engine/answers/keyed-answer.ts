import type { AnswerField, Fault, Json, JsonObject, Report, Verdict, VerdictMessage } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import { onlyMeanings } from '../fold-extras.ts';
import { badOutput, excerpt, fault } from '../fault.ts';
import type { Reading } from '../frame.ts';
import { serverToolStart } from '../server-tools.ts';
import { isRefusal, voidRefusal } from './refusal.ts';
import { readDecision, whyVoid } from './decisions.ts';
import { convert, isAbsent, lookUp } from './field-types.ts';

/** The meaning of a JSON object whose keys are named in the dialect's table. */
export function readKeys(reading: Reading, object: JsonObject, report: Report): Verdict {
  const broken = unknownKeyIn(reading, object) ?? envelopeProblem(reading, object);
  const verdict = readParts(reading, object, report);
  if (broken === null) return supported(reading, object, verdict);
  const fault: Fault = { code: 'bad_output', message: broken.message };
  // Rule of the system: an envelope that does not name its event makes the whole answer void.
  if (broken.voids) return { fault, ...voidRefusal(reading, verdict) };
  return isRefusal(verdict) || verdict.decision === 'ask' ? { ...verdict, fault } : { fault };
}

/** An answer that is well formed and says what the dialect does not support; only a message in it is still shown. */
function supported(reading: Reading, object: JsonObject, verdict: Verdict): Verdict {
  const why = whyVoid(reading, object) ?? unexplained(reading, verdict);
  if (why === null || verdict.fault !== undefined || reading.background) return verdict;
  const { messages = [] } = voidRefusal(reading, verdict);
  return { fault: badOutput(reading, why), messages: [...(verdict.messages ?? []), ...messages] };
}

/** A refusal without a reason, where it needs one. */
function unexplained({ frame }: Reading, { decision, effect, reason }: Verdict): string | null {
  const needs = frame.dialect.answer.refusalNeedsReason === true && decision === 'block' && effect === undefined;
  return needs && (reason ?? '').trim() === '' ? 'its refusal has no reason' : null;
}

function readParts(reading: Reading, object: JsonObject, report: Report): Verdict {
  const decided = readDecision(reading, object, report);
  const given = readFields(reading, object);
  const messages = [...(decided.messages ?? []), ...unknownKeys(reading, object)];
  return combine(reading, messages.length === 0 ? decided : { ...decided, messages }, given);
}

/** What may stand beside a refusal; the rest of such an answer is ignored. */
export function besideBlock(reading: Reading, verdict: Verdict): Verdict {
  const kept = reading.frame.dialect.answer.fields.filter((field) => field.besideBlock === true);
  const meanings = new Set(kept.map((field) => field.gives));
  return {
    ...(verdict.reason === undefined ? {} : { reason: verdict.reason }),
    ...onlyMeanings(verdict, meanings),
    ...(verdict.notes === undefined ? {} : { notes: verdict.notes }),
  };
}

/** A fault in a field invalidates the answer, but never the refusal beside it. */
function combine(reading: Reading, decided: Verdict, given: Verdict): Verdict {
  const notes = [...(decided.notes ?? []), ...(given.notes ?? [])];
  const messages = [...(given.messages ?? []), ...(decided.messages ?? [])];
  const told = { ...(notes.length === 0 ? {} : { notes }), ...(messages.length === 0 ? {} : { messages }) };
  const fault = decided.fault ?? given.fault;
  if (fault?.code === 'bad_output' && reading.frame.dialect.answer.badOutputSpoilsRefusal)
    return { fault, ...voidRefusal(reading, isRefusal(decided) ? decided : given) };
  // A refusal without effect stops nothing, so the fields beside it still count.
  const hasPower = !reading.background && (decided.effect !== undefined || reading.frame.row.block !== null);
  if (decided.decision === 'block' && hasPower) {
    const wrong = fault?.code === 'bad_output' ? { fault } : {};
    return { ...besideBlock(reading, { ...given, ...told }), ...decided, ...told, ...wrong };
  }
  // A question to the user counts too: a broken field beside it must not answer it.
  const asks = decided.decision === 'ask' ? decided : {};
  const refused = isRefusal(given) && given.extra !== undefined ? { extra: given.extra } : {};
  if (fault?.code === 'bad_output') return { ...asks, ...refused, fault, ...(notes.length === 0 ? {} : { notes }) };
  return { ...withoutRefusalParts(reading, given), ...decided, ...told, ...(fault === undefined ? {} : { fault }) };
}

/** Without what counts only beside a refusal. */
function withoutRefusalParts(reading: Reading, given: Verdict): Verdict {
  const { fields } = reading.frame.dialect.answer;
  const parts = fields.filter((field) => field.onlyBesideBlock === true && isInPlace(reading, field));
  if (parts.length === 0 || given.extra === undefined) return given;
  const left = Object.entries(given.extra).filter(([name]) => !parts.some(({ gives }) => gives === name));
  const { extra: _extra, ...rest } = given;
  return left.length === 0 ? rest : { ...rest, extra: Object.fromEntries(left) };
}

interface EnvelopeProblem {
  readonly message: string;
  readonly voids: boolean;
}

function envelopeProblem(reading: Reading, object: JsonObject): EnvelopeProblem | null {
  const { envelope, badOutputSpoilsRefusal, nullValue } = reading.frame.dialect.answer;
  const { native, subject } = reading.frame;
  const inner = envelope === null ? undefined : own(object, envelope.key);
  if (envelope === null || inner === undefined || (inner === null && nullValue !== 'wrong-type')) return null;
  const label = subject.text === null || subject.text === '' ? native : `${native}:${subject.text}`;
  const error = `${label} hook error: ${envelope.key}`;
  if (!isJsonObject(inner)) return { message: `${error} must be an object`, voids: badOutputSpoilsRefusal };
  const named = own(inner, envelope.names);
  if (named === undefined) return { message: `${error} is missing required field "${envelope.names}"`, voids: true };
  if (named === native || (typeof named === 'string' && envelope.known?.includes(named) === true)) return null;
  return { message: `${error} has ${envelope.names} ${JSON.stringify(named)}, expected "${native}"`, voids: true };
}

function readFields(reading: Reading, object: JsonObject): Verdict {
  let verdict: Verdict = {};
  for (const field of reading.frame.dialect.answer.fields) {
    const value = lookUp(object, field.key);
    if (value === undefined || (isAbsent(reading, value) && field.notNull !== true)) continue;
    verdict = readField(reading, field, field.parts === undefined ? value : withParts(object, field), verdict);
  }
  return verdict;
}

/** A value of which some parts stand beside its key. */
const withParts = (object: JsonObject, { key, parts = [] }: AnswerField): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name === key || parts.includes(name)));

function readField(reading: Reading, field: AnswerField, value: Json, verdict: Verdict): Verdict {
  if (!isInPlace(reading, field)) return misplaced(reading, field, verdict);
  if (!isInShape(reading, field, value)) return misshapen(reading, field, verdict);
  const isLate = reading.background && field.late !== undefined;
  const converted = convert(isLate ? { ...field, gives: field.late } : field, value, reading.hook.id);
  if (converted.ok) {
    const { given } = converted;
    const wrong = converted.wrong === undefined ? {} : { fault: badOutput(reading, `${field.key} ${converted.wrong}`) };
    // One item of context for a hook, also where two of its fields become context.
    const context =
      isLate && verdict.context !== undefined ? [[...verdict.context, ...(given.context ?? [])].join('\n')] : undefined;
    return {
      ...verdict,
      ...given,
      ...merged(verdict, given),
      ...(context === undefined ? {} : { context }),
      ...wrong,
    };
  }
  if (field.wrongType === 'bad_output')
    return { ...verdict, fault: badOutput(reading, `${field.key} ${converted.why}`) };
  return { ...verdict, notes: [...(verdict.notes ?? []), `${field.key} was ignored: it ${converted.why}`] };
}

/** Whether a field has a meaning on this event and this call. */
function isInPlace({ frame }: Reading, { on, onlyForMcp, notWhen }: AnswerField): boolean {
  const { native, subject, event, dialect } = frame;
  if (on !== undefined && !on.includes(native)) return false;
  const isOfServer = ['mcp__', serverToolStart(dialect)].some((start) => subject.toolName?.startsWith(start));
  if (onlyForMcp === true && !isOfServer) return false;
  const value = notWhen === undefined ? undefined : event[notWhen.field];
  return typeof value !== 'string' || notWhen?.isOneOf.includes(value) !== true;
}

const isInShape = ({ frame }: Reading, { inShapeOf }: AnswerField, value: Json): boolean =>
  inShapeOf === undefined || !isJsonObject(frame.event[inShapeOf]) || isJsonObject(value);

function misshapen({ hook }: Reading, { key, inShapeOf }: AnswerField, verdict: Verdict): Verdict {
  const text = `hook "${hook.name}": ${key} is dropped: it must be an object, as ${inShapeOf} is`;
  return { ...verdict, messages: [...(verdict.messages ?? []), { level: 'warning', text, hook: hook.id }] };
}

const merged = (verdict: Verdict, given: Verdict): Verdict => ({
  ...(given.extra === undefined ? {} : { extra: { ...verdict.extra, ...given.extra } }),
  ...(given.messages === undefined ? {} : { messages: [...(verdict.messages ?? []), ...given.messages] }),
  ...(given.notes === undefined ? {} : { notes: [...(verdict.notes ?? []), ...given.notes] }),
});

function misplaced(reading: Reading, field: AnswerField, verdict: Verdict): Verdict {
  const isMeantElsewhere = (other: AnswerField): boolean =>
    other.key === field.key && other.gives !== 'checked' && isInPlace(reading, other);
  if (reading.frame.dialect.answer.fields.some(isMeantElsewhere)) return verdict;
  const text = `hook "${reading.hook.name}": ${field.key} has no effect on ${reading.frame.native}`;
  switch (field.elsewhere ?? 'ignored') {
    case 'ignored':
      return { ...verdict, notes: [...(verdict.notes ?? []), text] };
    case 'warned':
      return { ...verdict, messages: [...(verdict.messages ?? []), { level: 'warning', text, hook: reading.hook.id }] };
    case 'no_power':
      return {
        ...verdict,
        fault: fault('no_power', reading.hook, `answered ${field.key}, which ${reading.frame.native} does not take`),
      };
  }
}

/** The first key that no row of the table has on this event, at the top or in the envelope. */
function unknownKeyIn(reading: Reading, object: JsonObject): EnvelopeProblem | null {
  const { answer } = reading.frame.dialect;
  if (answer.unknownKeys !== 'bad_output') return null;
  const { native } = reading.frame;
  const rows = [...answer.fields, ...answer.decisions].filter(({ on }) => on === undefined || on.includes(native));
  const known = new Set(rows.flatMap(({ key }) => stepsOf(key)));
  const inner = answer.envelope === null ? undefined : own(object, answer.envelope.key);
  const inside = isJsonObject(inner) ? Object.keys(inner).filter((key) => key !== answer.envelope?.names) : [];
  const unknown = [...Object.keys(object), ...inside.map((key) => `${answer.envelope?.key}.${key}`)].find(
    (key) => !known.has(key),
  );
  if (unknown === undefined) return null;
  const { message } = badOutput(reading, `${native} does not know the key "${excerpt(unknown, 80)}"`);
  return { message, voids: true };
}

/** A dotted key, and the key that it is in. */
const stepsOf = (key: string): readonly string[] => [
  key,
  ...(key.includes('.') ? [key.slice(0, key.indexOf('.'))] : []),
];

function unknownKeys(reading: Reading, object: JsonObject): readonly VerdictMessage[] {
  const { answer } = reading.frame.dialect;
  if (answer.unknownKeys !== 'warned-once') return [];
  const known = new Set([...answer.fields, ...answer.decisions].map((field) => field.key));
  return Object.keys(object)
    .filter((key) => !known.has(key))
    .map((key) => ({
      level: 'warning',
      text: `hook "${reading.hook.name}": unknown key "${excerpt(key, 80)}" is ignored`,
      hook: reading.hook.id,
      once: `${reading.hook.id} ${key}`,
    }));
}

const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;
