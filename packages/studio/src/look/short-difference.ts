import { type DifferentLine, lineDifference } from '@hookline/toolbox';
import type { LineDifference } from '../api/index.ts';

/** Lines that are shown before and after one that differs. */
const AROUND = 3;

/** What leads from one text to the other, with a few lines around each change. */
export function shortDifference(from: string, to: string): LineDifference {
  const [one, other] = [from.split('\n'), to.split('\n')];
  const head = countAlike(one, other);
  const tail = countAlike(one.slice(head).toReversed(), other.slice(head).toReversed());
  const [gone, come] = [one.slice(head, one.length - tail), other.slice(head, other.length - tail)];
  const changes = changesOf(gone, come);
  const lines = [...alike(one.slice(0, head)), ...changes, ...alike(one.slice(one.length - tail))];
  const countOf = (sign: '+' | '-'): number => changes.filter((line) => line.sign === sign).length;
  return { text: nearby(lines).join('\n'), added: countOf('+'), removed: countOf('-') };
}

function changesOf(gone: readonly string[], come: readonly string[]): readonly DifferentLine[] {
  // No line is not an empty line.
  if (gone.length === 0) return come.map((text) => ({ sign: '+', text }));
  if (come.length === 0) return gone.map((text) => ({ sign: '-', text }));
  return lineDifference(gone.join('\n'), come.join('\n'));
}

function countAlike(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length);
  for (let at = 0; at < most; at += 1) if (one[at] !== other[at]) return at;
  return most;
}

const alike = (lines: readonly string[]): readonly DifferentLine[] => lines.map((text) => ({ sign: ' ', text }));

function nearby(lines: readonly DifferentLine[]): readonly string[] {
  const shown = new Set<number>();
  for (const [at, { sign }] of lines.entries())
    if (sign !== ' ') for (let near = at - AROUND; near <= at + AROUND; near += 1) shown.add(near);
  return lines.flatMap(({ sign, text }, at) => {
    if (shown.has(at)) return [`${sign}${text}`];
    return shown.has(at - 1) ? ['…'] : [];
  });
}
