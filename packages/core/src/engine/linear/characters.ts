import { BoundedMap } from '../../text/memo.ts';
import type { Takes } from './nodes.ts';

/**
 * The set of characters that a piece of an expression accepts: a class, an escape, a dot or a plain character. The
 * built-in engine is asked about each character once, so that both engines always accept the same characters.
 */
export function takesOf(source: string, flags: string): Takes {
  const key = `${flags}/${source}`;
  const known = KNOWN.get(key);
  if (known !== undefined) return known;
  const takes = remembering(source, flags);
  KNOWN.set(key, takes);
  return takes;
}

const KNOWN = new BoundedMap<string, Takes>(1000);

function remembering(source: string, flags: string): Takes {
  let expression: RegExp | null = null;
  const known = new Map<number, boolean>();
  return (code) => {
    const before = known.get(code);
    if (before !== undefined) return before;
    expression ??= new RegExp(`^(?:${source})$`, flags);
    const found = expression.test(String.fromCodePoint(code));
    known.set(code, found);
    return found;
  };
}

/** A plain character. */
export function takesOnly(code: number): Takes {
  const known = PLAIN.get(code);
  if (known !== undefined) return known;
  const takes: Takes = (other) => other === code;
  if (code < ASCII) PLAIN.set(code, takes);
  return takes;
}

const ASCII = 128;
const PLAIN = new Map<number, Takes>();
