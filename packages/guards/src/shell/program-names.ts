import { MARKS } from './marks.ts';

/**
 * The name that rules know a program by: without its folder, its ending on Windows and its version, and in small
 * letters where the system does not tell them apart.
 */
export function programName(word: string): string {
  const bare = word
    .slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
    .replace(/\.(?:exe|com|cmd|bat)$/i, '');
  const name = /^[A-Z][A-Z\d]+$/.test(bare) ? bare.toLowerCase() : bare;
  const [, language = '', version = ''] = VERSIONED.exec(name) ?? [];
  return language === '' ? name : language + (/^(?:python|pypy)$/.test(language) ? version : '');
}

const VERSIONED = /^(python|pypy|perl|ruby|php|lua|luajit|tclsh|wish)-?(\d?)[\d.]*$/;

/** Whether it is a command of PowerShell, such as `Remove-Item`. */
export const isCmdlet = (word: string): boolean => /^[A-Z][a-z]+-[A-Z][A-Za-z]+$/.test(word);

/** What `rd /s` and its like remove with all that is in it; null for another call. */
export function removedOnWindows(name: string, args: readonly string[]): readonly string[] | null {
  if (!/^(?:del|erase|rd|rmdir)$/.test(name) || !args.some((word) => /^\/s$/i.test(word))) return null;
  return args.filter((word) => !/^\/[a-z]$/i.test(word));
}

/** The programs that a glob such as `/bin/r?` may mean, of those that matter most. */
export function programsNamedBy(word: string): readonly string[] {
  // Several stars mean the same as one, and would take long to match.
  const glob = word.slice(word.lastIndexOf('/') + 1).replace(/\uE002+/g, MARKS.star);
  const folder = word.slice(0, word.lastIndexOf('/') + 1);
  if (!GLOB.test(word) || !SYSTEM_FOLDER.test(folder)) return [];
  const source = Array.from(glob, (one) =>
    one === MARKS.star ? '.*' : one === MARKS.some ? '.' : one.replace(/[^\w\s]/, String.raw`\$&`),
  ).join('');
  const pattern = new RegExp(`^${source}$`);
  return MEANT.filter((name) => pattern.test(name));
}

const GLOB = new RegExp(`[${MARKS.star}${MARKS.some}]`);
/** A folder of the system, or one that a glob below the root may be: `/???/`. */
const SYSTEM_FOLDER =
  /^\/(?:usr\/(?:local\/)?)?(?:s?bin|[^/]*[\uE002\uE003][^/]*)\/(?:[^/]*[\uE002\uE003][^/]*\/|s?bin\/)?$/;
const MEANT = 'rm dd shred mkfs sh bash zsh dash curl wget nc ncat python3 perl chmod chown mv rmdir unlink find'.split(
  ' ',
);

/** The words that `git -c alias.x='reset --hard' x` means; null without such an alias. */
export function gitAlias(args: readonly string[]): readonly string[] | null {
  const set = args.flatMap((word, at) =>
    args[at - 1] === '-c' ? [/^alias\.([^=]+)=(?!!)(.+)$/s.exec(word) ?? []] : [],
  );
  const [, name, text] = set.find(([, each]) => each !== undefined && args.includes(each)) ?? [];
  return name === undefined || text === undefined
    ? null
    : [...text.trim().split(/\s+/), ...args.slice(args.indexOf(name) + 1)];
}
