import { runsItsArguments } from '@hookline/core/internal';
import { readFlags } from './flags.ts';
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
export function foundBy(args: readonly string[]): readonly string[] {
  const found = hasFilter(args) ? MARKS.filled : MARKS.star;
  return findStarts(args).map((start) => `${start.replace(/\/+$/, '')}/${found}`);
}

/** The same for `fd PATTERN FOLDER…`. */
export function foundByFd(args: readonly string[]): readonly string[] {
  const end = args.findIndex((word) => /^(?:-[xX]|--exec(?:-batch)?)$/.test(word));
  const { operands, names } = readFlags(end < 0 ? args : args.slice(0, end), { valued: FD_VALUED });
  const [pattern = '.', ...folders] = operands;
  const isAll = /^\.?\*?$/.test(pattern) && !names.has('e') && !names.has('extension');
  const found = isAll ? MARKS.star : MARKS.filled;
  return (folders.length === 0 ? ['.'] : folders).map((start) => `${start.replace(/\/+$/, '')}/${found}`);
}

const FD_VALUED = 't type e extension E exclude d max-depth S size o owner c color j threads g'.split(' ');

const REMOVES = /^(?:rm|shred|unlink|srm)$/;
const FILTER =
  /^-(?:i?name|i?path|i?wholename|i?regex|empty|[acm]time|[acm]min|newer\w*|size|user|group|perm|inum|links|lname|xtype|samefile|nouser|nogroup)$/;
