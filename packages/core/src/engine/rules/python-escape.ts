import { categorySource, characterSource, literalSource, readCharacterEscape } from './python-character.ts';
import { endSource } from './python-ends.ts';
import { referToGroup } from './python-group.ts';
import { fail, type Mode, peek, type RegexPiece, type RegexScan, takeWhile } from './python-scan.ts';

/** An escape outside of brackets whose backslash was read. */
export function translateEscape(scan: RegexScan, mode: Mode): RegexPiece {
  const letter = peek(scan);
  const place = placeSource(letter, mode);
  if (place !== null) {
    scan.at += 1;
    return { source: place, width: 0, repeats: 'never' };
  }
  const category = categorySource(letter, mode);
  if (category !== null) {
    scan.at += 1;
    return { source: category, width: 1, repeats: 'may' };
  }
  if (/^[1-9]$/.test(letter)) return numbered(scan);
  const character = readCharacterEscape(scan, 'outside');
  if (character === null)
    return fail(scan, `the escape \\${letter} is not known`, 'write the character alone, or \\\\ for a backslash');
  return { source: literalSource(scan, mode, character), width: 1, repeats: 'may' };
}

function placeSource(letter: string, mode: Mode): string | null {
  if (letter === 'A' || letter === 'Z') return endSource(`\\${letter}`, mode);
  const word = categorySource('w', mode);
  if (letter === 'b') return `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`;
  // Up to Python 3.13 it does not match in an empty text.
  if (letter === 'B') return `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word})(?:(?!^)|(?!$)))`;
  return null;
}

/** Three octal digits are a character, anything else is a group. */
function numbered(scan: RegexScan): RegexPiece {
  const octal = scan.characters.slice(scan.at, scan.at + 3).join('');
  if (/^[0-7]{3}$/.test(octal)) {
    scan.at += 3;
    const code = Number.parseInt(octal, 8);
    if (code > 0o377) return fail(scan, `\\${octal} is no character`);
    return { source: characterSource(code), width: 1, repeats: 'may' };
  }
  return referToGroup(scan, Number(takeWhile(scan, /^[0-9]$/, 2)));
}
