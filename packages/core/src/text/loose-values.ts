import type { Json } from '../model/index.ts';

/** The scalar values at some paths of a text, in the order in which they are written. */
export type LooseValues = ReadonlyMap<string, readonly Scalar[]>;
export type Scalar = string | number | boolean;

/**
 * Reads the scalars at the wanted dotted paths out of a text that begins as a JSON object, whatever is wrong with the
 * rest of it: cut anywhere, nested without end, not JSON, followed by more. Never throws; one pass over the text.
 */
export function looseValues(text: string, wanted: ReadonlySet<string>): LooseValues {
  const scan: ValueScan = { text, at: text.indexOf('{') + 1, open: [{ path: '', key: null }], skipped: 0 };
  const found = new Map<string, Scalar[]>();
  if (scan.at === 0) return found;
  const ways = waysTo(wanted);
  while (scan.at < text.length && scan.open.length > 0) readNext(scan, ways, found);
  return found;
}

/** An object on the way to a wanted value. */
interface OpenObject {
  readonly path: string;
  /** The key whose value comes next; null where a key comes next. */
  key: string | null;
}

interface ValueScan {
  readonly text: string;
  at: number;
  readonly open: OpenObject[];
  /** How many unwanted brackets are open. */
  skipped: number;
}

/** The wanted paths, and their ancestor objects. */
interface Ways {
  readonly wanted: ReadonlySet<string>;
  readonly objects: ReadonlySet<string>;
}

function waysTo(wanted: ReadonlySet<string>): Ways {
  const objects = [...wanted].flatMap((path) => {
    const keys = path.split('.');
    return keys.slice(0, -1).map((_, index) => keys.slice(0, index + 1).join('.'));
  });
  return { wanted, objects: new Set(objects) };
}

function readNext(scan: ValueScan, ways: Ways, found: Map<string, Scalar[]>): void {
  const character = scan.text.charAt(scan.at);
  switch (character) {
    case '{':
    case '[':
      return openBracket(scan, ways, character);
    case '}':
    case ']':
      return closeBracket(scan);
    case '"':
      return readText(scan, ways, found);
    case ',':
      return endMember(scan);
    case ':':
    case ' ':
    case '\n':
    case '\r':
    case '\t':
      scan.at++;
      return;
    default:
      return readBareWord(scan, ways, found);
  }
}

function openBracket(scan: ValueScan, { objects }: Ways, bracket: string): void {
  scan.at++;
  const path = scan.skipped > 0 ? null : pathOf(scan);
  if (bracket === '{' && path !== null && objects.has(path)) scan.open.push({ path, key: null });
  else scan.skipped++;
}

/** A bracket of the wrong kind closes as well, so that nothing inside counts as outside. */
function closeBracket(scan: ValueScan): void {
  scan.at++;
  if (scan.skipped > 0) scan.skipped--;
  else scan.open.pop();
  if (scan.skipped === 0) forgetKey(scan);
}

function endMember(scan: ValueScan): void {
  scan.at++;
  if (scan.skipped === 0) forgetKey(scan);
}

function forgetKey(scan: ValueScan): void {
  const object = scan.open.at(-1);
  if (object !== undefined) object.key = null;
}

/** The path of the value that comes next; null where a key is expected, or the key cannot be part of a path. */
function pathOf({ open }: ValueScan): string | null {
  const object = open.at(-1);
  if (object === undefined || object.key === null || object.key.includes('.')) return null;
  return object.path === '' ? object.key : `${object.path}.${object.key}`;
}

function readText(scan: ValueScan, ways: Ways, found: Map<string, Scalar[]>): void {
  const start = scan.at;
  scan.at = endOfString(scan.text, start);
  const object = scan.open.at(-1);
  if (scan.skipped > 0 || object === undefined) return;
  if (object.key === null) object.key = unquoted(scan.text.slice(start, scan.at));
  else giveValue(scan, ways, found, () => unquoted(scan.text.slice(start, scan.at)));
}

const BARE_WORD = /[^\s,:{}[\]"]+/y;

function readBareWord(scan: ValueScan, ways: Ways, found: Map<string, Scalar[]>): void {
  BARE_WORD.lastIndex = scan.at;
  const word = BARE_WORD.exec(scan.text)?.[0] ?? scan.text.charAt(scan.at);
  scan.at += word.length;
  if (scan.skipped === 0) giveValue(scan, ways, found, () => scalarIn(word));
}

function giveValue(scan: ValueScan, { wanted }: Ways, found: Map<string, Scalar[]>, read: () => Scalar | null): void {
  const path = pathOf(scan);
  forgetKey(scan);
  const value = path !== null && wanted.has(path) ? read() : null;
  if (path === null || value === null) return;
  const known = found.get(path);
  if (known === undefined) found.set(path, [value]);
  else known.push(value);
}

/** Whatever stands behind it, as long as it cannot be part of a longer word. */
const TRUTH = /^(?:true|false)(?!\w)/;

/** The value of a word outside quotes; null for those without one, such as null and NaN. */
function scalarIn(word: string): Scalar | null {
  try {
    const value = JSON.parse(TRUTH.exec(word)?.[0] ?? word) as Json;
    return typeof value === 'boolean' || typeof value === 'number' ? value : null;
  } catch {
    return null;
  }
}

/** The content of a string as written, also when it is cut or not valid JSON. */
function unquoted(written: string): string {
  try {
    return JSON.parse(written) as string;
  } catch {
    const isClosed = endOfString(written, 0) === written.length && written.length > 1 && written.endsWith('"');
    return written
      .slice(1, isClosed ? -1 : undefined)
      .replace(/\\(?:u([\da-f]{4})|([^]?))/gi, (_, unit: string | undefined, letter: string | undefined) =>
        unit === undefined ? (ESCAPES[letter ?? ''] ?? letter ?? '') : String.fromCharCode(Number.parseInt(unit, 16)),
      );
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const BACKSLASH = 0x5c;

/** The offset after the closing quote of the string at `start`, or the end of the text. */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
}
