import { convert } from '../engine/answers/field-types.ts';
import { usualReason } from '../engine/answers/refusal.ts';
import type { DecisionKey, EventRow, FieldMeaning, Json, JsonObject } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import type { RefusalPower } from './refusal.ts';
import { fitToHost } from './fit-to-host.ts';
import type { AnswerContent } from './answer-content.ts';
import { fieldFor, keysOf, valueFor, withMessagesInReason } from './field-keys.ts';
import { partsOf } from './answer-content.ts';
import type { AnswerTarget, AnswerPart, WrittenAnswer, Unsupported } from './answer.ts';
import { answerByExit, unsupported } from './answer.ts';

/** The answer to a host that reads an object by its keys. */
export function writeByKeys(wanted: AnswerContent, target: AnswerTarget): WrittenAnswer {
  const { content: fitted, power, unsupported: lost } = fitToHost(wanted, target);
  const content = power === null ? fitted : withMessagesInReason(fitted, target);
  const { row } = target;
  // Where the kind of a text counts, a reason may be anything only inside an object.
  const refuses = target.dialect.answer.byText === undefined ? (row.refusedBy ?? target.refuses) : 'answer';
  const noted = refuses === 'answer' ? null : annotated(content, target);
  if (noted !== null) return answerByExit(2, noted, lost);
  const isPlainOnly = row.text === 'worktree-path-from-cwd';
  if (power?.way.by === 'block' && (refuses === 'exit' || isPlainOnly)) return refusedByExit(content, target, lost);
  if (isPlainOnly) return pathAlone(content, target, lost);
  const decided = power === null ? permitted(content, target) : refusal(withReason(content, target), power, target);
  const beside = joined(besides(content, power !== null, target));
  const left = [...lost, ...decided.unsupported, ...beside.unsupported];
  const mayExit = refuses !== 'answer' && saysReasonByExit(target);
  if (power?.way.by === 'block' && mayExit && beside.keys.length === 0 && isPlain(content.reason))
    return answerByExit(2, withReason(content, target).reason ?? '', left);
  const { keys, stderr } = joined([decided, beside]);
  const said = { stdout: written(keys, target), stderr, exitCode: 0, unsupported: left };
  return keys.length === 0 ? (plainContext(content, target, left) ?? said) : said;
}

/** Whether exit code 2 refuses here, and what stands on stderr then is the reason. */
function saysReasonByExit({ dialect: { answer }, row }: AnswerTarget): boolean {
  const rule = row.exits?.two ?? answer.exits.two;
  return (rule === 'block' || rule === 'block-with-reason') && answer.exitReasons.length > 0;
}

/** Where a refusal without a reason is none, it gets one. */
function withReason(content: AnswerContent, { dialect: { answer }, native }: AnswerTarget): AnswerContent {
  const isOfRule = answer.refusalNeedsReason === true || answer.decisions.some((key) => needsReason(key, native));
  const isNeeded = isOfRule && (content.reason ?? '').trim() === '';
  return isNeeded ? { ...content, reason: usualReason(answer, '', native) } : content;
}

const needsReason = ({ needsReason: isNeeded, on }: DecisionKey, native: string): boolean =>
  isNeeded === true && (on?.includes(native) ?? true);

/** The reason goes with an exit code; what may stand beside it is read only by some. */
function refusedByExit(content: AnswerContent, target: AnswerTarget, lost: readonly Unsupported[]): WrittenAnswer {
  const { dialect, row } = target;
  const readsBeside = (row.readsBlockingExit ?? dialect.answer.readsBlockingExit) !== false;
  if (readsBeside && row.text !== 'worktree-path-from-cwd') {
    const { keys, unsupported: unsaid } = joined(besides(content, true, target));
    const answer = answerByExit(2, withReason(content, target).reason ?? '', [...lost, ...unsaid]);
    return { ...answer, stdout: written(keys, target) };
  }
  const beside = partsOf({ ...content, decision: 'none', updatedInput: null, updatedPrompt: null });
  const left = beside.filter((part) => target.row.blockExtra?.[part as keyof AnswerContent['extra']] === undefined);
  const why = 'does not take it beside a refusal by exit code';
  const { reason } = withReason(content, target);
  return answerByExit(2, reason ?? '', [...lost, ...left.map((part) => unsupported(part, target, why))]);
}

