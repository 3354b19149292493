import type { Outcome } from '@hookline/core';

const TAG = 'system-reminder';

/** Puts a text that neither the person nor the model wrote into its envelope; nothing in it can close or open one. */
export function reminder(text: string, hook?: string): string {
  const from = hook === undefined ? '' : `From hook "${withoutTags(hook)}":\n`;
  return `<${TAG}>\n${from}${withoutTags(text)}\n</${TAG}>`;
}

/** The contexts that hooks gave, each in an envelope of its own that names its hook. */
export const remindersOf = (outcome: Outcome): readonly string[] =>
  outcome.additionalContext.map((text, index) => reminder(text, nameOf(outcome, outcome.contextHooks[index])));

/** Makes envelopes in a text that comes from outside harmless: only the agent itself makes them. */
export const withoutTags = (text: string): string => text.replaceAll(/<(?=\s*\/?\s*system-reminder)/gi, '&lt;');

const nameOf = (outcome: Outcome, id: string | undefined): string =>
  outcome.hooks.find((hook) => hook.id === id)?.name ?? id ?? 'unknown';
