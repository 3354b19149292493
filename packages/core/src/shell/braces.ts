/** The words that bash makes of one with braces (`{a,{b,c}}/x`), each a pattern; a span (`{1..9}`) is a star in it. */
export function expandedBraces(word: string): readonly string[] {
  let words: readonly string[] = [word];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = [...new Set(words.flatMap(withoutFirst))];
    if (next.length > MOST_WORDS) return [word.replace(/\{.*\}/s, '*')];
    if (next.length === words.length && next.every((each, at) => each === words[at])) return words;
    words = next;
  }
  return words;
}

const MOST_ROUNDS = 16;
const MOST_WORDS = 64;

/** The word for each part of its first innermost list. */
function withoutFirst(word: string): readonly string[] {
  const [whole, list = ''] = LIST.exec(word) ?? [];
  if (whole === undefined) return [word];
  const at = word.indexOf(whole);
  const [before, after] = [word.slice(0, at), word.slice(at + whole.length)];
  const parts = list.includes(',') ? list.split(',') : ['*'];
  return parts.map((part) => `${before}${part}${after}`);
}

const LIST = /\{([^{}]*(?:,|\.\.)[^{}]*)\}/;
