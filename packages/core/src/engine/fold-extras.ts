import type { Extra, JsonObject } from '../model/index.ts';

/** Combines extras in the order of the plan: a refusal in them wins, flags add up, lists are joined, else the last counts. */
export function foldExtras(extras: readonly Extra[]): Extra {
  return {
    ...lastOf(extras, 'sessionTitle'),
    ...lastOf(extras, 'worktreePath'),
    ...anyOf(extras, 'retry'),
    ...anyOf(extras, 'clearContext'),
    ...joinedOf(extras, 'prependToPrompt'),
    ...joinedOf(extras, 'appendToOutput'),
    ...watchPathsOf(extras),
    ...permissionOf(extras),
    ...elicitationOf(extras),
  };
}

const lastOf = (extras: readonly Extra[], key: 'sessionTitle' | 'worktreePath'): Extra => {
  const value = extras.findLast((extra) => extra[key] !== undefined)?.[key];
  return value === undefined ? {} : { [key]: value };
};

const anyOf = (extras: readonly Extra[], key: 'retry' | 'clearContext'): Extra =>
  extras.some((extra) => extra[key] === true) ? { [key]: true } : {};

const joinedOf = (extras: readonly Extra[], key: 'prependToPrompt' | 'appendToOutput'): Extra => {
  const texts = extras.flatMap((extra) => extra[key] ?? []);
  return texts.length === 0 ? {} : { [key]: texts.join('\n') };
};

/** An empty list is an answer too: it clears what was watched. */
const watchPathsOf = (extras: readonly Extra[]): Extra => {
  const lists = extras.flatMap((extra) => (extra.watchPaths === undefined ? [] : [extra.watchPaths]));
  return lists.length === 0 ? {} : { watchPaths: [...new Set(lists.flat())] };
};

const permissionOf = (extras: readonly Extra[]): Extra => {
  const answers = extras.flatMap((extra): JsonObject[] => (extra.permission === undefined ? [] : [extra.permission]));
  const permission = answers.find((answer) => answer['behavior'] === 'deny') ?? answers.at(-1);
  return permission === undefined ? {} : { permission };
};

const ACTIONS = ['decline', 'cancel', 'accept'] as const;

/** The strictest action stands, with the content that came with it. */
const elicitationOf = (extras: readonly Extra[]): Extra => {
  const action = ACTIONS.find((word) => extras.some((extra) => extra.action === word));
  const chosen = extras.findLast((extra) => extra.action === action && extra.content !== undefined);
  return {
    ...(action === undefined ? {} : { action }),
    ...(chosen?.content === undefined ? {} : { content: chosen.content }),
  };
};
