import { closeSync, existsSync, fstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { isNumber, isText, listOf, orNull, shaped } from '../../text/value-shape.ts';
import { openToRead, readAt } from '../reader.ts';
import { ColumnBlock, type LineRange, type RowColumn, TEXT_COLUMNS } from './block.ts';
import type { Dictionaries, Dictionary } from './dictionary.ts';

/** What a file was when its block was made: a block of any other file is not its block. */
export interface CacheKey {
  readonly name: string;
  readonly inode: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly first: string;
  readonly last: string;
}

interface Header extends CacheKey {
  readonly version: number;
  readonly rows: number;
  readonly rowWidths: readonly number[];
  readonly runs: number;
  readonly runWidths: readonly number[];
  readonly lines: number;
  readonly ids: readonly (readonly [number, string | null])[];
  readonly odd: readonly (readonly [number, readonly number[]])[];
  readonly texts: readonly string[];
  readonly hooks: readonly string[];
}

/** Of what is written and of what it means: another version is made anew. */
const VERSION = 4;
const MAGIC = Buffer.from('hookline index\n');
/** Against damage only: whoever may write here may write what he likes. */
const SUM_BYTES = 4;
const MOST_BYTES = 1024 ** 3;

const isHeader = shaped({
  version: (value) => value === VERSION,
  name: isText,
  inode: isNumber,
  size: isNumber,
  mtimeMs: isNumber,
  first: isText,
  last: isText,
  rows: isNumber,
  rowWidths: listOf(isNumber),
  runs: isNumber,
  runWidths: listOf(isNumber),
  lines: isNumber,
  ids: listOf((row) => Array.isArray(row) && isNumber(row[0]) && orNull(isText)(row[1])),
  odd: listOf((row) => Array.isArray(row) && isNumber(row[0]) && listOf(isNumber)(row[1])),
  texts: listOf(isText),
  hooks: listOf(isText),
});

const fileOf = (folder: string, name: string): string => join(folder, `${name}.idx`);

/** A block as it is kept, or given to another thread. */
export function packBlock(key: CacheKey, block: ColumnBlock): Uint8Array<ArrayBuffer> {
  const [texts, hooks] = [numbering(block.dictionaries.texts), numbering(block.dictionaries.hooks)];
  const copy = renumbered(block, texts.of, hooks.of);
  const { bytes: ids, others } = block.ids.packed();
  const header: Header = {
    version: VERSION,
    ...key,
    rows: block.rows.size,
    rowWidths: copy.rows.widths(),
    runs: block.runs.size,
    runWidths: copy.runs.widths(),
    lines: block.lines,
    ids: others,
    odd: [...block.oddLines].map(([row, lines]) => [row, lines.flatMap(({ offset, bytes }) => [offset, bytes])]),
    texts: texts.written(),
    hooks: hooks.written(),
  };
  const head = Buffer.from(`${JSON.stringify(header)}\n`);
  const before = MAGIC.length + SUM_BYTES + head.length + ids.length;
  const padding = Buffer.alloc(-before & 7);
  const parts = [head, ids, padding, ...copy.rows.bytes(), ...copy.runs.bytes()];
  const packed = joined([MAGIC, new Uint8Array(SUM_BYTES), ...parts]);
  packed.set(sumOf(packed.subarray(MAGIC.length + SUM_BYTES)), MAGIC.length);
  return packed;
}

/** In memory of its own, which another thread can take over. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Keeps the packed block of a file that was put aside; throws when that is impossible. */
export function writeCache(folder: string, name: string, packed: Uint8Array): void {
  const file = fileOf(folder, name);
  const temporary = `${file}.${process.pid}.tmp`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(temporary, packed, { mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function sumOf(bytes: Uint8Array): Buffer {
  const sum = Buffer.alloc(SUM_BYTES);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}

/** Whether something is kept of a file, be it of use or not. */
export const hasCache = (folder: string, name: string): boolean => existsSync(fileOf(folder, name));

/** The block of a file; null where none is kept, or what is kept is damaged, of another file or of another user. */
export function readCache(folder: string, key: CacheKey, dictionaries: Dictionaries): ColumnBlock | null {
  try {
    const bytes = ownBytes(fileOf(folder, key.name));
    return bytes === undefined ? null : unpackBlock(bytes, key, dictionaries);
  } catch {
    return null;
  }
}

/** The block that was packed; null where the bytes are damaged or of another file. Throws where they are cut short. */
export function unpackBlock(packed: Uint8Array, key: CacheKey, dictionaries: Dictionaries): ColumnBlock | null {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length);
  const body = bytes.subarray(MAGIC.length + SUM_BYTES);
  const isWhole =
    bytes.subarray(0, MAGIC.length).equals(MAGIC) &&
    sumOf(body).equals(bytes.subarray(MAGIC.length, MAGIC.length + SUM_BYTES));
  return isWhole ? blockIn(body, key, dictionaries) : null;
}

function ownBytes(file: string): Buffer | undefined {
  const open = openToRead(file);
  if (open === null) return undefined;
  try {
    const { uid } = fstatSync(open.descriptor);
    const isOwn = process.getuid === undefined || uid === process.getuid();
    return isOwn && open.size < MOST_BYTES ? readAt(open.descriptor, 0, open.size) : undefined;
  } finally {
    closeSync(open.descriptor);
  }
}

function blockIn(body: Buffer, key: CacheKey, dictionaries: Dictionaries): ColumnBlock | null {
  const end = body.indexOf('\n');
  const header = JSON.parse(body.toString('utf8', 0, end)) as Header;
  const isOf =
    isHeader(header) && Object.entries(key).every(([name, value]) => header[name as keyof CacheKey] === value);
  if (!isOf) return null;
  const block = new ColumnBlock(dictionaries);
  const rest = body.subarray(end + 1);
  const buffer = rest.buffer as ArrayBuffer;
  // The block stays where it was read: nothing of it is copied.
  const idBytes = header.rows * ID_LENGTH;
  block.ids.unpack(new Uint8Array(buffer, rest.byteOffset, idBytes), header.ids);
  const from = Math.ceil((rest.byteOffset + idBytes) / 8) * 8;
  const runsFrom = block.rows.take(header.rows, header.rowWidths, buffer, from);
  block.runs.take(header.runs, header.runWidths, buffer, runsFrom);
  block.lines = header.lines;
  for (const [row, numbers] of header.odd) block.oddLines.set(row, rangesOf(numbers));
  const textNumbers = header.texts.map((json) => dictionaries.texts.numberOfJson(json));
  const hookNumbers = header.hooks.map((json) => dictionaries.hooks.numberOfJson(json));
  const of = (numbers: readonly number[]) => (number: number) => (number === 0 ? 0 : (numbers[number - 1] ?? 0));
  renumber(block, of(textNumbers), of(hookNumbers));
  return block;
}

const ID_LENGTH = 26;

const rangesOf = (numbers: readonly number[]): LineRange[] =>
  Array.from({ length: numbers.length / 2 }, (_, at) => ({
    offset: numbers[at * 2] ?? 0,
    bytes: numbers[at * 2 + 1] ?? 0,
  }));

const ROW_TEXTS: readonly RowColumn[] = [...TEXT_COLUMNS, 'blocker'];
type Renumber = (number: number) => number;

/** Puts other numbers in the place of those of texts and hooks. */
function renumber({ rows, runs }: Pick<ColumnBlock, 'rows' | 'runs'>, ofText: Renumber, ofHook: Renumber): void {
  for (const name of ROW_TEXTS) rows.renumber(name, ofText);
  runs.renumber('fault', ofText);
  runs.renumber('hook', ofHook);
}

/** A copy of the columns with other numbers, as narrow as these are. */
function renumbered(
  { rows, runs, dictionaries }: ColumnBlock,
  ofText: Renumber,
  ofHook: Renumber,
): Pick<ColumnBlock, 'rows' | 'runs'> {
  const copy = new ColumnBlock(dictionaries);
  for (const [to, from] of [
    [copy.rows, rows],
    [copy.runs, runs],
  ] as const)
    to.take(from.size, from.widths(), joined(from.bytes()).buffer, 0);
  renumber(copy, ofText, ofHook);
  copy.rows.trim();
  copy.runs.trim();
  return copy;
}

/** Numbers from 1 on, in the order in which they are first asked for. */
function numbering(dictionary: Dictionary<unknown>): {
  readonly of: Renumber;
  readonly written: () => readonly string[];
} {
  const numbers = new Uint32Array(dictionary.size);
  const asked: number[] = [];
  const of = (number: number): number => {
    if (number > 0 && numbers[number] === 0) numbers[number] = asked.push(number);
    return numbers[number] ?? 0;
  };
  return { of, written: () => asked.map((number) => dictionary.written(number)) };
}
