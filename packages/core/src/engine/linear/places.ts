import { EMPTY, type Node, type Takes, type Where } from './nodes.ts';

type Side = Extract<Where, { readonly takes: Takes }>['at'];

/** A look at one character on one side, or at the edge of the text; anything longer is opaque. */
export function lookAround(inner: Node, side: Side, not: boolean): Node {
  const parts = inner.kind === 'any' ? inner.branches : [inner];
  const looks = parts.map((part) => lookOf(part, side, not));
  if (looks.includes(null)) return { kind: 'opaque' };
  const nodes = looks.filter((look) => look !== null);
  return not ? { kind: 'all', parts: nodes } : { kind: 'any', branches: nodes };
}

function lookOf(part: Node, side: Side, not: boolean): Node | null {
  if (part.kind === 'one') return { kind: 'where', where: { at: side, takes: part.takes, not } };
  if (part.kind === 'where') return { kind: 'where', where: { ...part.where, not: part.where.not !== not } };
  return part.kind === 'all' && part.parts.length === 0 && !not ? EMPTY : null;
}

/** Where a word begins or ends; `inside`: where it does neither. */
export function wordEdge(word: Takes, inside: boolean): Node {
  const pair = (isAfter: boolean, isBefore: boolean): Node => ({
    kind: 'all',
    parts: [
      { kind: 'where', where: { at: 'after', takes: word, not: !isAfter } },
      { kind: 'where', where: { at: 'before', takes: word, not: !isBefore } },
    ],
  });
  return { kind: 'any', branches: [pair(true, inside), pair(false, !inside)] };
}
