import { forTerminal } from '@hookline/core/internal';

const LONGEST = 300;

/** A server's text in one line that can be shown: no key, no control sequence, at most 300 characters. */
export function showServerText(text: string, key: string | null): string {
  const hidden = key !== null && key.length >= SHORTEST_SECRET ? text.replaceAll(key, HIDDEN) : text;
  const safe = hidden.replace(LOOKS_LIKE_A_KEY, HIDDEN);
  const characters = Array.from(
    forTerminal(safe.slice(0, LONGEST * 4))
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return characters.length <= LONGEST ? characters.join('') : `${characters.slice(0, LONGEST - 1).join('')}…`;
}

const HIDDEN = '[key]';

// Local servers are given keys such as `x` or `none`, which occur in any text.
const SHORTEST_SECRET = 8;

// Servers like to repeat the key that they refuse, some of them with its middle masked.
const LOOKS_LIKE_A_KEY = /\b(?:sk|pk|key)-[\w*-]{6,}|\bBearer\s+[\w.*~+/-]{6,}=*/gi;
