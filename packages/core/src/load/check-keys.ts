import { isJsonObject } from '../model/index.ts';
import type { Json, JsonObject, KeyRow, KeyTable, KeyType, Severity } from '../model/index.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import type { CheckedValues } from './checked-values.ts';
import { describeValue, quote } from './describe.ts';
import { pathText } from './document.ts';
import type { ConfigFinding, Path } from './document.ts';
import { keyRule } from './key-types.ts';

/** The path of an object in its document, and how messages name it. */
export interface KeyPlace {
  readonly path: Path;
  /** Prefix of every message. */
  readonly prefix: string;
  /** The path that messages show before a key; often, but not always, that of the document. */
  readonly shown: Path;
}

/** How wrong keys are handled. */
export interface KeyPolicy {
  readonly badOption: 'skip-entry' | 'use-default';
  /** `only-powers`: ignored, but a key that claims powers which no hook file has is reported. */
  readonly unknownKey: Severity | 'only-powers';
  /**
   * YAML of older programs is read as those programs do: an empty optional key is absent, and YAML 1.1 booleans count,
   * with a warning.
   */
  readonly olderYaml?: true;
}

/** The usable values, with defaults filled in; `isUsable` is false when the object must be skipped. */
export interface CheckedKeys {
  readonly values: CheckedValues;
  readonly isUsable: boolean;
  readonly findings: readonly ConfigFinding[];
}

/**
 * Checks an object against its table: every key that is missing, wrong or unknown is reported, with what was expected.
 */
export function checkKeys(object: JsonObject, table: KeyTable, place: KeyPlace, policy: KeyPolicy): CheckedKeys {
  const values: Record<string, Json> = {};
  const findings: ConfigFinding[] = [];
  let isUsable = true;
  for (const [key, row] of Object.entries(table)) {
    const { value, warning } = givenValue(ownValue(object, key), row, key, { place, policy });
    if (warning !== null) findings.push(warning);
    const finding = findingOf(value, row, key, place);
    const isSkipped = row.required === true || (row.ifWrong ?? policy.badOption) === 'skip-entry';
    const good = finding === null || isSkipped || value === undefined ? null : goodTexts(value, row);
    const usable = value === undefined || finding !== null || value === null ? (good ?? row.default) : value;
    if (usable !== undefined) values[key] = usable;
    if (finding === null) continue;
    isUsable &&= !isSkipped;
    const instead = row.ifWrong === undefined ? `${key} is ignored` : `${JSON.stringify(row.default)} is used`;
    const told = `${finding.message}; ${good === null ? instead : 'it is left out'}`;
    findings.push(isSkipped ? finding : { ...finding, severity: 'warning', message: told });
  }
  return { values, isUsable, findings: [...findings, ...unknownKeys(object, Object.keys(table), place, policy)] };
}

/**
 * The valid entries of an object of strings, so that one wrong value does not invalidate the others; null for anything
 * else.
 */
function goodTexts(value: Json, { type }: KeyRow): JsonObject | null {
  if (type !== 'text-map' || !isJsonObject(value)) return null;
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'));
}

/** The value that is used, and diagnostics about how it is written. */
interface GivenValue {
  readonly value: Json | undefined;
  readonly warning: ConfigFinding | null;
}

function givenValue(
  written: Json | undefined,
  row: KeyRow,
  key: string,
  { place, policy }: { readonly place: KeyPlace; readonly policy: KeyPolicy },
): GivenValue {
  if (policy.olderYaml !== true) return { value: written, warning: null };
  if (written === null && row.required !== true) return { value: undefined, warning: null };
  if (typeof written !== 'string') return { value: written, warning: null };
  const meant = olderYamlValue(written, row);
  if (meant === null) return { value: written, warning: null };
  const name = `${place.prefix}${pathText([...place.shown, key])}`;
  return {
    value: meant,
    warning: {
      severity: 'warning',
      at: { path: [...place.path, key], part: 'value' },
      message: `${name} is written as YAML 1.1 has it, ${quote(written)}; it is taken as ${JSON.stringify(meant)}`,
      hint: `write ${JSON.stringify(meant)}`,
    },
  };
}

/** Every key that is not in the table, with the one that was likely meant. */
export function unknownKeys(
  object: JsonObject,
  known: readonly string[],
  { path, prefix, shown }: KeyPlace,
  { unknownKey }: Pick<KeyPolicy, 'unknownKey'>,
): readonly ConfigFinding[] {
  const where = shown.length === 0 ? '' : `${pathText(shown)}: `;
  const unknown = Object.keys(object).filter((key) => !known.includes(key));
  const told = unknownKey === 'only-powers' ? unknown.filter((key) => POWERS.test(key)) : unknown;
  return told.map((key) => ({
    severity: unknownKey === 'only-powers' ? 'warning' : unknownKey,
    at: { path: [...path, key], part: 'key' },
    message: `${prefix}${where}unknown key ${quote(key)}${POWERS.test(key) ? NO_SUCH_POWER : suggestion(didYouMean(key, known))}`,
    hint: `known keys: ${known.join(', ')}`,
  }));
}

