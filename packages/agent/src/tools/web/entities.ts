/** Replaces the character references of HTML by the characters; what is none stays as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (written, decimal?: string, hexadecimal?: string, name?: string) => {
    if (decimal !== undefined) return characterOf(Number.parseInt(decimal, 10));
    if (hexadecimal !== undefined) return characterOf(Number.parseInt(hexadecimal, 16));
    return NAMED.get(name ?? '') ?? written;
  });
}

const REFERENCE = /&(?:#(\d{1,8});?|#[xX]([\da-fA-F]{1,8});?|([a-zA-Z][a-zA-Z\d]{1,9});)/g;

function characterOf(code: number): string {
  const windows = WINDOWS_1252[code - 0x80];
  if (windows !== undefined) return windows;
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\ufffd';
}

/** What the numbers from 128 to 159 mean to old pages. */
export const WINDOWS_1252: readonly string[] = Array.from('€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ');

/** The names that pages use; each word is a name and what it stands for. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['nbsp', '\u00a0'],
  ['shy', ''],
  ['zwnj', ''],
  ['zwj', ''],
  ['ensp', ' '],
  ['emsp', ' '],
  ['thinsp', ' '],
  ...(
    'amp=& lt=< gt=> quot=" apos=\' copy=© reg=® trade=™ deg=° plusmn=± micro=µ para=¶ sect=§ middot=· ' +
    'iexcl=¡ iquest=¿ cent=¢ pound=£ yen=¥ euro=€ curren=¤ brvbar=¦ uml=¨ ordf=ª ordm=º laquo=« raquo=» not=¬ ' +
    'macr=¯ acute=´ cedil=¸ sup1=¹ sup2=² sup3=³ frac14=¼ frac12=½ frac34=¾ times=× divide=÷ ' +
    'Agrave=À Aacute=Á Acirc=Â Atilde=Ã Auml=Ä Aring=Å AElig=Æ Ccedil=Ç Egrave=È Eacute=É Ecirc=Ê Euml=Ë ' +
    'Igrave=Ì Iacute=Í Icirc=Î Iuml=Ï ETH=Ð Ntilde=Ñ Ograve=Ò Oacute=Ó Ocirc=Ô Otilde=Õ Ouml=Ö Oslash=Ø ' +
    'Ugrave=Ù Uacute=Ú Ucirc=Û Uuml=Ü Yacute=Ý THORN=Þ szlig=ß agrave=à aacute=á acirc=â atilde=ã auml=ä ' +
    'aring=å aelig=æ ccedil=ç egrave=è eacute=é ecirc=ê euml=ë igrave=ì iacute=í icirc=î iuml=ï eth=ð ' +
    'ntilde=ñ ograve=ò oacute=ó ocirc=ô otilde=õ ouml=ö oslash=ø ugrave=ù uacute=ú ucirc=û uuml=ü yacute=ý ' +
    'thorn=þ yuml=ÿ OElig=Œ oelig=œ Scaron=Š scaron=š Yuml=Ÿ fnof=ƒ circ=ˆ tilde=˜ ndash=– mdash=— lsquo=‘ ' +
    'rsquo=’ sbquo=‚ ldquo=“ rdquo=” bdquo=„ dagger=† Dagger=‡ bull=• hellip=… permil=‰ prime=′ Prime=″ ' +
    'lsaquo=‹ rsaquo=› larr=← uarr=↑ rarr=→ darr=↓ harr=↔ rArr=⇒ hArr=⇔ forall=∀ part=∂ exist=∃ empty=∅ ' +
    'isin=∈ notin=∉ prod=∏ sum=∑ minus=− radic=√ infin=∞ and=∧ or=∨ cap=∩ cup=∪ int=∫ asymp=≈ ne=≠ equiv=≡ ' +
    'le=≤ ge=≥ sub=⊂ sup=⊃ alpha=α beta=β gamma=γ delta=δ epsilon=ε theta=θ lambda=λ mu=μ pi=π sigma=σ tau=τ ' +
    'phi=φ omega=ω Delta=Δ Sigma=Σ Omega=Ω check=✓ star=☆ lbrace={ rbrace=} lbrack=[ rbrack=] lpar=( rpar=) ' +
    'num=# dollar=$ percnt=% ast=* plus=+ comma=, period=. sol=/ bsol=\\ colon=: semi=; equals== quest=? ' +
    'commat=@ lowbar=_ grave=` vert=| excl=!'
  )
    .split(' ')
    .map((word): [string, string] => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
]);
