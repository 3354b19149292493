import type { Bash } from '@hookline/core/internal';
import { expandBraces } from './braces.ts';
import { MARKS } from './marks.ts';
import { valueOfName, valueOfParameter } from './parameter.ts';
import { followed, LIMITS, type Shell } from './shell.ts';

/** Runs the content of `$(…)` or `<(…)`, and returns its output, as far as that is known. */
export type RunInside = (script: Bash.ParsedScript | undefined, shell: Shell) => string;

/** The fields that a shell makes of a word: none, one, or several. */
export function fieldsOf(word: Bash.Word, shell: Shell, run: RunInside): readonly string[] {
  if (word.parts === undefined) return followed(expandBraces(withHome(word.value, word.text, shell)), shell);
  const pieces = word.parts.map((part, index) => pieceOf(part, { shell, run, isFirst: index === 0 }));
  const { done, open } = pieces.reduce<Fields>(joined, { done: [], open: [{ text: '', isThere: false }] });
  const fields = [...done, ...open].filter(({ isThere, text }) => isThere || text !== '');
  return followed(
    fields.flatMap(({ text }) => text.split(MARKS.item)),
    shell,
  );
}

/** The word as one text, as in an assignment: nothing is split. */
export const textOf = (word: Bash.Word, shell: Shell, run: RunInside): string =>
  word.parts === undefined ? withHome(word.value, word.text, shell) : partsText(word.parts, shell, run, true);

/** A text with expansions in it, such as the body of a here-document. */
export const partsText = (parts: readonly Bash.WordPart[], shell: Shell, run: RunInside, isWord = false): string =>
  itemsText(parts, { shell, run, isFirst: isWord }).replaceAll(MARKS.item, ' ');

/** The items of arrays are still separate. */
const itemsText = (parts: readonly Bash.WordPart[], { shell, run, isFirst }: ExpansionContext): string =>
  parts.map((part, index) => pieceOf(part, { shell, run, isFirst: isFirst && index === 0 }).texts.join(' ')).join('');

interface Field {
  readonly text: string;
  /** An empty word counts only when it has a quoted part. */
  readonly isThere: boolean;
}

interface Piece {
  /** Several: alternatives of a brace expansion. */
  readonly texts: readonly string[];
  readonly isQuoted: boolean;
  /** It is split into words at spaces. */
  readonly splits: boolean;
}

/** The finished fields, and the open ones: several while braces expand to several texts. */
interface Fields {
  readonly done: readonly Field[];
  readonly open: readonly Field[];
}

function joined({ done, open }: Fields, { texts, isQuoted, splits }: Piece): Fields {
  const [only = ''] = texts;
  const [first = '', ...words] = splits ? only.split(SPACE) : [];
  if (words.length === 0) {
    const next = open.flatMap((field) => texts.map((text) => added(field, text, isQuoted)));
    return { done, open: next.slice(0, ENOUGH) };
  }
  const ended = open.map((field) => added(field, first, isQuoted));
  const rest = words.map((text) => ({ text, isThere: false }));
  return { done: [...done, ...ended, ...rest.slice(0, -1)].slice(0, ENOUGH), open: rest.slice(-1) };
}

const added = (field: Field, text: string, isQuoted: boolean): Field => ({
  text: field.text + text,
  isThere: field.isThere || isQuoted,
});

/** One more than is followed, so that it shows that something is left out. */
const ENOUGH = LIMITS.fields + 1;
const SPACE = /[ \t\n\uE007]+/;

interface ExpansionContext {
  readonly shell: Shell;
  readonly run: RunInside;
  readonly isFirst: boolean;
}

const quoted = (text: string): Piece => ({ texts: [text], isQuoted: true, splits: false });
const plain = (text: string): Piece => ({ texts: [text], isQuoted: false, splits: false });
/** An unquoted value is split at spaces and at the characters of IFS. */
const split = (text: string, { variables }: Shell): Piece => {
  const others = (variables.get('IFS') ?? '').replace(/[\s\uE000-\uE009]/g, '');
  const parted = Array.from(others).reduce((rest, character) => rest.replaceAll(character, MARKS.item), text);
  return { texts: [parted], isQuoted: false, splits: true };
};

function pieceOf(part: Bash.WordPart, around: ExpansionContext): Piece {
  const { shell, run } = around;
  switch (part.type) {
    case 'Literal':
      return plain(around.isFirst ? withHome(part.value, part.text, shell) : part.value);
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return quoted(part.value);
    case 'DoubleQuoted':
    case 'LocaleString':
      return quoted(itemsText(part.parts, { shell, run, isFirst: false }));
    case 'SimpleExpansion':
      return split(valueOfName(part.text.slice(1), shell), shell);
    case 'ParameterExpansion':
      return split(
        valueOfParameter(part, shell, (word) => textOf(word, shell, run)),
        shell,
      );
    case 'CommandExpansion':
      return split(run(part.script, shell).replace(/\n+$/, ''), shell);
    case 'ProcessSubstitution':
      return quoted(fileOf(part, shell, run));
    case 'ArithmeticExpansion':
      return plain(MARKS.filled);
    case 'Glob':
      return plain(part.kind === 'star' ? MARKS.star : MARKS.some);
    case 'ExtendedGlob':
      return plain(MARKS.some);
    case 'BraceExpansion':
      return {
        texts: expandBraces(part.text.replaceAll('*', MARKS.star)).map(unescaped),
        isQuoted: false,
        splits: false,
      };
  }
}

const unescaped = (text: string): string => text.replace(/\\(.)/g, '$1').replace(/['"]/g, '');

function withHome(value: string, text: string, { session }: Shell): string {
  return /^~(?=$|\/)/.test(text)
    ? session.home + value.slice(1)
    : value.replace(/^~(?=[a-z])/, text.startsWith('~') ? '/home/' : '~');
}

/** The output of a process substitution can be read from a file without a known name. */
function fileOf(part: Bash.ProcessSubstitutionPart, shell: Shell, run: RunInside): string {
  const path = `/dev/fd/substitution-${shell.files.size}`;
  shell.files.set(path, '');
  // What is written into `>(…)` is not known here.
  const printed = run(part.script, part.operator === '<' ? shell : { ...shell, stdin: MARKS.printed });
  if (part.operator === '<') shell.files.set(path, printed);
  return path;
}