/** Where a dialect ignores unknown keys, they are reported on request. */
export const toldWhenStrict = (place: { readonly strict?: boolean }): 'warning' | 'only-powers' =>
  place.strict === true ? 'warning' : 'only-powers';

const POWERS = /^(?:trust|fail|on_?(?:error|fault|failure|timeout)|state_?(?:dir|folder))/i;
const NO_SUCH_POWER =
  ' is ignored: a hook file can neither grant trust, nor change what a failure does, nor move folders';

/** The end of a message about an unknown word. */
export const suggestion = (nearest: string | null): string =>
  nearest === null ? '' : `; did you mean ${JSON.stringify(nearest)}?`;

/** An own property of the object; inherited ones were never written in a file. */
export const ownValue = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

function findingOf(value: Json | undefined, row: KeyRow, key: string, place: KeyPlace): ConfigFinding | null {
  const name = `${place.prefix}${pathText([...place.shown, key])}`;
  if (value === undefined) {
    if (row.required !== true) return null;
    const message = `${name} is missing`;
    return { severity: 'error', at: { path: place.path, part: 'value' }, message, hint: aboutRow(key, row) };
  }
  const { accepts, expected } = keyRule(row);
  if (accepts(value)) return null;
  const hint = spellingHint(value, row) ?? aboutRow(key, row);
  const child = wrongChild(value, row);
  const steps = child === null ? [key] : [key, child.step];
  const path = [...place.path, ...steps];
  const shown = `${place.prefix}${pathText([...place.shown, ...steps])}`;
  const wish =
    child === null ? `${expected}, not ${describeValue(value)}` : `a text, not ${describeValue(child.value)}`;
  return { severity: 'error', at: { path, part: 'value' }, message: `${shown} must be ${wish}`, hint };
}

/** The first entry in a list or object of strings that is not a string. */
function wrongChild(value: Json, { type }: KeyRow): { readonly step: string | number; readonly value: Json } | null {
  const wrong = childrenOf(value, type).find(([, child]) => typeof child !== 'string');
  return wrong === undefined ? null : { step: wrong[0], value: wrong[1] };
}

function childrenOf(value: Json, type: KeyType): readonly (readonly [string | number, Json])[] {
  if (type === 'text-map') return isJsonObject(value) ? Object.entries(value) : [];
  const isOfTexts = type === 'texts' || type === 'text-or-texts';
  return isOfTexts && Array.isArray(value) ? [...(value as readonly Json[]).entries()] : [];
}

const aboutRow = (key: string, { about }: KeyRow): string => `${key}: ${about}`;

/** How to write what was likely meant, for known mistakes. */
function spellingHint(value: Json, row: KeyRow): string | null {
  if (typeof value === 'string' && row.words !== undefined) {
    const nearest = didYouMean(value, row.words);
    return nearest === null ? null : `did you mean ${JSON.stringify(nearest)}?`;
  }
  if (typeof value === 'string' && NUMBERS.has(row.type) && /^\s*\d+(?:\.\d+)?\s*$/.test(value)) {
    return `write ${value.trim()} without quotes`;
  }
  if (typeof value === 'string' && row.type === 'boolean') {
    const meant = BOOLEANS[value.trim().toLowerCase()];
    return meant === undefined ? null : `write ${meant} without quotes`;
  }
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  return isPlain && TEXTS.has(row.type) ? `write ${JSON.stringify(String(value))}, in quotes` : null;
}

const NUMBERS: ReadonlySet<string> = new Set(['positive-number', 'positive-integer', 'whole-number', 'integer']);
const TEXTS: ReadonlySet<string> = new Set(['text', 'filled-text', 'text-or-texts']);
const BOOLEANS: Readonly<Record<string, string>> = {
  true: 'true',
  yes: 'true',
  on: 'true',
  false: 'false',
  no: 'false',
  off: 'false',
};

/**
 * The meaning of a plain word in YAML 1.1, which many programs read, where a key needs a boolean or a number; null for
 * any other.
 */
function olderYamlValue(word: string, { type }: KeyRow): Json | null {
  if (type === 'boolean') return OLDER_BOOLEANS[word] ?? null;
  if (type !== 'integer' && type !== 'positive-integer' && type !== 'positive-number') return null;
  return WITH_UNDERSCORES.test(word) ? Number(word.replaceAll('_', '')) : null;
}

const WITH_UNDERSCORES = /^[-+]?\d[\d]*(?:_\d+)+$/;

const spellings = (word: string): readonly string[] => [
  word,
  `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
  word.toUpperCase(),
];

const OLDER_BOOLEANS: Readonly<Record<string, boolean>> = Object.fromEntries([
  ...['yes', 'on'].flatMap((word) => spellings(word).map((each) => [each, true] as const)),
  ...['no', 'off'].flatMap((word) => spellings(word).map((each) => [each, false] as const)),
]);
