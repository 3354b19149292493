import type { JsonObject, ModelTable, Report, Verdict } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import { looseValues } from '../../text/loose-values.ts';
import { parseJson } from '../../text/parse-json.ts';
import { badOutput, excerpt } from '../fault.ts';
import type { Reading } from '../frame.ts';
import { textOf } from './field-types.ts';
import { sayVoid } from './refusal.ts';

/**
 * What a model decided: `{"ok": true}`, or `{"ok": false, "reason": …}`; anything else is a fault, but a refusal in it
 * counts.
 */
export function readOkReply(reading: Reading, report: Report): Verdict {
  const found = isJsonObject(report.value)
    ? { reply: report.value, isWhole: true }
    : replyIn(report.stdout, reading.frame.dialect.model.reply);
  const fault = badOutput(
    reading,
    `the model replied "${excerpt(report.stdout, 120)}", expected {"ok": true} or {"ok": false, "reason": …}`,
  );
  const isStrict = reading.frame.dialect.model.reply === 'whole-object';
  if (isStrict && found?.isWhole !== true) return unreadReply(reading, report.stdout);
  if (found === null) return { fault };
  const { reply, isWhole } = found;
  const ok = Object.hasOwn(reply, 'ok') ? reply['ok'] : undefined;
  if (typeof ok !== 'boolean') return isStrict ? {} : { fault: badOutput(reading, 'ok is not true or false') };
  const context = contextIn(reading, reply);
  if (ok) return isWhole ? context : { fault };
  const reason = reasonIn(reply);
  const refusal = refusalOf(reading, reply);
  if (refusal === null) return { notes: [`the model refused, which has no effect here: ${excerpt(reason, 200)}`] };
  return { ...refusal, ...(reason === '' ? {} : { reason }), ...(isWhole ? {} : { fault }) };
}

/** A reply that is no answer lets the action go on; a refusal in it is at least reported. */
function unreadReply(reading: Reading, text: string): Verdict {
  const found = replyIn(text, 'first-object');
  return {
    notes: ['the reply of the model is no answer, so the action goes on'],
    ...(found?.reply['ok'] === false ? { messages: [sayVoid(reading, 'the reply is not one JSON object')] } : {}),
  };
}

/** The context for the model in a reply, where the dialect has a key for it. */
function contextIn({ frame: { dialect } }: Reading, reply: JsonObject): Verdict {
  const { context: key } = dialect.model;
  const text = key === undefined || !Object.hasOwn(reply, key) ? undefined : reply[key];
  return typeof text === 'string' && text.trim() !== '' ? { context: [text] } : {};
}

/** What a refusal of the model does on this event; null: nothing. */
function refusalOf({ frame: { row, dialect }, hook: { handler } }: Reading, reply: JsonObject): Verdict | null {
  const isPlainPrompt = handler.kind === 'prompt' && handler.continuesOnBlock !== true;
  const { impossible } = dialect.model;
  // What cannot be reached must not keep the agent at it for ever.
  if (isPlainPrompt && impossible !== undefined && row.block === 'keep_working' && reply[impossible] === true)
    return null;
  const rule = isPlainPrompt ? row.modelRefusal?.prompt : row.modelRefusal?.others;
  if (rule === 'nothing') return null;
  if (rule === 'end_turn') return { decision: 'block', effect: 'end_turn' };
  const halts = dialect.model.halts === true && row.halts !== 'no-power' ? row.halts : undefined;
  return { decision: 'block', ...(halts === undefined ? {} : { effect: halts }) };
}

function reasonIn(reply: JsonObject): string {
  const reason = Object.hasOwn(reply, 'reason') ? reply['reason'] : undefined;
  const text = reason === undefined || reason === null ? '' : textOf(reason);
  return text.trim() === '' ? '' : text;
}

/** The object that holds the answer, and whether the reply is well formed. */
interface FoundReply {
  readonly reply: JsonObject;
  readonly isWhole: boolean;
}

function replyIn(text: string, rule: ModelTable['reply']): FoundReply | null {
  const whole = objectIn(unfenced(text));
  if (whole !== null || rule === 'whole-object') return whole === null ? null : { reply: whole, isWhole: true };
  const [first, second] = objectsIn(text).flatMap((part) => answersIn(part));
  if (first === undefined) return null;
  return rule === 'one-object' && second !== undefined ? { ...first, isWhole: false } : first;
}

/** The answer in one object of a reply; if the object cannot be parsed as a whole, only a refusal counts. */
function answersIn(part: string): readonly FoundReply[] {
  const object = objectIn(part);
  if (object !== null) return Object.hasOwn(object, 'ok') ? [{ reply: object, isWhole: true }] : [];
  const values = looseValues(part, OK_AND_REASON);
  if (values.get('ok')?.includes(false) !== true) return [];
  const reason = values.get('reason')?.[0];
  return [{ reply: { ok: false, ...(reason === undefined ? {} : { reason }) }, isWhole: false }];
}

const OK_AND_REASON: ReadonlySet<string> = new Set(['ok', 'reason']);

/**
 * A text without the single code fence around it; trimmed from both ends, since one regex over the whole text may
 * backtrack for ever.
 */
function unfenced(text: string): string {
  const trimmed = text.trim();
  const opening = /^```(?:json)?[^\S\n]*\n/.exec(trimmed)?.[0] ?? null;
  const closing = trimmed.lastIndexOf('\n');
  const isFenced = opening !== null && closing >= opening.length - 1 && trimmed.slice(closing).trim() === FENCE;
  return isFenced ? trimmed.slice(opening.length, Math.max(closing, opening.length)) : text;
}

const FENCE = '```';

function objectIn(text: string): JsonObject | null {
  const parsed = parseJson(text.trim());
  const [usual, ...others] = parsed.ok ? parsed.readings.filter(isJsonObject) : [];
  if (usual === undefined || others.length === 0) return usual ?? null;
  // A duplicate key hides one of its values, so only a refusal in it counts.
  return [usual, ...others].find((object) => Object.hasOwn(object, 'ok') && object['ok'] === false) ?? null;
}

/** How many unclosed braces are skipped: prose has few of them, and the search stays bounded. */
const MAX_STRAY_BRACES = 20;

/**
 * The outermost `{…}` of a text, ignoring braces inside strings; for one that is never closed, the rest of the text.
 */
function objectsIn(text: string): readonly string[] {
  const found: string[] = [];
  let stray = 0;
  for (let at = text.indexOf('{'); at >= 0 && stray < MAX_STRAY_BRACES;) {
    const end = endOfObject(text, at);
    if (end === null) stray += 1;
    found.push(text.slice(at, end ?? undefined));
    at = text.indexOf('{', end ?? at + 1);
  }
  return found;
}

/** The offset after the brace that closes the one at `start`; null when none does. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return null;
}
