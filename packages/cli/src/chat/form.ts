import { isJsonObject, type Json, type JsonObject } from '@hookline/core/internal';

interface Choice {
  readonly value: string;
  readonly title: string;
}

/** One question of a form. */
export interface Field {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly isRequired: boolean;
  readonly kind: 'text' | 'number' | 'integer' | 'yes-or-no' | 'choice' | 'choices';
  readonly choices: readonly Choice[];
  readonly least: number | null;
  readonly most: number | null;
  readonly byDefault: Json | undefined;
}

/** An answer as it was meant; undefined leaves the field out. */
type FieldAnswer =
  | { readonly ok: true; readonly value: Json | undefined }
  | { readonly ok: false; readonly problem: string };

/** The questions that a schema asks, in its order. */
export function fieldsOf(schema: JsonObject | null): readonly Field[] {
  const properties = schema?.['properties'];
  const required = listOf(schema?.['required']);
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).map(([name, given]) => {
    const property = isJsonObject(given) ? given : {};
    const kind = kindOf(property);
    const isText = kind === 'text';
    return {
      name,
      title: textOf(property['title']) ?? name,
      about: textOf(property['description']) ?? '',
      isRequired: required.includes(name),
      kind,
      choices: choicesOf(property),
      least: numberOf(property[isText ? 'minLength' : 'minimum']),
      most: numberOf(property[isText ? 'maxLength' : 'maximum']),
      byDefault: property['default'],
    };
  });
}

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
const numberOf = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

function kindOf(property: JsonObject): Field['kind'] {
  const { type } = property;
  if (type === 'array') return 'choices';
  if (choicesOf(property).length > 0) return 'choice';
  if (type === 'boolean') return 'yes-or-no';
  return type === 'number' || type === 'integer' ? type : 'text';
}

function choicesOf(property: JsonObject): readonly Choice[] {
  const holder = isJsonObject(property['items']) ? property['items'] : property;
  const names = listOf(holder['enumNames']);
  const plain = listOf(holder['enum']).flatMap((value, index) =>
    typeof value === 'string' ? [{ value, title: textOf(names[index]) ?? value }] : [],
  );
  const titled = [...listOf(holder['oneOf']), ...listOf(holder['anyOf'])].flatMap((one) => {
    const value = isJsonObject(one) ? textOf(one['const']) : null;
    return value === null || !isJsonObject(one) ? [] : [{ value, title: textOf(one['title']) ?? value }];
  });
  return [...plain, ...titled];
}

/** What was answered; an empty answer takes the default, or skips what is not required. */
export function readAnswer(field: Field, text: string): FieldAnswer {
  const answer = text.trim();
  if (answer !== '') return READERS[field.kind](field, answer);
  if (field.byDefault !== undefined || !field.isRequired) return { ok: true, value: field.byDefault };
  return { ok: false, problem: 'a value is required' };
}

type Reader = (field: Field, answer: string) => FieldAnswer;

const READERS: Readonly<Record<Field['kind'], Reader>> = {
  text: (field, answer) => within(field, answer.length, answer, 'characters'),
  number: (field, answer) => readNumber(field, answer, 'a number'),
  integer: (field, answer) =>
    Number.isInteger(Number(answer)) ? readNumber(field, answer, 'a whole number') : expected('a whole number'),
  'yes-or-no': (_field, answer) => {
    const value = YES_OR_NO.get(answer.toLowerCase());
    return value === undefined ? expected('yes or no') : { ok: true, value };
  },
  choice: (field, answer) => {
    const value = choose(field, answer);
    return value === null ? expected(`one of ${titlesOf(field)}`) : { ok: true, value };
  },
  choices: (field, answer) => {
    const values = answer.split(',').map((part) => choose(field, part.trim()));
    return values.includes(null)
      ? expected(`some of ${titlesOf(field)}, with commas between`)
      : { ok: true, value: values };
  },
};

const YES_OR_NO = new Map([
  ...['y', 'yes', 'true', '1'].map((word) => [word, true] as const),
  ...['n', 'no', 'false', '0'].map((word) => [word, false] as const),
]);

const expected = (what: string): FieldAnswer => ({ ok: false, problem: `expected ${what}` });

const titlesOf = ({ choices }: Field): string => choices.map(({ title }) => title).join(', ');

function readNumber(field: Field, answer: string, what: string): FieldAnswer {
  const value = Number(answer);
  return Number.isFinite(value) ? within(field, value, value, '') : expected(what);
}

function within({ least, most }: Field, size: number, value: Json, unit: string): FieldAnswer {
  if (least !== null && size < least) return expected(`at least ${least} ${unit}`.trim());
  if (most !== null && size > most) return expected(`at most ${most} ${unit}`.trim());
  return { ok: true, value };
}

/** By its number, by its title or by its value. */
function choose({ choices }: Field, answer: string): string | null {
  const same = (text: string): boolean => text.toLowerCase() === answer.toLowerCase();
  const found = choices.find(({ value, title }) => same(value) || same(title)) ?? choices[Number(answer) - 1];
  return found?.value ?? null;
}
