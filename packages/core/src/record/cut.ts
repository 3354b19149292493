import type { Json } from '../model/index.ts';

/** A string of at most about `limit` characters: a longer one is cut at its end, and marked as cut. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const isPairSplit = /[\ud800-\udbff]/.test(text.charAt(limit - 1));
  return `${text.slice(0, isPairSplit ? limit - 1 : limit)}… [cut: ${text.length} characters in all]`;
}

const MAX_TEXT = 8_192;
const MAX_CHARACTERS = 262_144;
const MAX_DEPTH = 64;
const CUT = '… [cut]';

/** A value small enough to be recorded: long strings are cut, and so is data that is too large or too deep. */
export function cutJson(value: unknown): Json {
  return isSmall(value) ? (value as Json) : cutValue(value, { characters: MAX_CHARACTERS }, 0);
}

/** Whether a value can be recorded as it is, which most can: checking is cheaper than copying. */
export const isSmall = (value: unknown): boolean => left(value, SMALL_CHARACTERS, 0) >= 0;

/** Whether part of a recorded value was cut; a string that only looks cut counts too. */
export function isCut(value: Json): boolean {
  if (typeof value === 'string') return CUT_MARK.test(value);
  if (Array.isArray(value)) return value.some(isCut);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => CUT_MARK.test(key) || isCut(member));
}

const CUT_MARK = /… \[cut(?:: \d+ characters in all)?\]$/;

const SMALL_CHARACTERS = 4_096;
const SMALL_DEPTH = 8;

/**
 * The budget left after a value that can be written as it is; negative when it is too big, too deep, or not plain
 * data.
 */
function left(value: unknown, budget: number, depth: number): number {
  if (typeof value === 'string') return budget - value.length;
  if (value === undefined || value === null || typeof value === 'number' || typeof value === 'boolean')
    return budget - 4;
  if (typeof value !== 'object' || depth === SMALL_DEPTH) return -1;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain || 'toJSON' in value) return -1;
  if (Array.isArray(value)) {
    if (value.length > budget) return -1;
    return value.reduce<number>((rest, item) => (rest < 0 ? rest : left(item, rest, depth + 1)), budget - 4);
  }
  let rest = budget - 4;
  for (const [key, member] of Object.entries(value)) {
    if (rest < 0) return rest;
    rest = left(member, rest - key.length, depth + 1);
  }
  return rest;
}

interface Budget {
  characters: number;
}

// Takes `unknown`, since a host may pass what its types forbid: a cycle, a function, a bigint.
function cutValue(value: unknown, budget: Budget, depth: number): Json {
  budget.characters -= 4; // about what punctuation and small values take
  if (budget.characters < 0 || depth > MAX_DEPTH) return CUT;
  if (typeof value === 'string') return cutWithin(value, budget);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return cutItems(value, budget, depth);
  return typeof value === 'object' && value !== null ? cutMembers(value, budget, depth) : null;
}

function cutWithin(text: string, budget: Budget): string {
  const cut = cutText(text, Math.min(MAX_TEXT, budget.characters));
  budget.characters -= cut.length;
  return cut;
}

function cutItems(items: readonly unknown[], budget: Budget, depth: number): Json {
  const kept: Json[] = [];
  for (const item of items) {
    kept.push(cutValue(item, budget, depth + 1));
    if (budget.characters < 0) break;
  }
  return kept;
}

function cutMembers(object: object, budget: Budget, depth: number): Json {
  const kept: [string, Json][] = [];
  for (const [key, value] of Object.entries(object) as [string, unknown][]) {
    if (value === undefined) continue;
    kept.push([cutWithin(key, budget), cutValue(value, budget, depth + 1)]);
    if (budget.characters < 0) break;
  }
  return Object.fromEntries(kept);
}
