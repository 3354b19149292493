import type { Json, JsonObject } from '../../packages/core/src/model/index.ts';
import type { Random } from './random.ts';

/** A value of bounded depth, from words that mean something to hooks. */
export function anyJson(random: Random, depth = 3): Json {
  const kind = random.below(depth <= 0 ? 4 : 7);
  if (kind === 0) return random.pick([true, false, null, 0, -1, 1e21, 1.5]);
  if (kind < 4) return random.pick(WORDS);
  if (kind === 4) return Array.from({ length: random.below(4) }, () => anyJson(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length: random.below(4) }, () => [random.pick(KEYS), anyJson(random, depth - 1)]),
  );
}

export const KEYS = [
  ['decision', 'reason', 'continue', 'stopReason', 'systemMessage', 'suppressOutput', 'hookSpecificOutput'],
  ['hookEventName', 'permissionDecision', 'permissionDecisionReason', 'updatedInput', 'updatedToolOutput'],
  ['additionalContext', 'sessionTitle', 'retry', 'clearContext', 'watchPaths', 'worktreePath', 'action', 'content'],
  ['behavior', 'block', 'annotation', 'replace_prompt', 'replace_tool_input', 'outcome', 'message', 'log', 'ok'],
  ['additional_context', 'modified_input', 'blocked', 'end_turn', '__proto__', 'constructor', 'toString', 'x', ''],
].flat();

const WORDS = [
  ['allow', 'deny', 'ask', 'approve', 'block', 'accept', 'reject', 'proceed', 'retry', 'stop', 'continue', 'cancel'],
  ['suppress', 'error', 'acknowledged', 'DENY', '', '/trees/x', 'PreToolUse', 'Stop', '\u001b[2J', '\ud800', 'no'],
].flat();

/** A member of an object that is written out; a key may occur twice. */
export type Member = readonly [key: string, value: Json | Members];

/** An object as its members, in an order and as often as they are written. */
export class Members {
  readonly list: readonly Member[];

  constructor(list: readonly Member[]) {
    this.list = list;
  }

  /** At every depth. */
  static of(object: JsonObject): Members {
    return new Members(Object.entries(object).map(([key, value]) => [key, isPlain(value) ? Members.of(value) : value]));
  }
}

const isPlain = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object in a spelling of chance: blanks, escapes and the order of keys differ, its meaning does not. */
export function spell({ list }: Members, random: Random): string {
  const blank = (): string => (random.chance(0.3) ? random.pick([' ', '\n', '\t', '\r\n', '  ']) : '');
  const written = random
    .shuffled(list)
    .map(([key, value]) => [
      blank(),
      spellText(key, random),
      blank(),
      ':',
      blank(),
      spellValue(value, random),
      blank(),
    ]);
  return `{${written.length === 0 ? blank() : written.map((parts) => parts.join('')).join(',')}}`;
}

function spellValue(value: Member[1], random: Random): string {
  if (value instanceof Members) return spell(value, random);
  return typeof value === 'string' ? spellText(value, random) : JSON.stringify(value);
}

function spellText(text: string, random: Random): string {
  if (!random.chance(0.2)) return JSON.stringify(text);
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));
  return `"${units.map((unit) => `\\u${unit}`).join('')}"`;
}
