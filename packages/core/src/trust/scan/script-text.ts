import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { firstLineOf } from '../../shell/first-line.ts';
import { interpreterNamed } from '../../shell/interpreters.ts';
import { recordStamp } from '../stamps/file-stamps.ts';
import { isBelow, realPathOf } from '../paths.ts';
import { onceEach, charge, BudgetExceeded } from '../scan-budget.ts';

/** The language of a script; `other` is read with the loosest rules. */
export type Language = 'shell' | 'python' | 'javascript' | 'other';

/** Determined by the extension, else by the first line. */
export function languageOf(file: string, text: string): Language {
  const byName = BY_EXTENSION.find(([pattern]) => pattern.test(extname(file)));
  if (byName !== undefined) return byName[1];
  const line = firstLineOf(text);
  if (line === null) return 'other';
  const named = [line.interpreter, ...line.args].flatMap((word) => interpreterNamed(word, 'cover') ?? []);
  const readable = named.filter(({ hasOwnGrammar }) => hasOwnGrammar !== true).map(({ language }) => language);
  return LANGUAGES.find((language) => readable.includes(language)) ?? 'other';
}

const BY_EXTENSION: readonly (readonly [RegExp, Language])[] = [
  [/^\.pyw?$/, 'python'],
  [/^\.[cm]?[jt]sx?$/, 'javascript'],
  [/^\.(?:ba|z|k|da)?sh$/, 'shell'],
];

const LANGUAGES = ['python', 'javascript', 'shell'] as const;

/** Longer than any script that a person would read before trusting it. */
const MAX_TEXT_BYTES = 2_097_152;

/**
 * The text of a file inside the project; empty for a binary, a longer file and anything else, which only the
 * fingerprint covers.
 */
export function scriptText(file: string, project: string): string {
  recordStamp(file, 'content');
  const real = realPathOf(file);
  if (real === null || !isBelow(project, real)) return '';
  return textOnce(real);
}

/** Whether a file is too long to be scanned. */
export const isTooLong = (file: string): boolean => (recordStamp(file, 'content').itself?.size ?? 0n) > MAX_TEXT_BYTES;

const textOnce = onceEach((path): string => {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile() || stats.size > MAX_TEXT_BYTES) return '';
      charge('characters', stats.size, path);
      const text = readFileSync(descriptor, 'utf8');
      return !text.startsWith('#!') && text.slice(0, 8_192).includes('\0') ? '' : text;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (error instanceof BudgetExceeded) throw error;
    return '';
  }
});
