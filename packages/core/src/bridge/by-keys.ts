import { convert } from '../engine/answers/field-types.ts';
import type { DecisionKey, FieldMeaning, Json, JsonObject } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import type { Power } from './refusal.ts';
import { reword } from './reword.ts';
import type { Saying } from './decision-parts.ts';
import type { Listener, SaidPart, SpokenAnswer, Unsaid } from './answer.ts';
import { byExit, unsaid } from './answer.ts';

/** The answer to a host that reads an object by its keys. */
export function sayByKeys(wanted: Saying, listener: Listener): SpokenAnswer {
  const { saying, power, unsaid: lost } = reword(wanted, listener);
  const noted = annotated(saying, listener);
  if (noted !== null) return byExit(2, noted, lost);
  const decided = power === null ? permitted(saying, listener) : refusal(saying, power, listener);
  const beside = joined(besides(saying, power !== null, listener));
  const left = [...lost, ...decided.unsaid, ...beside.unsaid];
  if (power?.way.by === 'block' && beside.keys.length === 0 && isPlain(saying.reason))
    return byExit(2, saying.reason ?? '', left);
  const { keys, stderr } = joined([decided, beside]);
  return { stdout: written(keys, listener), stderr, exitCode: 0, unsaid: left };
}

/** Keys with their values, in dotted paths, and what goes with them. */
interface Part {
  readonly keys: readonly (readonly [string, Json])[];
  readonly stderr: string;
  readonly unsaid: readonly Unsaid[];
}

const NOTHING: Part = { keys: [], stderr: '', unsaid: [] };

const joined = (parts: readonly Part[]): Part => ({
  keys: parts.flatMap(({ keys }) => keys),
  stderr: parts.map(({ stderr }) => stderr).join(''),
  unsaid: parts.flatMap(({ unsaid: left }) => left),
});

/** The reason that must be given so that a refusal without power leaves this note in the output; null where it is not the whole answer. */
function annotated(saying: Saying, listener: Listener): string | null {
  const { appendToOutput: note, ...extra } = saying.extra;
  const { row } = listener;
  const [before, after = ''] = row.annotation?.split('{reason}') ?? [];
  if (note === undefined || saying.decision !== 'none' || row.block !== null || before === undefined) return null;
  const rest = joined(besides({ ...saying, extra }, false, listener));
  const fits = note.startsWith(before) && note.endsWith(after) && rest.keys.length === 0;
  return fits ? note.slice(before.length, note.length - after.length) : null;
}

/** Whether a text survives on stderr, where white space around it does not count. */
const isPlain = (reason: string | null): boolean => reason === null || reason === reason.trim();

function refusal(saying: Saying, { way }: Power, listener: Listener): Part {
  const { endTurn } = listener.dialect.answer;
  if (way.by === 'end-turn' && endTurn !== null) {
    const ended: Part = { ...NOTHING, keys: [[endTurn.key, false]] };
    const [own] = endTurn.reasons;
    if (endTurn.prefers === 'its-own-reason' && own !== undefined)
      return joined([ended, saying.reason === null ? NOTHING : { ...NOTHING, keys: [[own, saying.reason]] }]);
    return joined([ended, word('block', saying.reason, listener) ?? NOTHING]);
  }
  return word('block', saying.reason, listener) ?? { ...NOTHING, unsaid: [unsaid('block', listener)] };
}

function permitted({ decision, reason }: Saying, listener: Listener): Part {
  if (decision !== 'allow' && decision !== 'ask') return NOTHING;
  const said = listener.row.block === null ? null : word(decision, reason, listener);
  return said ?? { ...NOTHING, unsaid: [unsaid(decision, listener)] };
}

/** A decision and its reason, by the first key that knows a word for it here. */
function word(decision: 'allow' | 'ask' | 'block', reason: string | null, listener: Listener): Part | null {
  const { answer } = listener.dialect;
  for (const key of answer.decisions) {
    const spelled = spelling(key, decision, listener.native);
    if (spelled === null) continue;
    const decided: Part = { ...NOTHING, keys: [[key.key, spelled]] };
    if (reason === null) return decided;
    if (answer.answerReasons.includes('stderr')) return { ...decided, stderr: `${reason}\n` };
    const place = reasonKey(key.key, answer.reasons);
    return place === undefined
      ? { ...decided, unsaid: [unsaid('reason', listener)] }
      : joined([decided, { ...NOTHING, keys: [[place, reason]] }]);
  }
  return null;
}

