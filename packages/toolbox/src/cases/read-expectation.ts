import { isJsonObject, type Json, type JsonObject } from '@hookline/core/internal';
import type { Path } from './case-document.ts';
import { DECISIONS, EXPECT_KEYS, SHORT_EXPECTATIONS } from './case-keys.ts';
import { type CaseReader, own, readObject, readText, readTexts, readWord, shapeOf, tell } from './case-reader.ts';
import type { Expectation, MessageExpectation, TextExpectation } from './hook-case.ts';

/** What a case expects: null for a snapshot still to be taken; undefined, with a report, when it cannot be read. */
export function readExpectation(
  reader: CaseReader,
  value: Json | undefined,
  path: Path,
): Expectation | null | undefined {
  if (value === undefined) {
    tell(
      reader,
      { path: path.slice(0, -1) },
      'expect is missing',
      'say what must come of it, such as expect: block, or expect: snapshot',
    );
    return undefined;
  }
  if (!isJsonObject(value)) {
    const word = readWord(reader, { value, path }, SHORT_EXPECTATIONS);
    if (word === undefined) return undefined;
    return word === 'snapshot' ? null : { decision: word };
  }
  const before = reader.diagnostics.length;
  const object = readObject(reader, value, path, EXPECT_KEYS) ?? {};
  const expectation = readKeys(reader, object, path);
  return reader.diagnostics.length === before ? expectation : undefined;
}

function readKeys(reader: CaseReader, object: JsonObject, path: Path): Expectation {
  const at = (key: string) => ({ value: own(object, key), path: [...path, key] });
  const decision = readWord(reader, at('decision'), DECISIONS);
  const effect = readText(reader, object, 'effect', path);
  const faults = readTexts(reader, object, 'faults', path);
  const input = own(object, 'updatedInput');
  const extra = own(object, 'extra');
  if (input !== undefined && input !== null && !isJsonObject(input))
    tellWrong(reader, at('updatedInput'), 'a mapping or null');
  if (extra !== undefined && !isJsonObject(extra)) tellWrong(reader, at('extra'), 'a mapping');
  return {
    ...(decision === undefined ? {} : { decision }),
    ...(effect === undefined ? {} : { effect }),
    ...(faults === undefined ? {} : { faults }),
    ...(input === null || isJsonObject(input) ? { updatedInput: input } : {}),
    ...(isJsonObject(extra) ? { extra } : {}),
    ...(own(object, 'updatedToolOutput') === undefined
      ? {}
      : { updatedToolOutput: object['updatedToolOutput'] ?? null }),
    ...given('reason', textOrNull(reader, at('reason'))),
    ...given('updatedPrompt', textOrNull(reader, at('updatedPrompt'))),
    ...given('context', oneOrAll(reader, at('context'), readTextExpectation)),
    ...given('messages', oneOrAll(reader, at('messages'), readMessage)),
    ...given('hooks', readRuns(reader, at('hooks'))),
    ...given('withinMs', readDuration(reader, at('within'))),
  };
}

interface Spot {
  readonly value: Json | undefined;
  readonly path: Path;
}

const given = <Key extends string, Value>(key: Key, value: Value | undefined): { readonly [name in Key]?: Value } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [name in Key]?: Value });

const tellWrong = (reader: CaseReader, { value, path }: Spot, wanted: string): void =>
  tell(reader, { path }, `${String(path.at(-1))} must be ${wanted}, not ${shapeOf(value)}`);

const textOrNull = (reader: CaseReader, spot: Spot): TextExpectation | null | undefined =>
  spot.value === null ? null : readTextExpectation(reader, spot);

function oneOrAll<Item>(
  reader: CaseReader,
  spot: Spot,
  readOne: (reader: CaseReader, spot: Spot) => Item | undefined,
): Item | readonly Item[] | undefined {
  if (!Array.isArray(spot.value)) return readOne(reader, spot);
  const items = (spot.value as readonly Json[]).map((value, index) =>
    readOne(reader, { value, path: [...spot.path, index] }),
  );
  return items.filter((item): item is Item & {} => item !== undefined);
}

const PATTERN = /^\/(.+)\/([a-z]*)$/s;

function readTextExpectation(reader: CaseReader, { value, path }: Spot): TextExpectation | undefined {
  if (value === undefined) return undefined;
  const contains = isJsonObject(value) && Object.keys(value).length === 1 ? own(value, 'contains') : undefined;
  if (typeof contains === 'string') return { is: 'containing', text: contains };
  if (typeof value !== 'string') {
    tellWrong(reader, { value, path }, 'a text, /a regular expression/ or contains: a text');
    return undefined;
  }
  const [, source, flags] = PATTERN.exec(value) ?? [];
  if (source === undefined) return { is: 'exactly', text: value };
  try {
    return { is: 'matching', pattern: new RegExp(source, flags) };
  } catch (error) {
    tell(reader, { path }, `not a valid regular expression: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function readMessage(reader: CaseReader, { value, path }: Spot): MessageExpectation | undefined {
  const isWhole = isJsonObject(value) && Object.hasOwn(value, 'text');
  const text = readTextExpectation(
    reader,
    isWhole ? { value: value['text'], path: [...path, 'text'] } : { value, path },
  );
  if (text === undefined) return undefined;
  const level = isWhole
    ? readWord(reader, { value: own(value, 'level'), path: [...path, 'level'] }, LEVELS)
    : undefined;
  return { level: level ?? null, text };
}

const LEVELS = ['info', 'warning', 'error'] as const;

function readRuns(reader: CaseReader, { value, path }: Spot): Expectation['hooks'] | undefined {
  if (value === undefined) return undefined;
  if (isJsonObject(value))
    return Object.entries(value).map(([hook, status]) => ({
      hook,
      status: typeof status === 'string' ? status : null,
    }));
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return (value as readonly string[]).map((hook) => ({ hook, status: null }));
  tellWrong(reader, { value, path }, 'a list of names, or names with their status');
  return undefined;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

function readDuration(reader: CaseReader, { value, path }: Spot): number | undefined {
  if (value === undefined) return undefined;
  const [, number, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*(ms|s|m)\s*$/.exec(typeof value === 'string' ? value : '') ?? [];
  const milliseconds = typeof value === 'number' ? value : Number(number) * (UNITS[unit] ?? NaN);
  if (milliseconds > 0) return milliseconds;
  tellWrong(reader, { value, path }, 'a time such as 500ms or 2s');
  return undefined;
}
