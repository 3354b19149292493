import type { Bash } from '@hookline/core/internal';
import { arrayOf, itemAt, itemsIn } from './arrays.ts';
import { removed, replaced } from './cut-values.ts';
import { MARKS, hasHole } from './marks.ts';
import { type Shell, subshell } from './shell.ts';

/** Expands a word inside an expansion to one text. */
type Expand = (word: Bash.Word) => string;

/** The value of `$NAME` in this shell. */
export function valueOfName(name: string, shell: Shell): string {
  if (/^[?$!#-]$/.test(name)) return MARKS.filled;
  const value = shell.variables.get(name) ?? unsetValue(name);
  // The name of an array alone means its first item.
  return name === '@' ? value : (value.split(MARKS.item)[0] ?? '');
}

/** What is known of a variable that the line does not set: its name may suggest that what it names can be recreated. */
const unsetValue = (name: string): string =>
  CHOSEN.get(name) ?? (REMADE.test(name) ? MARKS.remade : SIGNING_KEY.test(name) ? MARKS.secret : MARKS.unknown);

/** What a person has chosen for a purpose, by a program of that kind. */
const CHOSEN: ReadonlyMap<string, string> = new Map([
  ['EDITOR', 'vi'],
  ['VISUAL', 'vi'],
  ['PAGER', 'less'],
]);

/** Keys that sign requests and are never sent themselves. */
const SIGNING_KEY = /^(?:AWS_SECRET_ACCESS_KEY|\w*PRIVATE_KEY|(?:\w*_)?(?:SECRET|SIGNING)_KEY)$/;

const REMADE =
  /(?:^|_)(?:te?mp|tempdir|tmpdir|workdir|work_dir|build|builddir|dist|distdir|out|outdir|output|cache|cachedir|coverage|target|artifacts?|scratch|sandbox)(?:_?(?:dir|path|folder|root|home|base|file|directory))?$/i;

/** The value of `${…}` in this shell. */
export function valueOfParameter(part: Bash.ParameterExpansionPart, shell: Shell, expand: Expand): string {
  if (part.prefix === '#') return MARKS.filled;
  const name = part.prefix === '!' ? valueOfName(part.parameter, shell) : part.parameter;
  const index = part.index === undefined ? null : expand(part.index);
  const value = index === null ? valueOfName(name, shell) : itemOf(name, index, shell);
  if (part.operation === undefined) return value;
  const around = { name, shell, expand };
  return index === '@' || name === '@'
    ? operatedItems(part.operation, value, around)
    : operated(part.operation, value, around);
}

/** What is done to an array is done to each of its items; a slice has whole items. */
function operatedItems(operation: Bash.ParameterOperation, value: string, around: ParameterContext): string {
  if (operation.type === 'Default') return operated(operation, value, around);
  if (operation.type !== 'Slice') return arrayOf(itemsIn(value).map((item) => operated(operation, item, around)));
  // The arguments are counted from 1.
  const items = around.name === '@' ? ['', ...itemsIn(value)] : itemsIn(value);
  const { offset, length } = operation;
  const [start, count] = [offset, length].map((word) =>
    word === undefined ? Infinity : Number(around.expand(word).trim()),
  );
  if (start === undefined || count === undefined || Number.isNaN(start) || Number.isNaN(count)) return value;
  const from = start < 0 ? Math.max(0, items.length + start) : start;
  return arrayOf(items.slice(from, from + count));
}

/** One item of an array, or all of them. */
function itemOf(name: string, index: string, { variables }: Shell): string {
  const value = variables.get(name) ?? MARKS.unknown;
  if (index === '@') return value;
  if (index === '*' || index === MARKS.star) return value.replaceAll(MARKS.item, ' ');
  return itemAt(name, index, variables) ?? MARKS.unknown;
}

interface ParameterContext {
  readonly name: string;
  readonly shell: Shell;
  readonly expand: Expand;
}

function operated(operation: Bash.ParameterOperation, value: string, around: ParameterContext): string {
  const { expand } = around;
  switch (operation.type) {
    case 'Default':
      return defaulted(operation, value, around);
    case 'Slice':
      return sliced(value, expand(operation.offset), operation.length === undefined ? null : expand(operation.length));
    case 'Remove':
      return hasHole(value) ? value : removed(value, operation.operator, expand(operation.operand));
    case 'Replace':
      return hasHole(value)
        ? value
        : replaced(value, operation.operator, [expand(operation.pattern), expand(operation.replacement)]);
    case 'CaseModification':
      return recased(value, operation.operator);
    case 'Transform':
      if (expand(operation.operand) === 'P') runPrompt(value, around.shell);
      return value;
    case 'Names':
    case 'Unknown':
      return MARKS.unknown;
  }
}

/** `${x@P}` expands a value as a prompt: what stands in it is run, and may be written by numbers. */
function runPrompt(value: string, shell: Shell): void {
  const text = value.replace(/\\(0?[01][0-7]{2})/g, (_whole, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
  if (text !== value) shell.session.acts.push({ act: 'blind-script', from: 'encoding', by: '@P' });
  if (/\$\(|`/.test(text)) shell.session.runner.text(`: "${text.replaceAll('"', '')}"`, subshell(shell));
}

function defaulted(
  { operator, operand }: Bash.ParameterDefaultOperation,
  value: string,
  around: ParameterContext,
): string {
  const isKnown = value !== MARKS.unknown && value !== MARKS.remade;
  const isUsable = isKnown && (value !== '' || !operator.startsWith(':'));
  const other = around.expand(operand);
  if (operator.endsWith('+')) return isUsable || !isKnown ? other : '';
  if (isUsable) return value;
  if (operator.endsWith('?')) return MARKS.filled;
  if (operator.endsWith('=')) around.shell.variables.set(around.name, other);
  // A variable of the environment may be set, and then it has a value; what matters is that the default may be used
  // instead.
  return other;
}

function sliced(value: string, offset: string, length: string | null): string {
  const [start, count] = [Number(offset.trim()), length === null ? null : Number(length.trim())];
  if (hasHole(value) || !Number.isInteger(start) || (count !== null && !Number.isInteger(count))) return value;
  const from = start < 0 ? value.length + start : start;
  if (count === null) return value.slice(from);
  return value.slice(from, count < 0 ? value.length + count : from + count);
}

function recased(value: string, operator: string): string {
  const change = (text: string): string => (operator.startsWith('^') ? text.toUpperCase() : text.toLowerCase());
  return operator.length === 2 ? change(value) : change(value.slice(0, 1)) + value.slice(1);
}
