import type { Extra, FieldMeaning, JsonObject, Verdict } from '../model/index.ts';

/**
 * How several answers for one key become one: the last, any that is true, all texts joined, all items once, or the
 * strictest.
 */
type ExtraRule = 'last' | 'any' | 'joined' | 'union' | 'strictest' | 'tool-config';

/** The rule of each key; a key without one does not compile. */
const FOLD: Readonly<Record<keyof Extra, ExtraRule>> = {
  sessionTitle: 'last',
  worktreePath: 'last',
  retry: 'any',
  clearContext: 'any',
  prependToPrompt: 'joined',
  appendToOutput: 'joined',
  watchPaths: 'union',
  permission: 'strictest',
  action: 'strictest',
  content: 'strictest',
  defer: 'any',
  displayContent: 'last',
  initialUserMessage: 'last',
  reloadSkills: 'any',
  suppressOriginalPrompt: 'any',
  terminalSequence: 'joined',
  classifierContext: 'joined',
  artifacts: 'last',
  llmRequest: 'last',
  llmResponse: 'last',
  toolConfig: 'tool-config',
  tailToolCallRequest: 'last',
  modifiedResponse: 'last',
};

const KEYS = Object.keys(FOLD) as readonly (keyof Extra)[];

/** Combines extras in the order of the plan, key by key. */
export function foldExtras(extras: readonly Extra[]): Extra {
  const folded = KEYS.map((key) => [key, RULES[FOLD[key]](key, extras)] as const);
  return Object.fromEntries(folded.filter(([, value]) => value !== undefined));
}

type Combine = (key: keyof Extra, extras: readonly Extra[]) => Extra[keyof Extra];

const last: Combine = (key, extras) => extras.findLast((extra) => extra[key] !== undefined)?.[key];

const RULES: Readonly<Record<ExtraRule, Combine>> = {
  last,
  any: (key, extras) => (extras.some((extra) => extra[key] === true) ? true : undefined),
  joined: (key, extras) => {
    const texts = given(key, extras).filter((value) => typeof value === 'string');
    return texts.length === 0 ? undefined : texts.join('\n');
  },
  // An empty list is an answer too: it clears the watched paths.
  union: (key, extras) => {
    const lists = given(key, extras).filter((value): value is readonly string[] => Array.isArray(value));
    return lists.length === 0 ? undefined : [...new Set(lists.flat())];
  },
  'tool-config': (_key, extras) => toolConfig(extras),
  strictest: (key, extras) =>
    key === 'permission' ? strictestPermission(extras) : last(key, strictestAction(key, extras)),
};

const MODES = ['NONE', 'ANY', 'AUTO'] as const;

/** The strictest mode, with the names of all; no tool has a name where none may be used. */
function toolConfig(extras: readonly Extra[]): JsonObject | undefined {
  const configs = extras.flatMap(({ toolConfig: config }) => (config === undefined ? [] : [config]));
  if (configs.length === 0) return undefined;
  const mode = MODES.find((word) => configs.some((config) => config['mode'] === word)) ?? 'AUTO';
  const names = configs.flatMap(({ allowedFunctionNames: list }): readonly unknown[] =>
    Array.isArray(list) ? list : [],
  );
  const texts = names.filter((name) => typeof name === 'string');
  return { mode, allowedFunctionNames: mode === 'NONE' ? [] : [...new Set(texts)].toSorted() };
}

const given = (key: keyof Extra, extras: readonly Extra[]): readonly Extra[keyof Extra][] =>
  extras.map((extra) => extra[key]).filter((value) => value !== undefined);

/**
 * The first denial alone, where there is one; else the permission that the last gives, with what only others say: a hook
 * that permits a rewritten input has not permitted the original.
 */
function strictestPermission(extras: readonly Extra[]): JsonObject | undefined {
  const all = extras.flatMap(({ permission }) => (permission === undefined ? [] : [permission]));
  const denial = all.find(({ behavior }) => behavior === 'deny');
  return denial ?? (all.length < 2 ? all[0] : all.reduce((below, each) => ({ ...below, ...each })));
}

/**
 * The extras with one denial in place of several: its message has those of all, each on a line, and one that interrupts
 * is enough.
 */
export function withJoinedDenials(extras: readonly Extra[]): readonly Extra[] {
  const denials = extras.flatMap(({ permission }) => (permission?.['behavior'] === 'deny' ? [permission] : []));
  const [first] = denials;
  if (first === undefined || denials.length < 2) return extras;
  const messages = denials.flatMap(({ message }) => (typeof message === 'string' && message !== '' ? [message] : []));
  const interrupts = denials.some(({ interrupt }) => interrupt === true);
  const permission = {
    ...first,
    ...(messages.length === 0 ? {} : { message: messages.join('\n') }),
    ...(interrupts ? { interrupt: true } : {}),
  };
  return [{ permission }, ...extras];
}

const ACTIONS = ['decline', 'cancel', 'accept'] as const;

/** The answers that gave the strictest action, since its content comes with it. */
function strictestAction(key: keyof Extra, extras: readonly Extra[]): readonly Extra[] {
  const action = ACTIONS.find((word) => extras.some((extra) => extra.action === word));
  return key === 'action' && action === undefined ? [] : extras.filter((extra) => extra.action === action);
}

/** The part of a verdict that holds the value of a field of an answer; all keys of extras are in `extra`. */
const PART_OF: Readonly<Record<Exclude<FieldMeaning, 'checked' | keyof Extra>, keyof Verdict>> = {
  updatedInput: 'updatedInput',
  nextInput: 'nextInput',
  updatedToolOutput: 'updatedToolOutput',
  updatedPrompt: 'updatedPrompt',
  context: 'context',
  message: 'messages',
  quiet: 'quiet',
  log: 'notes',
};

const isExtraKey = (meaning: FieldMeaning): meaning is keyof Extra => Object.hasOwn(FOLD, meaning);

/** Only the parts of a verdict that hold these meanings. */
export function onlyMeanings(verdict: Verdict, meanings: Iterable<FieldMeaning>): Verdict {
  const extra: [string, unknown][] = [];
  const parts: [string, unknown][] = [];
  for (const meaning of meanings) {
    if (isExtraKey(meaning)) extra.push([meaning, verdict.extra?.[meaning]]);
    else if (meaning !== 'checked') parts.push([PART_OF[meaning], verdict[PART_OF[meaning]]]);
  }
  const isGiven = ([, value]: readonly [string, unknown]): boolean => value !== undefined;
  const kept = foldExtras([Object.fromEntries(extra.filter(isGiven))]);
  return {
    ...Object.fromEntries(parts.filter(isGiven)),
    ...(Object.keys(kept).length === 0 ? {} : { extra: kept }),
  };
}