/** A program prints the path of a worktree as it is, and can say nothing else. */
function pathAlone(content: AnswerContent, target: AnswerTarget, lost: readonly Unsupported[]): WrittenAnswer {
  const { worktreePath: path, ...extra } = content.extra;
  const others = partsOf({ ...content, extra }).map((part) => unsupported(part, target, 'takes only a path'));
  return { ...answerByExit(0, '', [...lost, ...others]), stdout: path === undefined ? '' : `${path}\n` };
}

const takesText = ({ text }: EventRow): boolean => text === 'context' || text === 'context-always';

/** Context that has no key of its own is bare text, where the event takes that; null where it does not. */
function plainContext(
  { context }: AnswerContent,
  { row }: AnswerTarget,
  left: readonly Unsupported[],
): WrittenAnswer | null {
  const text = context.join('\n');
  const isRead = takesText(row) && row.context !== 'dropped' && left.some(({ part }) => part === 'context');
  if (!isRead || text !== text.trim() || text.startsWith('{')) return null;
  const others = left.filter(({ part }) => part !== 'context');
  return { ...answerByExit(0, '', others), stdout: `${text}\n` };
}

/** Keys with their values, in dotted paths, and what goes with them. */
interface KeyPart {
  readonly keys: readonly (readonly [string, Json])[];
  readonly stderr: string;
  readonly unsupported: readonly Unsupported[];
}

const NOTHING: KeyPart = { keys: [], stderr: '', unsupported: [] };

const joined = (parts: readonly KeyPart[]): KeyPart => ({
  keys: parts.flatMap(({ keys }) => keys),
  stderr: parts.map(({ stderr }) => stderr).join(''),
  unsupported: parts.flatMap(({ unsupported: left }) => left),
});

/**
 * The reason that must be given so that a refusal without power leaves this note in the output; null where it is not
 * the whole answer.
 */
function annotated(content: AnswerContent, target: AnswerTarget): string | null {
  const { appendToOutput: note, ...extra } = content.extra;
  const { row } = target;
  const [before, after = ''] = row.annotation?.split('{reason}') ?? [];
  if (note === undefined || content.decision !== 'none' || row.block !== null || before === undefined) return null;
  const rest = joined(besides({ ...content, extra }, false, target));
  const fits = note.startsWith(before) && note.endsWith(after) && rest.keys.length === 0;
  return fits ? note.slice(before.length, note.length - after.length) : null;
}

/** Whether a text arrives unchanged over stderr, where white space around it is trimmed. */
const isPlain = (reason: string | null): boolean => reason === null || reason === reason.trim();

function refusal(content: AnswerContent, { way }: RefusalPower, target: AnswerTarget): KeyPart {
  const { endTurn } = target.dialect.answer;
  if (way.by === 'end-turn' && endTurn !== null) {
    const ended: KeyPart = { ...NOTHING, keys: [[endTurn.key, false]] };
    const [own] = target.row.haltReason?.keys ?? endTurn.reasons;
    if (target.deniesBesideEndTurn === true && target.row.block !== null)
      return joined([ended, reasonAt(own, content), word('block', content.reason, target) ?? NOTHING]);
    if (endTurn.prefers === 'its-own-reason' && own !== undefined) return joined([ended, reasonAt(own, content)]);
    return joined([ended, word('block', content.reason, target) ?? NOTHING]);
  }
  return word('block', content.reason, target) ?? { ...NOTHING, unsupported: [unsupported('block', target)] };
}

const reasonAt = (key: string | undefined, { reason }: AnswerContent): KeyPart =>
  key === undefined || reason === null ? NOTHING : { ...NOTHING, keys: [[key, reason]] };

function permitted({ decision, reason, feedback }: AnswerContent, target: AnswerTarget): KeyPart {
  if (feedback !== null)
    return word('block', feedback, target) ?? { ...NOTHING, unsupported: [unsupported('reason', target)] };
  if (decision !== 'allow' && decision !== 'ask') return NOTHING;
  const decided = target.row.block === null ? null : word(decision, reason, target);
  return decided ?? { ...NOTHING, unsupported: [unsupported(decision, target)] };
}

/** A decision and its reason, in the first key that has a word for it on this event. */
function word(decision: 'allow' | 'ask' | 'block', reason: string | null, target: AnswerTarget): KeyPart | null {
  const { answer } = target.dialect;
  for (const key of answer.decisions) {
    const spelled = spelling(key, decision, target.native);
    if (spelled === null) continue;
    if (key.takes === 'text') return { ...NOTHING, keys: [[key.key, filledReason(reason, target)]] };
    const decided: KeyPart = { ...NOTHING, keys: [[key.key, spelled]] };
    if (reason === null) return decided;
    if (answer.answerReasons.includes('stderr')) return { ...decided, stderr: `${reason}\n` };
    const place = key.givesReasonIn ?? reasonKey(key.key, key.reasons ?? target.row.reasonKeys ?? answer.reasons);
    return place === undefined
      ? { ...decided, unsupported: [unsupported('reason', target)] }
      : joined([decided, { ...NOTHING, keys: [[place, reason]] }]);
  }
  return null;
}

