import type { DecisionKey, Json, JsonObject, Report, Verdict, VerdictMessage } from '../../model/index.ts';
import { badOutput, excerpt, fault, printedOn } from '../fault.ts';
import type { Reading } from '../frame.ts';
import { isAbsent, lookUp, textOf } from './field-types.ts';
import { sayVoid } from './refusal.ts';

/** The decision in an answer, with its reason; the end of the turn outranks every other. */
export function readDecision(reading: Reading, object: JsonObject, report: Report): Verdict {
  const { answer } = reading.frame.dialect;
  if (answer.severalDecisions === 'strictest') return endedTurn(reading, object, strictestDecision(reading, object));
  const messages: VerdictMessage[] = [];
  const keys = reading.frame.row.reasonKeys ?? answer.reasons;
  const text = printedOn(answer.answerReasons, report)[0] ?? reasonAt(reading, object, keys);
  const reason = text === undefined ? {} : { reason: text };
  let decided: Verdict = reason;
  for (const key of answer.decisions) {
    if (isPassed(reading, key, object)) {
      messages.push(...outranked(reading, key, object));
      break;
    }
    const verdict = readWord(reading, key, lookUp(object, key.key));
    messages.push(...(verdict.messages ?? []));
    if (verdict.fault !== undefined) decided = { fault: verdict.fault };
    if (verdict.decision === undefined) continue;
    const beside = besideOf(reading, key, object);
    if (beside !== undefined) {
      if (verdict.decision === 'block') messages.push(sayVoid(reading, `it is not looked at beside ${beside}`));
      continue;
    }
    if (verdict.decision === 'block' && key.needsReason === true && (text ?? '') === '') {
      messages.push(sayVoid(reading, 'it has no reason'));
      continue;
    }
    decided = {
      decision: verdict.decision,
      ...(key.reasons === undefined ? reason : reasonOf(reading, object, key.reasons)),
    };
    break;
  }
  const asked = decided.decision === 'ask' && decided.reason === undefined ? askReason(reading) : {};
  return { ...endedTurn(reading, object, { ...decided, ...asked }), ...(messages.length === 0 ? {} : { messages }) };
}

const askReason = ({ frame }: Reading): Verdict => {
  const { askReason: reason } = frame.dialect.answer;
  return reason === undefined ? {} : { reason };
};

/** Whether a key says that nothing is decided, so that no later key decides. */
function isPassed({ frame: { native } }: Reading, key: DecisionKey, object: JsonObject): boolean {
  if (key.on !== undefined && !key.on.includes(native)) return false;
  const spelled = spelling(key, lookUp(object, key.key) ?? null);
  return spelled !== null && Object.hasOwn(key.words, spelled) && key.words[spelled] === 'pass';
}

/** That a refusal under a later key does not count. */
function outranked(reading: Reading, first: DecisionKey, object: JsonObject): readonly VerdictMessage[] {
  const { decisions } = reading.frame.dialect.answer;
  const isVoid = decisions
    .slice(decisions.indexOf(first) + 1)
    .some((key) => readWord(reading, key, lookUp(object, key.key)).decision === 'block');
  return isVoid ? [sayVoid(reading, `${first.key} beside it outranks it`)] : [];
}

/** The key in the answer beside which the decision is not looked at. */
const besideOf = (reading: Reading, { notBeside = [] }: DecisionKey, object: JsonObject): string | undefined =>
  notBeside.find((key) => isGiven(reading, lookUp(object, key)));

const isGiven = (reading: Reading, value: Json | undefined): boolean =>
  value !== undefined && !isAbsent(reading, value);

function reasonOf(reading: Reading, object: JsonObject, keys: readonly string[]): Verdict {
  const text = reasonAt(reading, object, keys);
  return text === undefined ? {} : { reason: text.trim() };
}

/** Which row of the dialect makes an answer void, as a sentence; null when none does. */
export function whyVoid(reading: Reading, object: JsonObject): string | null {
  const { native, dialect } = reading.frame;
  const isThere = ({ key, is }: { readonly key: string; readonly is?: Json }): boolean => {
    const value = lookUp(object, key);
    return isGiven(reading, value) && (is === undefined || value === is);
  };
  const row = dialect.answer.voids?.find(
    (each) => each.on.includes(native) && isThere(each) && each.unless?.some(isThere) !== true,
  );
  if (row === undefined) return null;
  const what = row.is === undefined ? row.key : `${row.key}: ${JSON.stringify(row.is)}`;
  const needed = row.unless?.[0];
  return needed === undefined
    ? `${what} is not supported on ${native}`
    : `${what} is not supported on ${native} without ${needed.key}${needed.is === undefined ? '' : `: ${JSON.stringify(needed.is)}`}`;
}

