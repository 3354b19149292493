/** What every text holds in which the expression is found: the longest run of plain characters that no text can do without; empty where there is none. */
export function requiredText(source: string, flags: string): string {
  // Where case does not count, a letter may stand for others.
  if (flags.includes('i')) return '';
  const scan: Scan = { source, nestsSets: flags.includes('v'), at: 0, run: '', longest: '' };
  while (scan.at < source.length) if (!readTerm(scan)) return '';
  endRun(scan);
  return scan.longest;
}

interface Scan {
  readonly source: string;
  readonly nestsSets: boolean;
  at: number;
  run: string;
  longest: string;
}

/** False when nothing can be told about the whole. */
function readTerm(scan: Scan): boolean {
  const character = scan.source.charAt(scan.at);
  scan.at += 1;
  if (character === '|' || character === ')') return false;
  if (character === '(') skipGroup(scan);
  if (character === '[') skipSet(scan);
  const plain = character === '\\' ? readEscape(scan) : PLAIN.test(character) ? character : '';
  if (plain === null) return false;
  const least = readQuantifier(scan);
  if (plain !== '' && least !== 0) scan.run += plain;
  if (plain === '' || least !== null) endRun(scan);
  return true;
}

const PLAIN = /^[\w\-/ :,;@#%&=~<>!"']$/;

/** An ordinary character, or none; null for an escape of which the characters after it are a part. */
function readEscape(scan: Scan): string | null {
  const escaped = scan.source.charAt(scan.at);
  scan.at += 1;
  if (/^[wWdDsSbBnrtfv]$/.test(escaped)) return '';
  return /^[.\-/$*+?()[\]{}^|]$/.test(escaped) ? escaped : null;
}

/** The least count; null when there is no quantifier. */
function readQuantifier(scan: Scan): number | null {
  QUANTIFIER.lastIndex = scan.at;
  const [sign, least] = QUANTIFIER.exec(scan.source) ?? [];
  if (sign === undefined) return null;
  scan.at += sign.length;
  return least === undefined ? Number(sign.startsWith('+')) : Number(least);
}

const QUANTIFIER = /(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/y;

function endRun(scan: Scan): void {
  if (scan.run.length > scan.longest.length) scan.longest = scan.run;
  scan.run = '';
}

/** To behind the parenthesis that closes the one before the position. */
function skipGroup(scan: Scan): void {
  for (let depth = 1; depth > 0 && scan.at < scan.source.length;) {
    const character = scan.source.charAt(scan.at);
    scan.at += character === '\\' ? 2 : 1;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === '[') skipSet(scan);
  }
}

function skipSet(scan: Scan): void {
  for (let depth = 1; depth > 0 && scan.at < scan.source.length;) {
    const character = scan.source.charAt(scan.at);
    scan.at += character === '\\' ? 2 : 1;
    if (character === ']') depth -= 1;
    if (character === '[' && scan.nestsSets) depth += 1;
  }
}
