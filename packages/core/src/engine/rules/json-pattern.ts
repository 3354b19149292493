import type { Search } from './search.ts';
import { createAutomaton } from '../linear/automaton.ts';
import type { PatternNode } from '../linear/nodes.ts';
import { programOf } from '../linear/program.ts';
import { runLinear } from './run-linear.ts';

/**
 * The search of a pattern in the JSON text of an input; null for a pattern about values. Only those alternatives count
 * that are about JSON itself: they need a quote, or begin or end as a JSON object does. Any other alternative would
 * see several lines as one there, and find what no value contains.
 */
export function searchInJson(node: PatternNode | null, flags: string, search: Search): Search | null {
  if (node === null) return null;
  const ways = node.kind === 'any' ? node.branches : [node];
  const ofJson = ways.filter(isAboutJson);
  if (ofJson.length === ways.length) return search;
  const program = ofJson.length === 0 ? null : programOf({ kind: 'any', branches: ofJson });
  if (program === null) return null;
  const automaton = createAutomaton(program, 'search', /[uv]/.test(flags));
  return (texts, slow) => runLinear(automaton, texts, slow);
}

const isAboutJson = (way: PatternNode): boolean => needsQuote(way) || beginsObject(way) || endsObject(way);

function needsQuote(node: PatternNode): boolean {
  switch (node.kind) {
    case 'one':
      return node.literal === QUOTE;
    case 'where':
      return false;
    case 'opaque':
      return node.needs !== null && needsQuote(node.needs);
    case 'all':
      return node.parts.some(needsQuote);
    case 'any':
      return node.branches.every(needsQuote);
    case 'repeat':
      return node.least > 0 && needsQuote(node.part);
  }
}

const QUOTE = 0x22;
const OPEN = 0x7b;
const CLOSE = 0x7d;

const partsOf = (way: PatternNode): readonly PatternNode[] => (way.kind === 'all' ? way.parts : [way]);

const isLiteral = (node: PatternNode | undefined, code: number): boolean =>
  node?.kind === 'one' && node.literal === code;

const beginsObject = (way: PatternNode): boolean =>
  isLiteral(
    partsOf(way).find(({ kind }) => kind !== 'where'),
    OPEN,
  );

function endsObject(way: PatternNode): boolean {
  const [before, last] = partsOf(way).slice(-2);
  return isLiteral(before, CLOSE) && last?.kind === 'where' && last.where.at.startsWith('end') && !last.where.not;
}
