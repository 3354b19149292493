import type { Outcome } from '@hookline/core';

const TAG = 'system-reminder';

/** Puts a text that neither the user nor the model wrote into its envelope; nothing in it can close or open one. */
export function reminder(text: string, hook?: string): string {
  const from = hook === undefined ? '' : `From hook "${withoutTags(hook)}":\n`;
  return `<${TAG}>\n${from}${withoutTags(text)}\n</${TAG}>`;
}

/** The contexts that hooks gave, each in an envelope of its own that names its hook. */
export const remindersOf = (outcome: Outcome): readonly string[] =>
  outcome.additionalContext.map((text, index) => reminder(text, nameOf(outcome, outcome.contextHooks[index])));

/** Escapes envelopes in a text from outside, and what a model may take for one: only the agent itself makes them. */
export const withoutTags = (text: string): string => text.replaceAll(OPENING, '&lt;');

// Whitespace and invisible characters may stand anywhere in it. No two parts match the same character, so that matching
// takes linear time.
const UNSEEN = String.raw`[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]*`;
const HYPHEN = `(?:[-_~\\p{Pd}\u2212\uff0d]${UNSEEN})?`;
const OPENING = new RegExp(
  `[<\ufe64\uff1c](?=${UNSEEN}(?:[/\uff0f\u2044\u2215]${UNSEEN})?${spelled('system')}${HYPHEN}${spelled('reminder')})`,
  'giu',
);

/** A word in ASCII or full-width letters, with invisible characters after each. */
function spelled(word: string): string {
  const letters = Array.from(word, (letter) => `[${letter}${String.fromCharCode(letter.charCodeAt(0) + 0xfee0)}]`);
  return letters.map((letter) => letter + UNSEEN).join('');
}

const nameOf = (outcome: Outcome, id: string | undefined): string =>
  outcome.hooks.find((hook) => hook.id === id)?.name ?? id ?? 'unknown';
