import type { Ending, Handler, Json, JsonObject } from '../../packages/core/src/model/index.ts';
import { DIALECTS } from '../../packages/core/src/dialects/index.ts';
import { isJsonObject } from '../../packages/core/src/model/index.ts';
import { anyJson, KEYS, type Member, Members, spell } from './json-text.ts';
import { mutate } from './mutate.ts';
import type { Random } from './random.ts';
import { type Place, refusalsAt } from './refusals.ts';

/**
 * What must hold for an answer, by how it was made. `refusal` is one that a dialect's table names.
 * - `any`: it is read without a throw; a background hook decides nothing; a block has an effect.
 * - `tolerated`: a refusal in another spelling (blanks, order of keys, escapes, BOM, unknown keys where the dialect
 *   takes them) refuses.
 * - `doubled`: a refusal of which a deciding key stands twice, with any other value, refuses.
 * - `damaged`: a refusal that was damaged anyhow never becomes an `allow` that does not stand in it.
 * - `exit`: exit 2 (kode: any but 0) refuses as it does without output, whatever is printed.
 * - `fault`: a hook that did not end well allows nothing, and blocks where the dialect's row says so.
 * - `reply`: `{"ok": false}` of a model refuses, also fenced, spelled otherwise, or with `ok` doubled.
 * - `value`: an outcome of a callable with `blocked: true` refuses, whatever the other fields are.
 */
export type Relation = 'any' | 'tolerated' | 'doubled' | 'damaged' | 'exit' | 'fault' | 'reply' | 'value';

/** One answer: how it was made, where it is given, and what the hook did. */
export interface AnswerCase {
  readonly relation: Relation;
  /** Index in the places of the dialect. */
  readonly place: number;
  readonly stdout: string;
  readonly stderr?: string;
  readonly ending?: Ending;
  readonly handler?: Handler['kind'];
  readonly background?: boolean;
  readonly value?: Json;
}

/** An answer made by chance. */
export function caseOf(places: readonly Place[], random: Random, corpus: readonly string[]): AnswerCase {
  const relation = random.pick(RELATIONS);
  const place = random.below(places.length);
  return {
    relation,
    place,
    ...MAKERS[relation]({ random, place: places[place] as Place, printed: () => printed(random, corpus) }),
  };
}

const RELATIONS: readonly Relation[] = [
  'any',
  'any',
  'tolerated',
  'tolerated',
  'doubled',
  'damaged',
  'damaged',
  'exit',
  'fault',
  'reply',
  'value',
];

interface Making {
  readonly random: Random;
  readonly place: Place;
  readonly printed: () => string;
}

type Made = Omit<AnswerCase, 'relation' | 'place'>;

const MAKERS: Readonly<Record<Relation, (making: Making) => Made>> = {
  any: ({ random, printed: print }) => ({
    stdout: print(),
    stderr: print(),
    ending: random.pick(ENDINGS),
    handler: random.pick(HANDLER_KINDS),
    background: random.chance(0.2),
    value: anyJson(random),
  }),
  tolerated: ({ random, place }) => ({
    stdout: around(spell(withUnknown(refusal(random, place), place, random), random), random),
    handler: said(place, random),
  }),
  doubled: ({ random, place }) => ({
    stdout: around(spell(doubled(refusal(random, place), random), random), random),
    handler: said(place, random),
  }),
  damaged: ({ random, place, printed: print }) => ({
    stdout: mutate(spell(refusal(random, place), random), random, [print()]),
    handler: said(place, random),
  }),
  exit: ({ random, place, printed: print }) => ({
    // One dialect reads stderr only where stdout is empty.
    stdout: place.dialect === 'gemini' ? '' : print(),
    // Where the kind of a text counts, only a text that is no JSON refuses; where a reason must be there, it is not blank.
    stderr: readsText(place.dialect) || needsReason(place) ? `no, because ${print()}` : print(),
    ending: { how: 'exited', code: place.dialect === 'kode' ? 1 + random.below(255) : 2 },
  }),
  fault: ({ random, printed: print }) => ({ stdout: print(), stderr: print(), ending: random.pick(BAD_ENDINGS) }),
  reply: ({ random }) => ({
    stdout: fenced(spell(okFalse(random), random), random),
    handler: random.pick(['prompt', 'agent']),
  }),
  value: ({ random }) => ({
    stdout: '',
    handler: random.pick(['python', 'module']),
    value: { ...(anyJson(random) as JsonObject), ...extraFields(random), blocked: true },
  }),
};

/** Whether a dialect reads what a hook prints at every exit. */
export const readsText = (dialect: string): boolean => dialect === 'qwen' || dialect === 'gemini';

/** What exit 2 is taken for on an event of a dialect. */
const exitTwoAt = ({ dialect, row }: Place): string | undefined =>
  row.exits?.two ?? DIALECTS.find(({ id }) => id === dialect)?.answer.exits.two;

/** Whether exit 2 refuses only beside a reason on stderr. */
export const needsReason = (place: Place): boolean => exitTwoAt(place) === 'block-with-reason';

