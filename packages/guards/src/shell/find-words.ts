import { runsItsArguments } from '@hookline/core/internal';
import { MARKS } from './marks.ts';

/** The folders where `find` starts: the words before its first test. */
export function findStarts(args: readonly string[]): readonly string[] {
  const end = args.findIndex((word) => /^[-(!]/.test(word) && !/^-[HLPOD]/.test(word));
  const starts = (end < 0 ? args : args.slice(0, end)).filter((word) => !/^-[HLPOD]/.test(word));
  return starts.length === 0 ? ['.'] : starts;
}

/** Whether it searches for some files only: by name, age or size. */
export const hasFilter = (args: readonly string[]): boolean => ownTests(args).some((word) => FILTER.test(word));

/**
 * Whether it removes what it finds, by itself or by a program that it starts; the arguments of that program do not
 * count.
 */
export const findDeletes = (args: readonly string[]): boolean =>
  ownTests(args).includes('-delete') ||
  args.some((word, at) => /^-(?:exec|ok)(?:dir)?$/.test(word) && REMOVES.test(programOf(args.slice(at + 1))));

/** The program that a command runs, with wrappers such as `sudo` and their options left out. */
const programOf = (words: readonly string[]): string =>
  words.map(nameOf).find((name) => !name.startsWith('-') && !runsItsArguments(name)) ?? '';

const nameOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1);

/** Its arguments without those of the commands that it starts. */
function ownTests(args: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let isInside = false;
  for (const word of args) {
    if (!isInside) kept.push(word);
    if (/^-(?:exec|ok)(?:dir)?$/.test(word)) isInside = true;
    else if (word === ';' || word === '+') isInside = false;
  }
  return kept;
}

/** The form of the paths found: everything in a folder, or something below it. */
export const foundBy = (args: readonly string[]): readonly string[] =>
  findStarts(args).map((start) => `${start.replace(/\/+$/, '')}/${hasFilter(args) ? MARKS.filled : MARKS.star}`);

const REMOVES = /^(?:rm|shred|unlink|srm)$/;
const FILTER =
  /^-(?:i?name|i?path|i?wholename|i?regex|empty|[acm]time|[acm]min|newer\w*|size|user|group|perm|inum|links|lname|xtype|samefile|nouser|nogroup)$/;
