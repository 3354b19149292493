import { ansiQuoted } from './ansi-quotes.ts';
import { isKeyword } from './builtins.ts';
import { parameterValue } from './parameter.ts';
import { couldBeText, holdsShellSyntax } from './text-in-word.ts';

/** A word of a command line, as far as it is known without running anything. */
export interface ShellWord {
  /** Contains `UNKNOWN` in place of a value that only a shell would know. */
  readonly text: string;
  /** The target of an output redirection. */
  readonly isWritten: boolean;
  /** The target of an input redirection. */
  readonly isRead?: true;
  /** It is in a text that is printed, compared or stored, not run. */
  readonly isShown?: true;
}

export type Command = readonly ShellWord[];

export const UNKNOWN = '\0';

/** The known values of variables, by name. */
export type KnownValues = ReadonlyMap<string, string>;

const MAX_DEPTH = 8;

/** Every word of a shell text, also of texts quoted inside it; accepts any input and is never an exact parse. */
export function commandsIn(text: string, values: KnownValues): readonly Command[] {
  let known = values;
  const rounds = ASSIGNS.test(text) ? MAX_ROUNDS : 0;
  for (let round = 0; round < rounds; round++) known = assignedIn(readAll(text, known), values);
  return readAll(text, known);
}

const MAX_ROUNDS = 2;
const ASSIGNS = /(?:^|[\s;&|(])[A-Za-z_]\w*\+?=|\bfor\s/;

/**
 * A variable that is set once in the text, `x=lib` or `for x in lib`, is known from then on; one set to several values
 * is not.
 */
function assignedIn(commands: readonly Command[], values: KnownValues): KnownValues {
  const found = new Map<string, string>();
  const note = (name: string, value: string): void => {
    found.set(name, (found.get(name) ?? value) === value ? value : UNKNOWN);
  };
  for (const command of commands) {
    for (const { text } of command) {
      const [, name, added, value] = /^([A-Za-z_]\w*)(\+)?=(.+)$/s.exec(text) ?? [];
      if (name !== undefined && value !== undefined) note(name, added === undefined ? value : UNKNOWN);
    }
    const [first, name, second, ...rest] = command.map(({ text }) => text);
    if (first === 'for' && name !== undefined && second === 'in') for (const value of rest) note(name, value);
  }
  return new Map([...found, ...values]);
}

function readAll(text: string, values: KnownValues): readonly Command[] {
  let level: readonly Text[] = [{ text, isShown: false }];
  const commands: Command[] = [];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const deeper: Text[] = [];
    for (const part of level) for (const command of readCommands(part, values, deeper)) commands.push(command);
    level = deeper;
  }
  return commands;
}

/** The commands of a list of literal arguments: the list itself, and the commands inside its arguments. */
export function commandsOf(words: readonly string[], values: KnownValues): readonly Command[] {
  const texts = words.filter(holdsShellSyntax);
  const command = words.map((word) => ({ text: withValues(word, values), isWritten: false }));
  return [command, ...texts.flatMap((text) => commandsIn(text, values))];
}

const withValues = (word: string, values: KnownValues): string =>
  word.replace(/\$\{(\w+)\}|\$(\w+)/g, (whole, braced: string | undefined, bare: string | undefined) => {
    return values.get(braced ?? bare ?? '') ?? whole;
  });

const ENDS_A_WORD = /[\s;&|()<>]/;
const ENDS_A_COMMAND = /[\n;&|()]/;
/** A text inside another. */
interface Text {
  readonly text: string;
  readonly isShown: boolean;
}

interface Reader {
  readonly text: string;
  readonly values: KnownValues;
  /** Texts found inside this one. */
  readonly deeper: Text[];
  at: number;
  /** Whether quoted texts at the current position are only shown. */
  isShowing: boolean;
}

function readCommands({ text, isShown }: Text, values: KnownValues, deeper: Text[]): Command[] {
  const reader: Reader = { text, values, deeper, at: 0, isShowing: isShown };
  const commands: ShellWord[][] = [[]];
  let redirection: 'in' | 'out' | null = null;
  while (reader.at < text.length) {
    const character = text.charAt(reader.at);
    if (ENDS_A_COMMAND.test(character)) commands.push([]);
    if (character === '>') redirection = 'out';
    if (character === '<') redirection = isInput(text, reader.at) ? 'in' : null;
    if (character === '>' && text.charAt(reader.at + 1) === '&') reader.at += 1;
    if (ENDS_A_WORD.test(character)) {
      reader.at += 1;
      continue;
    }
    reader.isShowing = isShown || showsNext(commands.at(-1) ?? [], text, reader.at);
    const word = { text: readWord(reader), isWritten: redirection === 'out', ...(isShown ? SHOWN : {}) };
    commands.at(-1)?.push(redirection === 'in' ? { ...word, isRead: true } : word);
    redirection = null;
  }
  return commands.filter((command) => command.length > 0);
}

