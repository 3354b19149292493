/**
 * What a shell would put in place of an expansion is often not known. Characters of private use stand for it, so that a text with
 * holes is still a text: it can be joined, split, parsed again, and a rule sees what kind of hole it looks at.
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
  /** Was decoded from what cannot be read here. */
  hidden: '\uE005',
  /** Holds a secret of the user, such as a private key. */
  secret: '\uE006',
  /** Stands between the items of an array. */
  item: '\uE007',
  /** May be anything, empty too, and its name says that what it names can be made again: `$BUILD_DIR`. */
  remade: '\uE008',
  /** What another program prints. */
  printed: '\uE009',
} as const;

/** Whether a part of the text is not known. */
export const hasHole = (text: string): boolean => HOLE.test(text);

/** The text when all that may be empty is. */
export const emptied = (text: string): string => text.replace(MAYBE_EMPTY, '');

/** What becomes of a text in a program that does something unknown to it: its kinds of origin stay. */
export function blurred(text: string): string {
  const origins = ORIGINS.filter((mark) => text.includes(mark));
  return origins.length === 0 ? MARKS.printed : origins.join('');
}

/** The text as a person would have written it. */
export const shown = (text: string): string => text.replace(ANY, (mark) => SHOWN[mark] ?? '…');

const SHOWN: Readonly<Record<string, string>> = { [MARKS.star]: '*', [MARKS.some]: '?', [MARKS.item]: ' ' };
const ORIGINS = [MARKS.network, MARKS.hidden, MARKS.secret];
const HOLE = /[\uE000\uE001\uE004-\uE006\uE008\uE009]/;
const MAYBE_EMPTY = /[\uE000\uE008\uE009]/g;
const ANY = /[\uE000-\uE009]/g;
