/**
 * The value of a shell's `${…}`, given what is between the braces; null where only a shell would know it. What stands
 * for a missing value (`${x:-word}`) is not asked for: a known variable has a value.
 */
export function parameterValue(body: string, values: ReadonlyMap<string, string>): string | null {
  const [whole, prefix = '', name = ''] = NAME.exec(body) ?? [''];
  const value = values.get(name);
  if (value === undefined || prefix !== '') return null;
  const operator = body.slice(whole.length);
  if (operator === '') return value;
  if (INSTEAD_OF_NOTHING.test(operator)) return value === '' && operator.startsWith(':') ? null : value;
  if (value.length > LONGEST || OPEN.test(value) || OPEN.test(operator)) return null;
  return changed(value, operator);
}

/** `!` is another variable, `#` a length; `env:` is how PowerShell writes it. */
const NAME = /^([!#])?(?:env:)?(\w+)(?:\[[0@*]\])?/i;
const INSTEAD_OF_NOTHING = /^:?[-=?]/;
const LONGEST = 1_000;
/** What is expanded or escaped in turn, or is not known. */
const OPEN = /[$`\\\0]/;

function changed(value: string, operator: string): string | null {
  const [, sign = '', rest = ''] = /^(%%?|##?|\/[/#%]?|:(?![-=?+])|\^\^?|,,?)(.*)$/s.exec(operator) ?? [];
  switch (sign) {
    case '%':
    case '%%':
    case '#':
    case '##':
      return cut(value, sign, unquoted(rest));
    case '/':
    case '//':
    case '/#':
    case '/%':
      return replaced(value, sign, rest);
    case ':':
      return part(value, rest);
    case '^^':
      return rest === '' ? value.toUpperCase() : null;
    case ',,':
      return rest === '' ? value.toLowerCase() : null;
    default:
      return null;
  }
}

const unquoted = (text: string): string => text.replace(/["']/g, '');

/** Without the shortest or longest beginning or end that fits. */
function cut(value: string, sign: '%' | '%%' | '#' | '##', pattern: string): string | null {
  const fits = wholePattern(pattern);
  if (fits === null) return null;
  const lengths = Array.from({ length: value.length + 1 }, (_, length) => length);
  const isEnd = sign.startsWith('%');
  const length = (sign.length === 1 ? lengths : lengths.toReversed()).find((each) =>
    fits.test(isEnd ? value.slice(value.length - each) : value.slice(0, each)),
  );
  if (length === undefined) return value;
  return isEnd ? value.slice(0, value.length - length) : value.slice(length);
}

/** Only plain text is looked for: where a pattern fits first is left to the shell. */
function replaced(value: string, sign: '/' | '//' | '/#' | '/%', rest: string): string | null {
  const [wanted = '', ...others] = rest.split('/');
  const [plain, by] = [unquoted(wanted), unquoted(others.join('/'))];
  if (plain === '' || HAS_PATTERN.test(plain) || by.includes('&')) return null;
  if (sign === '//') return value.split(plain).join(by);
  if (sign === '/#') return value.startsWith(plain) ? `${by}${value.slice(plain.length)}` : value;
  if (sign === '/%') return value.endsWith(plain) ? `${value.slice(0, -plain.length)}${by}` : value;
  const at = value.indexOf(plain);
  return at < 0 ? value : `${value.slice(0, at)}${by}${value.slice(at + plain.length)}`;
}

/** `${x:1:2}`, with plain numbers. */
function part(value: string, rest: string): string | null {
  const [, from, length] = /^ ?(-?\d{1,4})(?::(\d{1,4}))?$/.exec(rest) ?? [];
  if (from === undefined) return null;
  const characters = Array.from(value);
  const start = Number(from) < 0 ? characters.length + Number(from) : Number(from);
  return start < 0 ? '' : characters.slice(start, length === undefined ? undefined : start + Number(length)).join('');
}

const HAS_PATTERN = /[*?[\]@+!()]/;
const MOST_STARS = 3;

/** A pattern of stars and question marks; null for any other. */
function wholePattern(pattern: string): RegExp | null {
  if (/[[\]()]/.test(pattern) || pattern.split('*').length - 1 > MOST_STARS) return null;
  const source = pattern
    .replace(/[\^$\\.+{}|/]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's');
}