const SHOWN = { isShown: true } as const;
const SHOWING =
  /^(?:echo|printf|logger|notify-send|grep|egrep|fgrep|rg|sed|awk|jq|tr|test|\[|\[\[|case|exit|return|die|log|warn|error|fail|info|refuse|deny|block|reject|abort|say|usage|cat|read|local|export|declare|readonly)$/;

/** Whether the next word is an argument of a program that runs no text, or a value that is stored. */
function showsNext(before: readonly ShellWord[], text: string, at: number): boolean {
  const first = before.find((word) => !isKeyword(word.text));
  return (first !== undefined && SHOWING.test(first.text)) || /^\w+\+?=/.test(text.slice(at, at + 60));
}

/** Whether a file follows, not a text (`<<`, `<<<`), a command (`<(`) or a descriptor (`<&`). */
const isInput = (text: string, at: number): boolean =>
  !/[<(&]/.test(text.charAt(at + 1)) && text.charAt(at - 1) !== '<';

function readWord(reader: Reader): string {
  let word = '';
  while (reader.at < reader.text.length && !ENDS_A_WORD.test(reader.text.charAt(reader.at))) word += readPiece(reader);
  return word;
}

const READERS: Readonly<Record<string, (reader: Reader) => string>> = {
  '\\': readEscaped,
  "'": (reader) => noteText(reader, takeUntil(reader, reader.at + 1, "'")),
  '"': readQuoted,
  '`': (reader) => {
    reader.deeper.push({ text: takeUntil(reader, reader.at + 1, '`'), isShown: false });
    return UNKNOWN;
  },
  $: readExpansion,
};

function readPiece(reader: Reader): string {
  const character = reader.text.charAt(reader.at);
  const read = Object.hasOwn(READERS, character) ? READERS[character] : undefined;
  if (read !== undefined) return read(reader);
  reader.at += 1;
  return character;
}

function readEscaped(reader: Reader): string {
  const escaped = reader.text.charAt(reader.at + 1);
  reader.at += 2;
  return escaped === '\n' ? '' : escaped;
}

const LITERAL_IN_QUOTES = /^\$?'/;

function readQuoted(reader: Reader): string {
  const start = ++reader.at;
  let piece = '';
  while (reader.at < reader.text.length && reader.text.charAt(reader.at) !== '"') {
    const [literal] = LITERAL_IN_QUOTES.exec(reader.text.slice(reader.at, reader.at + 2)) ?? [];
    piece += literal ?? readPiece(reader);
    reader.at += literal?.length ?? 0;
  }
  noteText(reader, reader.text.slice(start, reader.at).replace(/\\(["\\])/g, '$1'));
  reader.at += 1;
  return piece;
}

function readExpansion(reader: Reader): string {
  const next = reader.text.charAt(reader.at + 1);
  if (next === '(' || next === '{') return readBracketed(reader, next);
  if (next === '"') {
    reader.at += 1;
    return '';
  }
  if (next === "'") {
    const quoted = ansiQuoted(reader.text, reader.at + 2);
    reader.at = quoted.end;
    return noteText(reader, quoted.text);
  }
  const [whole, name] = /^\$(?:env:)?(\w+|[@*?#!$-])/i.exec(reader.text.slice(reader.at, reader.at + 200)) ?? ['$'];
  reader.at += whole.length;
  return name === undefined ? '$' : (reader.values.get(name) ?? UNKNOWN);
}

function readBracketed(reader: Reader, open: '(' | '{'): string {
  const start = reader.at + 2;
  const body = takeBalanced(reader, start, open, open === '(' ? ')' : '}');
  if (open === '(') {
    reader.deeper.push({ text: body, isShown: false });
    return UNKNOWN;
  }
  const [name] = /^[!#]?(?:env:)?\w*/i.exec(body) ?? [''];
  noteText(reader, body.slice(name.length).replace(/^:?[-+=?]/, ' ')); // the default for a missing value
  return parameterValue(body, reader.values) ?? UNKNOWN;
}

function takeBalanced(reader: Reader, start: number, open: string, close: string): string {
  let depth = 1;
  let at = start;
  for (; at < reader.text.length; at++) {
    const character = reader.text.charAt(at);
    if (character === open) depth += 1;
    if (character === close) depth -= 1;
    if (depth === 0) break;
  }
  reader.at = at + 1;
  return reader.text.slice(start, at);
}

function takeUntil(reader: Reader, start: number, end: string): string {
  const found = reader.text.indexOf(end, start);
  const stop = found < 0 ? reader.text.length : found;
  reader.at = stop + 1;
  return reader.text.slice(start, stop);
}

function noteText(reader: Reader, text: string): string {
  if (couldBeText(text)) reader.deeper.push({ text, isShown: reader.isShowing });
  return text;
}
