import { MARKS } from './marks.ts';

/** `${x#glob}` and its like: a value without what fits at one of its ends; unknown where that takes too long. */
export function removed(value: string, operator: string, glob: string): string {
  const isFront = operator.startsWith('#');
  const work = { left: MOST };
  const [shortest, longest] = isFront
    ? fittingLengths(glob, value, work)
    : fittingLengths(turned(glob), turned(value), work);
  if (work.left < 0) return MARKS.unknown;
  const length = operator.length === 2 ? longest : shortest;
  return isFront ? value.slice(length) : value.slice(0, value.length - length);
}

/** `${x/glob/text}` and its like: of what fits, the longest is replaced; unknown where that takes too long. */
export function replaced(value: string, operator: string, [glob, text]: readonly [string, string]): string {
  if (glob === '') return operator === '/#' ? text + value : operator === '/%' ? value + text : value;
  if (value === '') return glob.replaceAll(MARKS.star, '') === '' ? text : value;
  const work = { left: MOST };
  if (operator === '/%') {
    const [, longest] = fittingLengths(turned(glob), turned(value), work);
    return work.left < 0 ? MARKS.unknown : longest === 0 ? value : value.slice(0, value.length - longest) + text;
  }
  let done = '';
  let at = 0;
  while (at < value.length) {
    const [, longest] = fittingLengths(glob, value.slice(at), work);
    if (work.left < 0) return MARKS.unknown;
    done += longest === 0 ? (value[at] ?? '') : text;
    at += Math.max(1, longest);
    if (operator === '/#' || (operator === '/' && longest > 0)) break;
  }
  return done + value.slice(at);
}

const turned = (text: string): string => text.split('').reverse().join('');

interface Work {
  left: number;
}

/** How many characters at the beginning of a text fit a glob: the fewest and the most; none where it does not fit. */
function fittingLengths(glob: string, text: string, work: Work): readonly [shortest: number, longest: number] {
  const lengths: number[] = [];
  let places = reached(new Set([0]), glob);
  for (let length = 0; places.size > 0; length += 1) {
    work.left -= places.size;
    if (places.has(glob.length)) lengths.push(length);
    if (length === text.length || work.left < 0) break;
    places = reached(after(places, { glob, next: text[length] ?? '' }), glob);
  }
  return [lengths[0] ?? 0, lengths.at(-1) ?? 0];
}

/** The places in a glob where the next character of the text leads. */
function after(places: ReadonlySet<number>, { glob, next }: { glob: string; next: string }): Set<number> {
  const found = new Set<number>();
  for (const place of places) {
    const one = glob[place];
    if (one === MARKS.star) found.add(place);
    else if (one === MARKS.some || one === next) found.add(place + 1);
  }
  return found;
}

/** With the places behind every star, which may stand for nothing. */
function reached(places: Set<number>, glob: string): Set<number> {
  for (const place of places) if (glob[place] === MARKS.star) places.add(place + 1);
  return places;
}

/** Steps for one value, about a tenth of a second. */
const MOST = 500_000;
