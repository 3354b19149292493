import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { HttpProblem } from './problem.ts';

/** How long a code for the page can be used. */
const CODE_MS = 60_000;

/** Who may ask: a code that works once is swapped for the token, which ends with the server. */
export interface Session {
  /** A new code for an address; an older one that was not used yet is void. */
  readonly newCode: () => string;
  /** The token for a code; throws a problem that says why there is none. */
  readonly redeem: (code: string) => string;
  readonly isToken: (token: string) => boolean;
}

export function createSession(now: () => number = Date.now): Session {
  const token = secret();
  let code: { readonly text: string; readonly until: number } | null = null;
  let used: string | null = null;
  const newCode = (): string => {
    code = { text: secret(), until: now() + CODE_MS };
    return code.text;
  };
  const redeem = (given: string): string => {
    if (used !== null && isSame(given, used))
      throw new HttpProblem(410, 'this link was used already', `if that was not you, end the studio; ${AGAIN}`);
    if (code === null || !isSame(given, code.text)) throw new HttpProblem(403, 'this is no link of this studio', AGAIN);
    if (now() > code.until) throw new HttpProblem(410, 'this link is too old: it works for a minute', AGAIN);
    [used, code] = [code.text, null];
    return token;
  };
  return { newCode, redeem, isToken: (given) => isSame(given, token) };
}

const AGAIN = 'press enter in the terminal of the studio for a new link, or start it again';

const secret = (): string => randomBytes(32).toString('base64url');

/** Compared by digest, so that neither length nor content shows in the time it takes. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
