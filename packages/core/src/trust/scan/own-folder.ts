import { onceFor } from '../scan-budget.ts';
import type { DependencySearch } from './dependencies.ts';
import type { Passage } from './passage.ts';
import { scriptText } from './script-text.ts';

/**
 * The folder of the hook, if the script asks for it; undefined where it does not, so that what the script leads to is
 * found once for all hooks that share it.
 */
export function askedOwnFolder(file: string, { searchPath, values, ownFolder }: DependencySearch): string | undefined {
  if (ownFolder === undefined) return undefined;
  const names = [...values].flatMap(([name, value]) => (value === ownFolder ? [name] : []));
  const isAsked = isAskedOnce([file, ...names].join('\0'), () => asksFor(names, scriptText(file, searchPath.project)));
  return isAsked ? ownFolder : undefined;
}

const isAskedOnce = onceFor<boolean>();

/** By a variable of a shell, by a key of the environment, or by taking the environment apart. */
const asksFor = (names: readonly string[], text: string): boolean =>
  names.some((name) =>
    new RegExp(
      String.raw`\$\{?${name}\b|env(?:iron)?[\s.?([{'"\x60]{1,9}(?:get\s?\(\s?['"])?${name}\b|` +
        String.raw`\{[^{}\n]{0,200}\b${name}\b[^{}\n]{0,200}\}\s?=\s?(?:process\.)?env\b`,
      'i',
    ).test(text),
  );

/** A text that asks its environment for the folder of the hook may join any path to it. */
export const withOwnFolder = (passage: Passage, ownFolder: string | undefined): Passage =>
  ownFolder === undefined ? passage : { ...passage, bases: [...new Set([...passage.bases, ownFolder])] };
