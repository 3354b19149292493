/** The parsed arguments of a program. */
export interface Flags {
  /** Names of the options given, without dashes. */
  readonly names: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly string[];
}

/** How a program writes its options. */
export interface FlagStyle {
  /** Options that take the next word, or the rest of their own. */
  readonly valued?: readonly string[];
  /** Options that take the rest of their own word, if there is any, and never the next. */
  readonly optional?: readonly string[];
  /** `long`: one dash begins a long name, as in `find -name`. */
  readonly dash?: 'short' | 'long';
  /** Options end at the first operand. */
  readonly stopsAtOperand?: boolean;
}

/** Separates options, their values and operands; `--` ends the options. */
export function readFlags(words: readonly string[], style: FlagStyle = {}): Flags {
  const reading: Reading = { names: new Set(), values: new Map(), operands: [], style };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') {
      reading.operands.push(...words.slice(at + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-')) {
      if (style.stopsAtOperand === true) {
        reading.operands.push(...words.slice(at));
        break;
      }
      reading.operands.push(word);
    } else if (readFlag(reading, word, words[at + 1])) at += 1;
  }
  return reading;
}

/** Whether one of these options is given; a long one may be abbreviated as GNU programs allow it. */
export function isSet({ names }: Flags, wanted: readonly string[]): boolean {
  if (wanted.some((name) => names.has(name))) return true;
  const long = wanted.filter((name) => name.length > 3);
  return [...names].some((given) => given.length >= 3 && long.some((name) => name.startsWith(given)));
}

export const valuesOf = ({ values }: Flags, wanted: readonly string[]): readonly string[] =>
  wanted.flatMap((name) => values.get(name) ?? []);

interface Reading {
  readonly names: Set<string>;
  readonly values: Map<string, string[]>;
  readonly operands: string[];
  readonly style: FlagStyle;
}

/** True when the next word belongs to it. */
function readFlag(reading: Reading, word: string, next: string | undefined): boolean {
  if (word.startsWith('--') || reading.style.dash === 'long') return readLong(reading, word.replace(/^--?/, ''), next);
  const letters = Array.from(word.slice(1));
  for (const [index, letter] of letters.entries()) {
    reading.names.add(letter);
    const rest = letters.slice(index + 1).join('');
    if (reading.style.optional?.includes(letter) === true) {
      addValue(reading, letter, rest);
      return false;
    }
    if (reading.style.valued?.includes(letter) !== true) continue;
    addValue(reading, letter, rest === '' ? (next ?? '') : rest);
    return rest === '';
  }
  return false;
}

function readLong(reading: Reading, text: string, next: string | undefined): boolean {
  const equals = text.indexOf('=');
  const name = equals < 0 ? text : text.slice(0, equals);
  // The last one counts: `--dry-run --no-dry-run`, `--volumes=false`.
  if (name.startsWith('no-')) reading.names.delete(name.slice(3));
  if (text.slice(equals + 1) === 'false' && equals >= 0) reading.names.delete(name);
  else reading.names.add(name);
  if (equals >= 0) addValue(reading, name, text.slice(equals + 1));
  const takesNext = equals < 0 && reading.style.valued?.includes(name) === true;
  if (takesNext) addValue(reading, name, next ?? '');
  return takesNext;
}

function addValue({ values }: Reading, name: string, value: string): void {
  const given = values.get(name);
  if (given === undefined) values.set(name, [value]);
  else given.push(value);
}
