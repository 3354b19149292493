/**
 * The value of an expansion is often unknown. Private-use characters replace it, so that a text with unknown parts is
 * still a text: it can be joined, split, parsed again, and a rule sees which kind of unknown it is.
 */
export const MARKS = {
  /** May be anything, empty too. */
  unknown: '\uE000',
  /** Anything but empty. */
  filled: '\uE001',
  /** An unquoted `*`. */
  star: '\uE002',
  /** An unquoted `?`, `[…]` or extended glob. */
  some: '\uE003',
  /** Came over the network. */
  network: '\uE004',
  /** Was decoded from data that cannot be read here. */
  hidden: '\uE005',
  /** Contains a secret of the user, such as a private key. */
  secret: '\uE006',
  /** Separates the items of an array. */
  item: '\uE007',
  /** May be anything, empty too, and its name suggests that what it names can be recreated: `$BUILD_DIR`. */
  remade: '\uE008',
  /** The output of another program. */
  printed: '\uE009',
  /** Stands in a known text that was written encoded: `echo aWQ= | base64 -d`. */
  decoded: '\uE00A',
  /** Whole folders, as an archive that goes on to another program. */
  archive: '\uE00B',
  /** Contains what everybody on this machine may read, and no one on another: the list of its accounts. */
  accounts: '\uE00C',
} as const;

/** The text as if it had been written plainly. */
export const undecoded = (text: string): string => text.replaceAll(MARKS.decoded, '');

/** Whether a part of the text is not known. */
export const hasHole = (text: string): boolean => HOLE.test(text);

/** The text with every part that may be empty removed. */
export const emptied = (text: string): string => text.replace(MAYBE_EMPTY, '');

/** The text after a program that changes it in an unknown way: the kinds of its origin are kept. */
export function blurred(text: string): string {
  const origins = ORIGINS.filter((mark) => text.includes(mark));
  return origins.length === 0 ? MARKS.printed : origins.join('');
}

/** Whether a part of the text is not for other machines. */
export const isPrivate = (text: string): boolean => text.includes(MARKS.secret) || text.includes(MARKS.accounts);

/** The text as a person would have written it. */
export const shown = (text: string): string => text.replace(ANY, (mark) => SHOWN[mark] ?? '…');

const SHOWN: Readonly<Record<string, string>> = {
  [MARKS.star]: '*',
  [MARKS.some]: '?',
  [MARKS.item]: ' ',
  [MARKS.decoded]: '',
};
const ORIGINS = [MARKS.network, MARKS.hidden, MARKS.secret, MARKS.archive, MARKS.accounts];
/** Any part of a text that is not known. */
export const HOLE = /[\uE000\uE001\uE004-\uE006\uE008\uE009\uE00B\uE00C]/;
const MAYBE_EMPTY = /[\uE000\uE008\uE009]/g;
const ANY = /[\uE000-\uE00C]/g;