/** The strictest of all decisions in an answer, with the reason that belongs to it; a wrong word anywhere is a fault. */
function strictestDecision(reading: Reading, object: JsonObject): Verdict {
  const { decisions, reasons } = reading.frame.dialect.answer;
  const read = decisions.map((key) => ({ key, said: readWord(reading, key, lookUp(object, key.key)) }));
  const told = read.flatMap(({ said }) => said.messages ?? []);
  const wrong = read.find(({ said }) => said.fault !== undefined)?.said.fault;
  const strictest = STRICTNESS.map((is) => read.find(({ said }) => is(said))).find((found) => found !== undefined);
  const reason = strictest === undefined ? undefined : reasonAt(reading, object, strictest.key.reasons ?? reasons);
  const messages = strictest?.said.decision === 'block' ? told : [...told, ...outsideEnvelope(reading, object)];
  return {
    ...strictest?.said,
    ...(reason === undefined ? {} : { reason }),
    ...(messages.length === 0 ? {} : { messages }),
    ...(wrong === undefined ? {} : { fault: wrong }),
  };
}

/** That a refusal does not count because it stands beside the key that it belongs into. */
function outsideEnvelope(reading: Reading, object: JsonObject): readonly VerdictMessage[] {
  const { envelope, decisions } = reading.frame.dialect.answer;
  if (envelope === null) return [];
  const found = decisions
    .filter(({ key }) => key.startsWith(`${envelope.key}.`))
    .map((key) => ({ ...key, key: key.key.slice(envelope.key.length + 1) }))
    .find((key) => readWord(reading, key, lookUp(object, key.key)).decision === 'block');
  return found === undefined ? [] : [sayVoid(reading, `${found.key} stands outside ${envelope.key}`)];
}

/** The strictest first; putting a call off is stricter than a question about it. */
const STRICTNESS: readonly ((said: Verdict) => boolean)[] = [
  ({ decision }) => decision === 'block',
  ({ extra }) => extra?.defer === true,
  ({ decision }) => decision === 'ask',
  ({ decision }) => decision === 'allow',
];

/** `none` is a known word without meaning, but it still keeps later keys from being read. */
function readWord(reading: Reading, key: DecisionKey, value: Json | undefined): Verdict {
  const { native } = reading.frame;
  if (value === undefined || isAbsent(reading, value)) return {};
  if (key.on !== undefined && !key.on.includes(native)) return {};
  const spelled = spelling(key, value);
  const known = spelled !== null && Object.hasOwn(key.words, spelled) ? key.words[spelled] : undefined;
  if (known === undefined) return unknownWord(reading, key, value);
  if (known === 'none' || known === 'pass') return {};
  if (known === 'defer') return { decision: 'ask', extra: { defer: true } };
  if (known === 'ask' && key.askOn !== undefined && !key.askOn.includes(native)) {
    return { fault: fault('no_power', reading.hook, `answered "ask", which ${native} does not know`) };
  }
  return { decision: known };
}

/** The value as a word of the table; null when it is not of the right type. */
function spelling(key: DecisionKey, value: Json): string | null {
  if (key.takes === 'boolean') return typeof value === 'boolean' ? String(value) : null;
  if (typeof value !== 'string') return null;
  if (key.takes === 'text') return value.trim() === '' ? 'empty' : 'filled';
  return key.anyCase === true ? value.toLowerCase() : value;
}

function unknownWord(reading: Reading, key: DecisionKey, value: Json): Verdict {
  const known = Object.keys(key.words).join(', ');
  const text = `hook "${reading.hook.name}": ${key.key} ${excerpt(JSON.stringify(value), 80)} is not known; known are ${known}`;
  switch (key.unknownWord) {
    case 'ignored':
      return {};
    case 'warned':
      return { messages: [{ level: 'warning', text, hook: reading.hook.id }] };
    case 'bad_output':
      return {
        fault: badOutput(reading, `${key.key} ${excerpt(JSON.stringify(value), 80)} is not known; known are ${known}`),
      };
  }
}

function endedTurn(reading: Reading, object: JsonObject, decided: Verdict): Verdict {
  const { endTurn } = reading.frame.dialect.answer;
  if (endTurn === null || lookUp(object, endTurn.key) !== false) return decided;
  const { row } = reading.frame;
  const effect = row.halts ?? (row.endsTurn === true ? 'end_turn' : null);
  if (effect === null) return { ...decided, notes: [`${endTurn.key}: false has no effect on ${reading.frame.native}`] };
  const own = reasonAt(reading, object, row.haltReason?.keys ?? endTurn.reasons);
  const refusals = decided.decision === 'block' ? (decided.reason ?? undefined) : undefined;
  const reason =
    (endTurn.prefers === 'its-own-reason' ? (own ?? refusals) : (refusals ?? own)) ?? row.haltReason?.otherwise;
  const wrong = decided.fault !== undefined && reading.frame.dialect.answer.badOutputSpoilsRefusal;
  return {
    decision: 'block',
    ...(effect === 'no-power' ? {} : { effect }),
    ...(reason === undefined ? {} : { reason }),
    ...(wrong ? { fault: decided.fault } : {}),
  };
}

/** The first reason that is not blank; one that is not a string is given as JSON text, where it counts at all. */
function reasonAt({ frame }: Reading, object: JsonObject, keys: readonly string[]): string | undefined {
  const { reasonTakes } = frame.dialect.answer;
  const found = keys
    .map((key) => lookUp(object, key))
    .filter((value) => value !== undefined && value !== null)
    .filter((value) => reasonTakes === undefined || typeof value === 'string')
    .map(textOf)
    .find((text) => text.trim() !== '');
  return reasonTakes === 'trimmed-text' ? found?.trim() : found;
}