const NO_REFUSALS: readonly (string | undefined)[] = ['read', 'read-and-warn', 'stderr-is-context'];

/** Whether exit 2 is no refusal. */
export const ignoresExit = (place: Place): boolean => NO_REFUSALS.includes(exitTwoAt(place));

const HANDLER_KINDS: readonly Handler['kind'][] = [
  'command',
  'command',
  'command',
  'http',
  'python',
  'module',
  'prompt',
  'agent',
];

const BAD_ENDINGS: readonly Ending[] = [
  { how: 'killed', signal: 'SIGKILL' },
  { how: 'timed-out', afterMs: 10 },
  { how: 'not-started', why: 'gone' },
  { how: 'unavailable', why: 'no model' },
  { how: 'garbled', why: 'a list' },
  { how: 'raised', why: 'KeyError' },
];

const ENDINGS: readonly Ending[] = [
  ...[0, 0, 0, 0, 1, 2, 3, 127, 255].map((code): Ending => ({ how: 'exited', code })),
  { how: 'answered' },
  { how: 'cancelled' },
  ...BAD_ENDINGS,
];

/** What hooks print: an answer of the corpus or made up, damaged or not. */
function printed(random: Random, corpus: readonly string[]): string {
  const kept =
    corpus.length > 0 && random.chance(0.5) ? stdoutIn(random.pick(corpus)) : JSON.stringify(anyJson(random, 4));
  return random.chance(0.6) ? mutate(kept, random, corpus.slice(0, 3)) : kept;
}

const NO_REFUSAL: JsonObject = {};

const refusal = (random: Random, place: Place): Members => {
  const all = refusalsAt(place);
  return Members.of(all.length === 0 ? NO_REFUSAL : random.pick(all));
};

/** Two dialects take no unknown field: there it is an error, which another relation looks at. */
function withUnknown(members: Members, place: Place, random: Random): Members {
  if (place.dialect === 'polytoken' || place.dialect === 'codex') return members;
  const unknown = Array.from({ length: random.below(4) }, (): Member => [random.pick(UNKNOWN_KEYS), anyJson(random)]);
  return new Members([
    ...members.list,
    ...unknown.filter(([key], index) => unknown.findIndex(([other]) => other === key) === index),
  ]);
}

const UNKNOWN_KEYS = [
  'x',
  '',
  '__proto__',
  'constructor',
  'toString',
  'Decision',
  'decision ',
  'BLOCK',
  'hooks',
  '\u0000',
  'hasOwnProperty',
];

/** Writes one deciding key twice, at the top or one level below. */
function doubled(members: Members, random: Random): Members {
  const [at, inner] = [random.below(members.list.length), members.list];
  const chosen = inner[at];
  if (chosen === undefined) return members;
  const [key, value] = chosen;
  if (value instanceof Members && random.chance(0.5))
    return new Members(inner.map((member, index) => (index === at ? [key, doubled(value, random)] : member)));
  return new Members([
    ...inner,
    [key, random.chance(0.3) ? random.pick([false, 'allow', null, {}, { behavior: 'allow' }]) : anyJson(random)],
  ]);
}

const around = (text: string, random: Random): string =>
  `${random.chance(0.2) ? '\uFEFF' : ''}${random.pick(['', '', ' ', '\n', '\r\n\t'])}${text}${random.pick(['', '', '\n', '\n\n', ' \r\n'])}`;

/** In Qoder a server may answer as well. */
const said = (place: Place, random: Random): Handler['kind'] =>
  place.dialect === 'qoder' && random.chance(0.3) ? 'http' : 'command';

function okFalse(random: Random): Members {
  const members: Member[] = [
    ['ok', false],
    ['reason', 'no'],
  ];
  if (random.chance(0.3)) members.push(['ok', random.pick<Json>([true, 1, 'true', null])]);
  if (random.chance(0.3)) members.push([random.pick(['x', '__proto__', 'decision']), anyJson(random)]);
  return new Members(members);
}

const fenced = (text: string, random: Random): string =>
  random.chance(0.4)
    ? `${random.pick(['```json\n', '```\n', '  ```json \n'])}${text}\n${random.pick(['```', ' ```\n'])}`
    : around(text, random);

const extraFields = (random: Random): JsonObject =>
  Object.fromEntries(
    ['reason', 'updated_input', 'updated_output', 'additional_context', 'end_turn', random.pick(KEYS)]
      .filter((key) => key !== '__proto__' && random.chance(0.5))
      .map((key) => [key, anyJson(random)]),
  );

/** A file of the corpus may hold no case but a plain answer: that is one of a command. */
export function caseIn(input: string, count: number): AnswerCase {
  const value = parsed(input);
  const isCase = isJsonObject(value) && typeof value['relation'] === 'string' && typeof value['place'] === 'number';
  if (!isCase) return { relation: 'any', place: input.length % count, stdout: input };
  return value as unknown as AnswerCase;
}

const stdoutIn = (kept: string): string => caseIn(kept, 1).stdout;

/** A value, or null for what is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
