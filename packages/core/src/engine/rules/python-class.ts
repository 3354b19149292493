import { categorySource, characterSource, I_MEMBERS, isLikeI, readCharacterEscape } from './python-character.ts';
import { fail, type Mode, peek, type RegexPiece, type RegexScan, takes } from './python-scan.ts';

/** A set in brackets whose opening one was read. */
export function translateClass(scan: RegexScan, mode: Mode): RegexPiece {
  const opening = takes(scan, '^') ? '[^' : '[';
  let members = '';
  do {
    if (scan.at >= scan.characters.length) return fail(scan, 'a [ is not closed', 'write \\[ for a bracket');
    members += readMember(scan, mode);
  } while (!takes(scan, ']'));
  return { source: `${opening}${members}]`, width: 1, repeats: 'may' };
}

function readMember(scan: RegexScan, mode: Mode): string {
  const first = readOne(scan, mode);
  const isRange = peek(scan) === '-' && scan.characters[scan.at + 1] !== ']' && scan.at + 1 < scan.characters.length;
  if (!isRange)
    return typeof first !== 'number' ? first : isLikeI(scan, mode, first) ? I_MEMBERS : characterSource(first);
  scan.at += 1;
  const last = readOne(scan, mode);
  if (typeof first !== 'number' || typeof last !== 'number' || first > last) {
    return fail(scan, 'a range in [ ] has no valid ends', 'write \\- for a hyphen').source;
  }
  const alike = isLikeI(scan, mode, first, last) ? I_MEMBERS : '';
  return `${alike}${characterSource(first)}-${characterSource(last)}`;
}

/** One character by its code, or a category as source. */
function readOne(scan: RegexScan, mode: Mode): number | string {
  const character = peek(scan);
  if (character !== '\\') {
    scan.at += 1;
    return character.codePointAt(0) ?? 0;
  }
  scan.at += 1;
  const letter = peek(scan);
  const category = categorySource(letter, mode);
  if (category !== null) {
    scan.at += 1;
    return category;
  }
  return readCharacterEscape(scan, 'in-brackets') ?? fail(scan, `the escape \\${letter} is not known in [ ]`).source;
}
