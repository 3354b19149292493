import { charactersOf } from '../print/text.ts';

/** What is being typed, and where the next character goes. */
export interface Draft {
  readonly text: string;
  readonly cursor: number;
}

/** One key, or one pasted text. */
export interface Key {
  /** As node:readline names it, `paste` for a pasted text, empty for a key without a name. */
  readonly name: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  /** What it types. */
  readonly text: string;
}

export const EMPTY: Draft = { text: '', cursor: 0 };

export const draftOf = (text: string): Draft => ({ text, cursor: text.length });

/** The draft after a key; keys that mean nothing to a line of text leave it as it is. */
export function edit(draft: Draft, key: Key): Draft {
  if (key.name === 'paste') return insert(draft, pasted(key.text));
  const move = MOVES[spell(key)];
  if (move !== undefined) return move(draft);
  return key.ctrl || key.meta || !/^[^\0-\x1f\x7f-\x9f]+$/.test(key.text) ? draft : insert(draft, key.text);
}

/** A key's name with what was held down. */
export const spell = ({ name, ctrl, meta }: Key): string => `${ctrl ? 'ctrl-' : ''}${meta ? 'alt-' : ''}${name}`;

const moveTo = (draft: Draft, cursor: number): Draft => ({ text: draft.text, cursor });

const insert = ({ text, cursor }: Draft, added: string): Draft => ({
  text: text.slice(0, cursor) + added + text.slice(cursor),
  cursor: cursor + added.length,
});

// Line breaks and tabs belong to a pasted text; other controls never do.
const pasted = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '');

const remove = ({ text }: Draft, from: number, to: number): Draft => ({
  text: text.slice(0, from) + text.slice(to),
  cursor: from,
});

// Only what is near the cursor is looked at: a pasted text may be long.
const NEAR = 64;
const NEAR_WORDS = 1000;

const charBefore = ({ text, cursor }: Draft): number =>
  cursor - (charactersOf(text.slice(Math.max(cursor - NEAR, 0), cursor)).at(-1)?.length ?? 0);

const charAfter = ({ text, cursor }: Draft): number =>
  cursor + (charactersOf(text.slice(cursor, cursor + NEAR))[0]?.length ?? 0);

const wordBefore = ({ text, cursor }: Draft): number =>
  cursor - (/\S*\s*$/u.exec(text.slice(Math.max(cursor - NEAR_WORDS, 0), cursor))?.[0].length ?? 0);

const wordAfter = ({ text, cursor }: Draft): number =>
  cursor + (/^\s*\S*/u.exec(text.slice(cursor, cursor + NEAR_WORDS))?.[0].length ?? 0);

const lineStart = ({ text, cursor }: Draft): number => text.lastIndexOf('\n', cursor - 1) + 1;

function lineEnd({ text, cursor }: Draft): number {
  const end = text.indexOf('\n', cursor);
  return end < 0 ? text.length : end;
}

type Move = (draft: Draft) => Draft;

const left: Move = (draft) => moveTo(draft, charBefore(draft));
const right: Move = (draft) => moveTo(draft, charAfter(draft));
const home: Move = (draft) => moveTo(draft, lineStart(draft));
const end: Move = (draft) => moveTo(draft, lineEnd(draft));
const wordLeft: Move = (draft) => moveTo(draft, wordBefore(draft));
const wordRight: Move = (draft) => moveTo(draft, wordAfter(draft));
const rubOut: Move = (draft) => remove(draft, charBefore(draft), draft.cursor);
const rubOutNext: Move = (draft) => remove(draft, draft.cursor, charAfter(draft));
const rubOutWord: Move = (draft) => remove(draft, wordBefore(draft), draft.cursor);
const breakLine: Move = (draft) => insert(draft, '\n');

const MOVES: Readonly<Record<string, Move>> = {
  left,
  'ctrl-b': left,
  right,
  'ctrl-f': right,
  home,
  'ctrl-a': home,
  end,
  'ctrl-e': end,
  'ctrl-left': wordLeft,
  'alt-b': wordLeft,
  'ctrl-right': wordRight,
  'alt-f': wordRight,
  backspace: rubOut,
  'ctrl-h': rubOut,
  delete: rubOutNext,
  'ctrl-d': rubOutNext,
  'ctrl-w': rubOutWord,
  'alt-backspace': rubOutWord,
  'ctrl-u': (draft) => remove(draft, lineStart(draft), draft.cursor),
  'ctrl-k': (draft) => ({ ...remove(draft, draft.cursor, lineEnd(draft)) }),
  enter: breakLine,
  'ctrl-j': breakLine,
  'alt-return': breakLine,
  'alt-enter': breakLine,
};
