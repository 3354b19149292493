import type { Json } from '../model/index.ts';
import { type JsonPiece, withSpaces } from './json-spaces.ts';
import { isWrittenOtherwise, writtenJson } from './written-json.ts';

/** JSON on one line with a space after every colon and comma, so that a hook can search it as text. */
export const spacedJson = (value: Json): string => spacedJsonBytes(value, '').toString();

/** The same as bytes, followed by `ending`: little slower than JSON without spaces, however big the value is. */
export function spacedJsonBytes(value: Json, ending: string): Buffer {
  if (isWrittenOtherwise(value)) return Buffer.from(`${writtenJson(value, 'spaced')}${ending}`);
  const pieces: JsonPiece[] = [];
  addPieces(pieces, value, 0);
  return joined([...pieces, ending]);
}

/** Down to this depth an object is written by hand, so that its long strings are written by native code alone. */
const TAKEN_APART = 3;

function addPieces(pieces: JsonPiece[], value: unknown, depth: number): void {
  if (typeof value === 'string') pieces.push(JSON.stringify(value));
  else if (depth < TAKEN_APART && isPlain(value)) addMembers(pieces, value, depth);
  else pieces.push(withSpaces(JSON.stringify(value) ?? 'null'));
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null) &&
  !('toJSON' in value);

function addMembers(pieces: JsonPiece[], object: Readonly<Record<string, unknown>>, depth: number): void {
  let opening = '{';
  for (const key of Object.keys(object)) {
    const member = object[key];
    // JSON cannot express these, and leaves them out.
    if (member === undefined || typeof member === 'function' || typeof member === 'symbol') continue;
    pieces.push(`${opening}${JSON.stringify(key)}: `);
    addPieces(pieces, member, depth + 1);
    opening = ', ';
  }
  pieces.push(opening === '{' ? '{}' : '}');
}

function joined(pieces: readonly JsonPiece[]): Buffer {
  const lengths = pieces.map((piece) => (typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length));
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  pieces.forEach((piece, index) => {
    if (typeof piece === 'string') bytes.write(piece, at);
    else bytes.set(piece, at);
    at += lengths[index] ?? 0;
  });
  return bytes;
}
