import { withSpaces } from './json-spaces.ts';

/**
 * How the members of an object or a list were written, where JavaScript would write them differently: it has no
 * integers beyond 2^53, no `1.0`, nothing beyond 1e308, and puts integer-like keys first. The values themselves stay
 * ordinary ones, so that code which only reads them need not care.
 */
interface Written {
  /** The text of numbers, by key or index. */
  readonly numbers: ReadonlyMap<string, string>;
  /** The order of the keys; null where it is JavaScript's own. */
  readonly keys: readonly string[] | null;
}

const WRITTEN = new WeakMap<object, Written>();
const UNWRITTEN: Written = { numbers: new Map(), keys: null };
/** Most processes never see such a number or key. */
let isAnyWritten = false;

/** Stores how the members of an object or list were written. */
export function noteWritten(
  container: object,
  numbers: ReadonlyMap<string, string>,
  keys: readonly string[] | null,
): void {
  if (numbers.size === 0 && keys === null) return;
  isAnyWritten = true;
  WRITTEN.set(container, { numbers, keys });
}

/** Whether it is stored how the members of this object or list were written. */
export const isWritten = (container: object): boolean => isAnyWritten && WRITTEN.has(container);

/** The text of a number that is a member of an object or list, where JavaScript would write it differently. */
export const writtenNumber = (container: object, key: string): string | undefined =>
  isAnyWritten ? WRITTEN.get(container)?.numbers.get(key) : undefined;

/**
 * Copies to a changed copy how its remaining members were written, in addition to what is stored for it; `nameIn`
 * gives a key's name in the copy, null where it is gone.
 */
export function carryWritten<Copy extends object>(
  from: object,
  copy: Copy,
  nameIn: (key: string) => string | null = (key) => key,
  what: 'all' | 'numbers' = 'all',
): Copy {
  const written = isAnyWritten ? WRITTEN.get(from) : undefined;
  if (written === undefined || from === copy) return copy;
  const numbers = [...written.numbers].flatMap(([key, text]): readonly (readonly [string, string])[] => {
    const name = nameIn(key);
    return name !== null && Object.is(member(copy, name), member(from, key)) ? [[name, text]] : [];
  });
  const known = WRITTEN.get(copy) ?? UNWRITTEN;
  const keys = written.keys === null || what === 'numbers' ? null : keysIn(copy, written.keys.map(nameIn));
  noteWritten(copy, new Map([...known.numbers, ...numbers]), known.keys ?? keys);
  return copy;
}

const member = (container: object, key: string): unknown => (container as Readonly<Record<string, unknown>>)[key];

function keysIn(copy: object, kept: readonly (string | null)[]): readonly string[] {
  const own = Object.keys(copy);
  const known = kept.filter((key) => key !== null).filter((key) => own.includes(key));
  return [...known, ...own.filter((key) => !known.includes(key))];
}

/**
 * The JSON text of a value, such as an outcome: numbers and the order of keys as they were originally written, all
 * else as JSON.stringify writes it.
 */
export function writtenJson(value: unknown, style: 'compact' | 'spaced' | 'indented' = 'compact'): string {
  const marked = markedIn(value);
  if (marked === null) return plainJson(value, style);
  return write({ marked, style }, value, '');
}

/** `compact`: no spaces; `spaced`: one after every colon and comma; `indented`: lines, two spaces a level. */
type JsonStyle = 'compact' | 'spaced' | 'indented';

/** Whether anything in a value was written differently from how JavaScript writes it. */
export const isWrittenOtherwise = (value: unknown): boolean => markedIn(value) !== null;

/** The containers that lead to such members; null when there are none. */
function markedIn(value: unknown): ReadonlySet<object> | null {
  if (!isAnyWritten) return null;
  const marked = new Set<object>();
  mark(value, marked, 0);
  return marked.size === 0 ? null : marked;
}

/** Deeper than any JSON that is accepted; for an object that contains itself, JSON.stringify throws. */
const DEEPEST = 2000;

function mark(value: unknown, marked: Set<object>, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return false;
  let isMarked = WRITTEN.has(value);
  for (const child of Array.isArray(value) ? (value as readonly unknown[]) : Object.values(value))
    if (typeof child === 'object' && child !== null && mark(child, marked, depth + 1)) isMarked = true;
  if (isMarked) marked.add(value);
  return isMarked;
}

interface JsonWriting {
  readonly marked: ReadonlySet<object>;
  readonly style: JsonStyle;
}

const COLON: Readonly<Record<JsonStyle, string>> = { compact: ':', spaced: ': ', indented: ': ' };

function write(writing: JsonWriting, value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null || !writing.marked.has(value))
    return plainJson(value, writing.style).replaceAll('\n', `\n${indent}`);
  const { numbers, keys } = WRITTEN.get(value) ?? UNWRITTEN;
  const inner = writing.style === 'indented' ? `${indent}  ` : '';
  const text = (key: string, child: unknown): string =>
    (typeof child === 'number' ? numbers.get(key) : undefined) ?? write(writing, child, inner);
  const isList = Array.isArray(value);
  const parts = isList
    ? (value as readonly unknown[]).map((child, index) => text(String(index), isSilent(child) ? null : child))
    : (keys ?? Object.keys(value))
        .filter((key) => !isSilent(member(value, key)))
        .map((key) => `${JSON.stringify(key)}${COLON[writing.style]}${text(key, member(value, key))}`);
  return enclosed(parts, isList ? '[]' : '{}', writing.style, indent);
}

/** JSON cannot express these, and leaves them out. */
const isSilent = (value: unknown): boolean =>
  value === undefined || typeof value === 'function' || typeof value === 'symbol';

function enclosed(parts: readonly string[], brackets: string, style: JsonStyle, indent: string): string {
  const [opening, closing] = [brackets.charAt(0), brackets.charAt(1)];
  if (parts.length === 0) return brackets;
  if (style === 'indented')
    return `${opening}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${closing}`;
  return `${opening}${parts.join(style === 'spaced' ? ', ' : ',')}${closing}`;
}

function plainJson(value: unknown, style: JsonStyle): string {
  const json = (style === 'indented' ? JSON.stringify(value, null, 2) : JSON.stringify(value)) as string | undefined;
  if (json === undefined) return 'null';
  return style === 'spaced' ? spaced(json) : json;
}

function spaced(json: string): string {
  const piece = withSpaces(json);
  return typeof piece === 'string' ? piece : Buffer.from(piece).toString();
}
