import type { AnswerTable, JsonObject, Report, Verdict } from '../../model/index.ts';
import { looseValues, type LooseValues, type Scalar } from '../../text/loose-values.ts';
import { badOutput } from '../fault.ts';
import type { Reading } from '../frame.ts';
import { readKeys } from './keyed-answer.ts';
import { isRefusal, voidRefusal } from './refusal.ts';
import { readTagged, TAG } from './tagged-answer.ts';

/**
 * What still counts in an answer that cannot be parsed as a whole: a refusal in it, else a question to the user, never
 * a permission. `why` says what is wrong with the answer; null when nothing in it counts.
 */
export function readBroken(reading: Reading, text: string, report: Report, why: string): Verdict | null {
  const { answer } = reading.frame.dialect;
  const places = placesOf(answer);
  const values = looseValues(text, new Set([...places.deciding, ...places.beside]));
  const verdicts = candidates(reading, values, places)
    .map((object) => readOne(reading, object, report))
    .filter((verdict) => verdict !== null);
  const refusals = verdicts.filter(isRefusal);
  const found =
    refusals.find((verdict) => hasPower(reading, verdict)) ??
    refusals[0] ??
    verdicts.find(({ decision }) => decision === 'ask');
  if (found === undefined) return null;
  if (answer.badOutputSpoilsRefusal) return { fault: badOutput(reading, why), ...voidRefusal(reading, found) };
  const counts = isRefusal(found) ? '; the refusal in it counts' : '; the question in it is asked';
  return { ...found, fault: badOutput(reading, `${why}${counts}`) };
}

/** Whether a refusal can stop something; of several, one that can is taken. */
export const hasPower = ({ frame }: Reading, { decision, effect }: Verdict): boolean =>
  decision !== 'block' || effect !== undefined || frame.row.block !== null;

/** The paths at which an answer may decide, and at which the fields of a decision may stand. */
interface KeyPlaces {
  readonly deciding: readonly string[];
  readonly beside: readonly string[];
}

function placesOf(answer: AnswerTable): KeyPlaces {
  if (answer.style === 'tagged-outcome') return { deciding: [TAG], beside: ['reason'] };
  const fields = answer.fields.flatMap(({ key, gives, parts }) => {
    if (gives === 'permission' && parts === undefined) return [`${key}.behavior`];
    if (gives === 'permission') return [key];
    return gives === 'action' ? [key] : [];
  });
  const { decisions, endTurn } = answer;
  const reasons = [...answer.reasons, ...decisions.flatMap(({ reasons: own = [] }) => own)];
  return {
    deciding: [...decisions.map(({ key }) => key), ...(endTurn === null ? [] : [endTurn.key]), ...fields],
    beside: [...reasons, ...(endTurn?.reasons ?? []), ...fields.map((key) => key.replace(/\.behavior$/, '.message'))],
  };
}

/**
 * Small answers for each value that may decide; nothing else in a broken answer can outrank it. What stands beside it
 * is tried together, one by one and left out, since any of it may itself be wrong.
 */
function candidates(reading: Reading, values: LooseValues, places: KeyPlaces): readonly JsonObject[] {
  const { envelope } = reading.frame.dialect.answer;
  const beside = places.beside
    .filter((path) => !places.deciding.includes(path))
    .flatMap((path) => (values.get(path) ?? []).slice(0, 1).map((value): PlacedValue => [path, value]));
  const parts = [
    beside,
    ...(beside.length > 1 ? beside.map((each) => [each]) : []),
    ...(beside.length > 0 ? [[]] : []),
  ];
  const words = wordsOf(reading);
  return places.deciding.flatMap((path) =>
    oneOfEachKind(values.get(path) ?? [], words).flatMap((value) =>
      parts.map((some) => objectOf(named([[path, value], ...some], envelope, reading.frame.native))),
    ),
  );
}

/** Every word that may decide, in lower case. */
function wordsOf({ frame: { dialect, row } }: Reading): ReadonlySet<string> {
  const words = [
    ...dialect.answer.decisions.flatMap((key) => Object.keys(key.words)),
    ...Object.keys(row.outcomes ?? {}),
  ];
  return new Set([...words, ...PERMISSION_WORDS].map((word) => word.toLowerCase()));
}

const PERMISSION_WORDS = ['allow', 'deny', 'accept', 'decline', 'cancel'] as const;

/** The first value of each kind: words that are not known all mean the same, and there may be thousands of them. */
function oneOfEachKind(values: readonly Scalar[], words: ReadonlySet<string>): readonly Scalar[] {
  const kinds = new Map<string, Scalar>();
  for (const value of values) {
    const kind = kindOf(value, words);
    if (!kinds.has(kind)) kinds.set(kind, value);
  }
  return [...kinds.values()];
}

function kindOf(value: Scalar, words: ReadonlySet<string>): string {
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return String(value);
  if (value.trim() === '') return 'blank';
  return words.has(value.toLowerCase()) ? value : 'a text';
}

/** With the name of the event, where a value stands in the envelope that needs it. */
function named(
  placed: readonly PlacedValue[],
  envelope: AnswerTable['envelope'],
  native: string,
): readonly PlacedValue[] {
  const isInside = envelope !== null && placed.some(([path]) => path.startsWith(`${envelope.key}.`));
  return isInside ? [...placed, [`${envelope.key}.${envelope.names}`, native]] : placed;
}

type PlacedValue = readonly [path: string, value: Scalar];

function objectOf(placed: readonly PlacedValue[]): JsonObject {
  const object: Record<string, unknown> = {};
  for (const [path, value] of placed) {
    const keys = path.split('.');
    let inner = object;
    for (const key of keys.slice(0, -1)) inner = (inner[key] ??= {}) as Record<string, unknown>;
    inner[keys.at(-1) ?? ''] = value;
  }
  return object as JsonObject;
}

function readOne(reading: Reading, object: JsonObject, report: Report): Verdict | null {
  if (reading.frame.dialect.answer.style === 'keys') return usable(readKeys(reading, object, report));
  // A reason that the outcome requires may be in the part that is lost.
  return usable(readTagged(reading, object)) ?? usable(readTagged(reading, { ...object, reason: LOST_REASON }));
}

const LOST_REASON = 'the hook refused; the reason in its answer cannot be read';

const usable = (verdict: Verdict): Verdict | null =>
  verdict.fault === undefined || isRefusal(verdict) ? verdict : null;
