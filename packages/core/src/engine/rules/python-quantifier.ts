import { fail, peek, type RegexPiece, type RegexScan, takes, takeWhile } from './python-scan.ts';

/** The piece repeated by the quantifier at the position; null when there is none. */
export function quantify(scan: RegexScan, piece: RegexPiece | undefined): RegexPiece | null {
  const counts = readCounts(scan);
  if (counts === null) return null;
  if (piece === undefined || piece.repeats === 'never') return fail(scan, 'nothing to repeat');
  if (piece.repeats === 'already') return fail(scan, 'a repetition is repeated', 'put the inner one into (?: )');
  const { least, most } = counts;
  if (least > most) return fail(scan, 'the least count is greater than the greatest');
  if (peek(scan) === '+') return fail(scan, 'possessive repetition is not supported', 'leave out the second +');
  // A group that may be skipped cannot be referenced, because Python and JavaScript disagree on its value then.
  if (least === 0) piece.groups?.forEach((group) => (group.branch = null));
  const lazy = takes(scan, '?') ? '?' : '';
  const source = `${piece.source}{${least},${most === Infinity ? '' : most}}${lazy}`;
  return { source, width: width(piece, least, most), repeats: 'already' };
}

interface Counts {
  readonly least: number;
  readonly most: number;
}

const SIGNS: Readonly<Record<string, Counts>> = {
  '*': { least: 0, most: Infinity },
  '+': { least: 1, most: Infinity },
  '?': { least: 0, most: 1 },
};

function readCounts(scan: RegexScan): Counts | null {
  const sign = SIGNS[peek(scan)];
  if (sign !== undefined) {
    scan.at += 1;
    return sign;
  }
  const start = scan.at;
  if (!takes(scan, '{')) return null;
  const least = takeWhile(scan, DIGIT);
  const hasComma = takes(scan, ',');
  const most = hasComma ? takeWhile(scan, DIGIT) : least;
  const isQuantifier = (least !== '' || hasComma) && takes(scan, '}');
  // Any other brace is an ordinary character.
  if (!isQuantifier) scan.at = start;
  return isQuantifier ? { least: Number(least), most: most === '' ? Infinity : Number(most) } : null;
}

const DIGIT = /^[0-9]$/;

function width(piece: RegexPiece, least: number, most: number): number | null {
  if (piece.width === null || piece.width === 0) return piece.width;
  return least === most ? piece.width * least : null;
}