/** A reason that is not blank, where the reason itself is the refusal. */
const filledReason = (reason: string | null, { dialect: { answer }, native }: AnswerTarget): string =>
  reason === null || reason.trim() === '' ? (usualReason(answer, '', native) ?? '-') : reason;

function spelling(key: DecisionKey, decision: 'allow' | 'ask' | 'block', native: string): string | boolean | null {
  if (key.on !== undefined && !key.on.includes(native)) return null;
  if (decision === 'ask' && key.askOn !== undefined && !key.askOn.includes(native)) return null;
  const found = Object.entries(key.words).find(([, means]) => means === decision)?.[0];
  if (found === undefined) return null;
  return key.takes === 'boolean' ? found === 'true' : found;
}

/** The reason is placed beside its decision. */
const reasonKey = (decision: string, reasons: readonly string[]): string | undefined =>
  reasons.find((reason) => folderOf(reason) === folderOf(decision)) ?? reasons[0];

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('.'), 0));

/** Everything that may stand beside a decision; a refused action needs no rewritten input. */
function besides(content: AnswerContent, isRefused: boolean, target: AnswerTarget): readonly KeyPart[] {
  const { context, messages, quiet, extra } = content;
  const keyFor = (meaning: FieldMeaning & AnswerPart, value: Json | null | undefined): KeyPart =>
    value === null || value === undefined ? NOTHING : field(meaning, value, isRefused, target);
  return [
    ...(isRefused
      ? []
      : [keyFor('updatedInput', content.updatedInput), keyFor('updatedPrompt', content.updatedPrompt)]),
    keyFor('updatedToolOutput', content.updatedToolOutput),
    keyFor('context', context.length === 0 ? null : context.join('\n')),
    keyFor('message', messages.length === 0 ? null : messages.join('\n')),
    keyFor('quiet', quiet ? true : null),
    ...Object.entries(extra as JsonObject).map(([name, value]) =>
      goesWithBlock(name, value, isRefused, target) ? NOTHING : keyFor(name as keyof AnswerContent['extra'], value),
    ),
  ];
}

/** Leaves out what the host itself adds to every refusal. */
const goesWithBlock = (name: string, value: Json, isRefused: boolean, { row }: AnswerTarget): boolean =>
  isRefused && row.blockExtra?.[name as keyof AnswerContent['extra']] === value;

function field(meaning: FieldMeaning & AnswerPart, value: Json, isRefused: boolean, target: AnswerTarget): KeyPart {
  const { row } = target;
  const known = fieldFor(target, meaning);
  // Alone it would keep the agent from stopping, which is another answer.
  const keepsWorking = row.context === 'keeps-working' && !isRefused;
  const isDropped = meaning === 'context' && (row.context === 'dropped' || keepsWorking);
  const isPlain = meaning === 'context' && target.contexts === 'plain-text' && takesText(row);
  if (known === undefined || isDropped || isPlain) return { ...NOTHING, unsupported: [unsupported(meaning, target)] };
  if (isRefused && (known.besideBlock !== true || target.besideRefusal === 'nothing'))
    return { ...NOTHING, unsupported: [unsupported(meaning, target, 'does not take it beside a refusal')] };
  const read = convert(known, valueFor(known, value), '');
  const isRead = read.ok && Object.keys(read.given).length > 0;
  return isRead
    ? { ...NOTHING, keys: [...keysOf(known, value), ...neededBeside(known.key, target)] }
    : { ...NOTHING, unsupported: [unsupported(meaning, target, 'does not take such a value')] };
}

/** What must stand beside a key so that it does not make the answer void. */
const neededBeside = (key: string, { dialect, native }: AnswerTarget): KeyPart['keys'] =>
  (dialect.answer.voids ?? [])
    .filter((row) => row.key === key && row.is === undefined && row.on.includes(native))
    .flatMap(({ unless = [] }) => unless.slice(0, 1))
    .flatMap((needed) => (needed.is === undefined ? [] : [[needed.key, needed.is] as const]));

/** One line of JSON; empty when there are no keys. */
function written(keys: KeyPart['keys'], { dialect, native }: AnswerTarget): string {
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