function spelling(key: DecisionKey, decision: 'allow' | 'ask' | 'block', native: string): string | boolean | null {
  if (key.on !== undefined && !key.on.includes(native)) return null;
  if (decision === 'ask' && key.askOn !== undefined && !key.askOn.includes(native)) return null;
  const found = Object.entries(key.words).find(([, means]) => means === decision)?.[0];
  if (found === undefined) return null;
  return key.takes === 'boolean' ? found === 'true' : found;
}

/** The reason stands beside its decision. */
const reasonKey = (decision: string, reasons: readonly string[]): string | undefined =>
  reasons.find((reason) => folderOf(reason) === folderOf(decision)) ?? reasons[0];

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('.'), 0));

/** All that may stand beside a decision. What a refused action would have been changed to is wanted no more. */
function besides(saying: Saying, isRefused: boolean, listener: Listener): readonly Part[] {
  const { context, messages, quiet, extra } = saying;
  const say = (meaning: FieldMeaning & SaidPart, value: Json | null | undefined): Part =>
    value === null || value === undefined ? NOTHING : field(meaning, value, isRefused, listener);
  return [
    ...(isRefused ? [] : [say('updatedInput', saying.updatedInput), say('updatedPrompt', saying.updatedPrompt)]),
    say('updatedToolOutput', saying.updatedToolOutput),
    say('context', context.length === 0 ? null : context.join('\n')),
    say('message', messages.length === 0 ? null : messages.join('\n')),
    say('quiet', quiet ? true : null),
    ...Object.entries(extra as JsonObject).map(([name, value]) =>
      goesWithBlock(name, value, isRefused, listener) ? NOTHING : say(name as keyof Saying['extra'], value),
    ),
  ];
}

/** What the host adds to every refusal need not be said. */
const goesWithBlock = (name: string, value: Json, isRefused: boolean, { row }: Listener): boolean =>
  isRefused && row.blockExtra?.[name as keyof Saying['extra']] === value;

function field(meaning: FieldMeaning & SaidPart, value: Json, isRefused: boolean, listener: Listener): Part {
  const { dialect, native, row } = listener;
  const known = dialect.answer.fields.findLast(
    (each) => each.gives === meaning && (each.on?.includes(native) ?? true) && each.onlyForMcp !== true,
  );
  const isDropped = meaning === 'context' && row.context === 'dropped';
  if (known === undefined || isDropped) return { ...NOTHING, unsaid: [unsaid(meaning, listener)] };
  if (isRefused && known.besideBlock !== true)
    return { ...NOTHING, unsaid: [unsaid(meaning, listener, 'does not take it beside a refusal')] };
  const read = convert(known, value, '');
  const isRead = read.ok && Object.keys(read.given).length > 0;
  return isRead
    ? { ...NOTHING, keys: [[known.key, value]] }
    : { ...NOTHING, unsaid: [unsaid(meaning, listener, 'does not take such a value')] };
}

/** One line of JSON; nothing at all where there is nothing to say. */
function written(keys: Part['keys'], { dialect, native }: Listener): string {
  if (keys.length === 0) return '';
  const { envelope } = dialect.answer;
  let object: JsonObject = {};
  for (const [path, value] of keys) object = put(object, path.split('.'), value);
  const inner = envelope === null ? undefined : object[envelope.key];
  if (envelope !== null && isJsonObject(inner))
    object = { ...object, [envelope.key]: { [envelope.names]: native, ...inner } };
  return `${JSON.stringify(object)}\n`;
}

function put(object: JsonObject, [head = '', ...tail]: readonly string[], value: Json): JsonObject {
  const inner = object[head];
  return { ...object, [head]: tail.length === 0 ? value : put(isJsonObject(inner) ? inner : {}, tail, value) };
}
