/** What can be found out about a JSON text without parsing it into values. */
export interface JsonScan {
  /** Where the nesting exceeds the limit; null when it does not. */
  readonly tooDeepAt: number | null;
  /** Whether an object of a valid text has a duplicate key. */
  readonly hasDuplicates: boolean;
}

/** Deeper nesting is refused, so that later code cannot overflow the stack. */
export const MOST_LEVELS = 64;

/** Scans a text once; for invalid JSON only `tooDeepAt` is meaningful. */
export function scanJson(text: string): JsonScan {
  const levels: (Set<string> | null)[] = [];
  let hasDuplicates = false;
  let word: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      word = text.slice(at, end);
      at = end - 1;
    } else if (character === '{' || character === '[') {
      if (levels.length === MOST_LEVELS) return { tooDeepAt: at, hasDuplicates };
      levels.push(character === '{' ? new Set() : null);
    } else if (character === '}' || character === ']') {
      levels.pop();
    } else if (character === ':' && word !== null) {
      const keys = levels.at(-1) ?? null;
      const key = plainKey(word);
      hasDuplicates ||= keys?.has(key) === true;
      keys?.add(key);
    }
  }
  return { tooDeepAt: null, hasDuplicates };
}

/** The offset behind the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return text.length;
    let slashes = 0;
    while (text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

// `"a"` and `"\u0061"` are the same key.
function plainKey(word: string): string {
  if (!word.includes('\\')) return word.slice(1, -1);
  try {
    return String(JSON.parse(word));
  } catch {
    return word;
  }
}
