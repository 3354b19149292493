/**
 * How many parts that may be left out follow each other in a regular expression, rather too many than too few: the
 * time that the engine takes to make it ready explodes with them, and no timer can stop that.
 */
export function optionalParts(source: string): number {
  const open = [new Branches()];
  for (const [token, sign = ''] of simplify(source).matchAll(TOKEN)) {
    if (token === '(') open.push(new Branches());
    else if (token === '|') open.at(-1)?.next();
    else {
      const piece = token.startsWith(')') ? (open.pop()?.total() ?? 0) : 0;
      open.at(-1)?.add(repeated(piece, sign));
    }
  }
  return open[0]?.total() ?? 0;
}

/** The branches of one group; of several any may be empty, so that they count as one part more. */
class Branches {
  #longest = 0;
  #current = 0;
  #count = 1;

  add(parts: number): void {
    this.#current += parts;
  }

  next(): void {
    this.#longest = Math.max(this.#longest, this.#current);
    this.#current = 0;
    this.#count += 1;
  }

  total(): number {
    return Math.max(this.#longest, this.#current) + (this.#count > 1 ? 1 : 0);
  }
}

const TOKEN = /\(|\||[^(|]([*+?]|\{\d+,?\d*\})?\??/g;

/** Escapes and sets count as one character, and what a group begins with does not count. */
function simplify(source: string): string {
  return source.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, 'x').replace(/\(\?(?:<?[=!]|:|<[^>]*>)/g, '(');
}

/** Short repetitions are written out by the engine. */
function repeated(piece: number, sign: string): number {
  const [, least = '0', comma = '', most = ''] = /^\{(\d+)(,?)(\d*)\}$/.exec(sign === '?' ? '{0,1}' : sign) ?? [];
  const times = Number(comma === '' ? least : most);
  return times === 0 || times > 3 ? piece : piece * times + times - Number(least);
}
