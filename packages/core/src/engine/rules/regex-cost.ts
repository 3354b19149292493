/** The estimated cost of a search, from the pattern alone; rather too high than too low. */
export interface RegexCost {
  /** At most about `factor × length ** degree` steps; the degree is Infinity where repetition is nested. */
  readonly factor: number;
  readonly degree: number;
  /** Consecutive optional pieces: the compile time is exponential in their number. */
  readonly optionals: number;
}

/** Each choice multiplies the steps, each open repetition raises the degree. */
export function estimateRegexCost({ source, flags }: Pick<RegExp, 'source' | 'flags'>): RegexCost {
  const scan: CostScan = { source, nestsSets: flags.includes('v'), at: 0, depth: 0 };
  const { factor, degree, optionals, branches } = scanGroup(scan);
  const isAnchored = source.startsWith('^') && branches === 1 && !flags.includes('m');
  return { factor, degree: isAnchored ? degree : degree + 1, optionals };
}

interface CostScan {
  readonly source: string;
  readonly nestsSets: boolean;
  at: number;
  depth: number;
}

interface PieceCost extends RegexCost {
  /** Whether it can match in several ways. */
  readonly varies: boolean;
  /** Whether it can match the empty string. */
  readonly canBeEmpty: boolean;
}

const FIXED: PieceCost = { factor: 1, degree: 0, optionals: 0, varies: false, canBeEmpty: false };
const EMPTY: PieceCost = { ...FIXED, canBeEmpty: true };

/** Reads up to the end of the group. */
function scanGroup(scan: CostScan): PieceCost & { readonly branches: number } {
  const branches: PieceCost[] = [];
  let branch = EMPTY;
  while (scan.at < scan.source.length) {
    const character = scan.source.charAt(scan.at);
    scan.at += 1;
    if (character === ')') break;
    if (character === '|') {
      branches.push(branch);
      branch = EMPTY;
    } else branch = both(branch, repeated(scan, scanTerm(scan, character)));
  }
  branches.push(branch);
  const cost = branches.reduce(either);
  // An empty alternative makes the whole group an optional piece.
  const isOptional = branches.length > 1 && cost.canBeEmpty;
  return { ...cost, optionals: cost.optionals + (isOptional ? 1 : 0), branches: branches.length };
}

const both = (first: PieceCost, second: PieceCost): PieceCost => ({
  factor: first.factor * second.factor,
  degree: first.degree + second.degree,
  optionals: first.optionals + second.optionals,
  varies: first.varies || second.varies,
  canBeEmpty: first.canBeEmpty && second.canBeEmpty,
});

const either = (first: PieceCost, second: PieceCost): PieceCost => ({
  factor: first.factor + second.factor,
  degree: Math.max(first.degree, second.degree),
  optionals: Math.max(first.optionals, second.optionals),
  varies: true,
  canBeEmpty: first.canBeEmpty || second.canBeEmpty,
});

function scanTerm(scan: CostScan, character: string): PieceCost {
  if (character === '(') return scanInnerGroup(scan);
  if (character === '[') scanSet(scan);
  if (character === '^' || character === '$') return EMPTY;
  if (character !== '\\') return FIXED;
  const escaped = scan.source.charAt(scan.at);
  scan.at += 1;
  if (escaped === 'k') scan.at += GROUP_NAME.exec(scan.source.slice(scan.at, scan.at + 100))?.[0].length ?? 0;
  if (/[1-9k]/.test(escaped)) return { ...EMPTY, degree: 1, varies: true };
  return /[bB]/.test(escaped) ? EMPTY : FIXED;
}

const GROUP_NAME = /^<[\w$]+>/;
const OPENING = /^\?(?::|=|!|<=|<!|<[^>]*>)/;
const LOOKS_AROUND = /^\?<?[=!]/;
const DEEPEST = 100;

function scanInnerGroup(scan: CostScan): PieceCost {
  if (scan.depth === DEEPEST) {
    scan.at = scan.source.length;
    return { ...EMPTY, degree: Infinity, varies: true };
  }
  const opening = OPENING.exec(scan.source.slice(scan.at, scan.at + 100))?.[0] ?? '';
  scan.at += opening.length;
  scan.depth += 1;
  const cost = scanGroup(scan);
  scan.depth -= 1;
  return LOOKS_AROUND.test(opening) ? { ...cost, canBeEmpty: true } : cost;
}

function scanSet(scan: CostScan): void {
  let depth = 1;
  while (scan.at < scan.source.length && depth > 0) {
    const character = scan.source.charAt(scan.at);
    scan.at += character === '\\' ? 2 : 1;
    if (character === ']') depth -= 1;
    if (character === '[' && scan.nestsSets) depth += 1;
  }
}

const QUANTIFIER = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/;

/** The cost of a piece under the quantifier at the position, if there is one. */
function repeated(scan: CostScan, piece: PieceCost): PieceCost {
  const found = QUANTIFIER.exec(scan.source.slice(scan.at, scan.at + 40));
  if (found === null) return piece;
  scan.at += found[0].length;
  const { least, most } = countsOf(found);
  const canBeEmpty = piece.canBeEmpty || least === 0;
  if (most === Infinity) return { ...piece, degree: piece.varies ? Infinity : 1, varies: true, canBeEmpty };
  return {
    factor: piece.factor * Math.max(1, most) + 1,
    degree: piece.varies && most > 1 ? Infinity : piece.degree,
    // Short repetitions are expanded by the engine.
    optionals: most > 3 ? piece.optionals : piece.optionals * most + most - least,
    varies: piece.varies || least !== most,
    canBeEmpty,
  };
}

function countsOf(quantifier: RegExpExecArray): { readonly least: number; readonly most: number } {
  const [sign, least = '', comma, most = ''] = quantifier;
  if (least === '') return { least: sign.startsWith('+') ? 1 : 0, most: sign.startsWith('?') ? 1 : Infinity };
  if (comma === '') return { least: Number(least), most: Number(least) };
  return { least: Number(least), most: most === '' ? Infinity : Number(most) };
}
