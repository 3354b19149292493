/**
 * How many parts that may be left out follow each other in a regular expression, rather too many than too few: the
 * time that the engine takes to compile it explodes with them, and no timer can stop that.
 */
export function optionalParts(source: string): number {
  const open = [createBranches()];
  for (const [token, sign = ''] of simplify(source).matchAll(TOKEN)) {
    if (token === '(') open.push(createBranches());
    else if (token === '|') open.at(-1)?.next();
    else {
      const piece = token.startsWith(')') ? (open.pop()?.total() ?? 0) : 0;
      open.at(-1)?.add(repeated(piece, sign));
    }
  }
  return open[0]?.total() ?? 0;
}

interface Branches {
  readonly add: (parts: number) => void;
  readonly next: () => void;
  readonly total: () => number;
}

/** The branches of one group; of several any may be empty, so that they count as one part more. */
function createBranches(): Branches {
  let [longest, current, several] = [0, 0, 0];
  return {
    add: (parts) => {
      current += parts;
    },
    next: () => {
      longest = Math.max(longest, current);
      [current, several] = [0, 1];
    },
    total: () => Math.max(longest, current) + several,
  };
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
