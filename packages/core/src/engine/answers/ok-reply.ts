import type { JsonObject, Report, Verdict } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import { parseJson } from '../../text/parse-json.ts';
import { badOutput, excerpt } from '../fault.ts';
import type { Reading } from '../reading.ts';

/** What a model decided: `{"ok": true}`, or `{"ok": false, "reason": …}`; anything else is a fault. */
export function readOkReply(reading: Reading, report: Report): Verdict {
  const reply = isJsonObject(report.value) ? report.value : replyIn(report.stdout, reading.frame.dialect.model.reply);
  if (reply === null)
    return {
      fault: badOutput(
        reading,
        `the model replied "${excerpt(report.stdout, 120)}", expected {"ok": true} or {"ok": false, "reason": …}`,
      ),
    };
  const ok = Object.hasOwn(reply, 'ok') ? reply['ok'] : undefined;
  if (typeof ok !== 'boolean') return { fault: badOutput(reading, 'ok is not true or false') };
  if (ok) return {};
  const reason = reply['reason'];
  return { decision: 'block', ...(typeof reason === 'string' && reason.trim() !== '' ? { reason } : {}) };
}

function replyIn(text: string, rule: 'first-object' | 'one-object'): JsonObject | null {
  const whole = objectIn(unfenced(text));
  if (whole !== null) return whole;
  const found = balancedObjects(text)
    .map(objectIn)
    .filter((object) => object !== null)
    .filter((object) => Object.hasOwn(object, 'ok'));
  if (rule === 'one-object' && found.length > 1) return null;
  return found[0] ?? null;
}

/** A text without the one code fence around it; read from both ends, since one expression over all of it may take for ever. */
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
  // A doubled key hides one of its values: only a refusal in it is believed.
  return [usual, ...others].find((object) => Object.hasOwn(object, 'ok') && object['ok'] === false) ?? null;
}

/** How often a brace that is never closed is passed over: prose holds few of them, and the search stays bounded. */
const MAX_STRAY_BRACES = 20;

/** The outermost `{…}` of a text, braces inside strings not counted. */
function balancedObjects(text: string): readonly string[] {
  const found: string[] = [];
  let stray = 0;
  for (let at = text.indexOf('{'); at >= 0 && stray < MAX_STRAY_BRACES;) {
    const end = endOfObject(text, at);
    if (end === null) stray += 1;
    else found.push(text.slice(at, end));
    at = text.indexOf('{', end ?? at + 1);
  }
  return found;
}

/** The offset behind the brace that closes the one at `start`; null when none does. */
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
