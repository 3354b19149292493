import type { Look } from './chain.ts';
import { createDigestFilter } from './digest-filter.ts';
import { findingAt, linesAre } from './finding.ts';
import type { RecordFinding, RecordPlace } from './finding.ts';
import type { ChainedLine } from './read-chain.ts';

/** What the links may refer to besides lines. */
export interface ChainBeginning {
  /** What the first line of a record covers; empty when unknown. */
  readonly roots: readonly string[];
  /** Older files have been removed by rotation. */
  readonly isShortened: boolean;
}

/** Where a line stands in the chain. */
export interface ChainPlace {
  readonly index: number;
  /**
   * What the first of the lines that were written together with it covered last: everything that a later line covers
   * together with it comes after that. -1 where that is the beginning; a digest where its place is not known.
   */
  readonly base: number | string;
}

/** A line, and what is needed to check its links. */
export interface LinkedLine {
  readonly place: RecordPlace;
  readonly index: number;
  readonly digest: string;
  readonly covers: ChainedLine['mark']['covers'];
  /** Lines that its writer had seen, but that are not counted by the line before it. */
  readonly gap: number;
  /** It may refer to a file that was removed. */
  readonly mayBeShortened: boolean;
}

/** What is known of the digests that a line refers to: null, it stands nowhere; undefined: not known. */
export type FindPlace = (digest: string) => ChainPlace | null | undefined;

/** Links go back a few hundred lines where many processes write at once. */
const REMEMBERED = 16_384;

/** Checks links line by line, and remembers only the newest lines. */
export class LinkChecker {
  readonly #beginning: ChainBeginning;
  readonly #remembered: number;
  readonly #recent = new Map<string, ChainPlace>();
  readonly #uncovered = new Set<string>();
  readonly #older = createDigestFilter();
  #count = 0;
  #before: { readonly digest: string; readonly seen: number; readonly base: number | string } | null = null;
  #firstFile: string | null = null;

  constructor(beginning: ChainBeginning, remembered = REMEMBERED) {
    this.#beginning = beginning;
    this.#remembered = remembered;
  }

  /** The findings about a line; null: it refers to lines that are not remembered, so they must be looked up. */
  check(line: ChainedLine): { readonly linked: LinkedLine; readonly findings: readonly RecordFinding[] | null } {
    const { digest, seen, covers } = line.mark;
    const linked = this.#linkedOf(line);
    const isMate = covers.by === 'mate' && this.#before?.digest === covers.digest;
    // A line that may stand in the record twice must be looked up, whatever its links are.
    const isKnown = this.#recent.has(digest);
    const isCertain = isKnown || !this.#older.mayHave(digest);
    const links = isMate ? [] : judgeLinks(linked, this.#beginning, this.#find);
    const findings = isCertain && links !== null ? [...(isKnown ? [repeated(linked)] : []), ...links] : null;
    const base = covers.by === 'mate' ? (this.#before?.base ?? -1) : baseIn(covers.look, this.#find, findings !== null);
    for (const covered of covers.by === 'mate' ? [covers.digest] : covers.look.prev) this.#uncovered.delete(covered);
    if (isCertain && !isKnown) this.#remember(digest, { index: this.#count, base });
    this.#before = { digest, seen, base };
    this.#count += 1;
    return { linked, findings };
  }

  /** Digests of lines that no later line covers yet, oldest first; of more than are remembered only the newest. */
  uncovered(): readonly string[] {
    return [...this.#uncovered];
  }

  #linkedOf({ file, line, mark }: ChainedLine): LinkedLine {
    this.#firstFile ??= file;
    return {
      place: { file, line },
      index: this.#count,
      digest: mark.digest,
      covers: mark.covers,
      gap: mark.seen - 1 - (this.#before?.seen ?? 0),
      mayBeShortened: this.#beginning.isShortened && file === this.#firstFile,
    };
  }

  /** What is not remembered may also stand further down. */
  readonly #find: FindPlace = (digest) =>
    this.#recent.get(digest) ?? (this.#beginning.roots.includes(digest) ? null : undefined);

  #remember(digest: string, place: ChainPlace): void {
    this.#recent.set(digest, place);
    this.#uncovered.add(digest);
    if (this.#recent.size <= this.#remembered) return;
    const { value: oldest } = this.#recent.keys().next();
    if (oldest === undefined) return;
    this.#recent.delete(oldest);
    this.#older.add(oldest);
    const { value: open } = this.#uncovered.keys().next();
    if (this.#uncovered.size > this.#remembered && open !== undefined) this.#uncovered.delete(open);
  }
}

/** Finds the places of some digests while the marks of a whole chain go by. */
export class PlaceSearch {
  readonly #wanted: ReadonlySet<string>;
  readonly #places = new Map<string, ChainPlace>();
  #index = 0;
  #base: string | number = -1;

  constructor(wanted: ReadonlySet<string>) {
    this.#wanted = wanted;
  }

  see({ digest, covers }: ChainedLine['mark']): void {
    if (covers.by === 'look') this.#base = covers.look.prev.at(-1) ?? -1;
    if (this.#wanted.has(digest) && !this.#places.has(digest))
      this.#places.set(digest, { index: this.#index, base: this.#base });
    this.#index += 1;
  }

  /** Where these digests stand first. */
  places(): ReadonlyMap<string, ChainPlace> {
    return this.#places;
  }
}

/** The digests that must be looked up to settle lines. */
export const digestsOf = (unsettled: readonly LinkedLine[]): ReadonlySet<string> =>
  new Set(
    unsettled.flatMap(({ digest, covers }) => [digest, ...(covers.by === 'mate' ? [covers.digest] : covers.look.prev)]),
  );

/** The digests by which places name their base. */
export const basesOf = (places: ReadonlyMap<string, ChainPlace>): ReadonlySet<string> =>
  new Set([...places.values()].flatMap(({ base }) => (typeof base === 'string' ? base : [])));

/** The place of what a look covered last; where the line is in order, what is not known is before the beginning. */
const baseIn = ({ prev }: Look, find: FindPlace, isInOrder: boolean): number | string => {
  const last = prev.at(-1) ?? '';
  return find(last)?.index ?? (isInOrder ? -1 : last);
};

/** The findings about the links of a line; null where the place of a digest is not known. */
export function judgeLinks(
  line: LinkedLine,
  beginning: ChainBeginning,
  find: FindPlace,
): readonly RecordFinding[] | null {
  const { covers } = line;
  return covers.by === 'mate' ? checkMate(line, covers.digest, find) : checkLook(line, covers.look, beginning, find);
}

/** A line that was written in one call with another one comes directly after it. */
function checkMate(line: LinkedLine, mate: string, find: FindPlace): readonly RecordFinding[] | null {
  const place = find(mate);
  if (place === undefined) return null;
  return place === null ? missing(line, 1) : moved(line);
}

function checkLook(
  line: LinkedLine,
  look: Look,
  beginning: ChainBeginning,
  find: FindPlace,
): readonly RecordFinding[] | null {
  const isExcused = line.mayBeShortened && look.opens;
  const places = mustStand(look, beginning).map(find);
  if (!isExcused && places.includes(undefined)) return null;
  const known = places.filter((place) => place !== null && place !== undefined);
  if (known.length < places.length && !isExcused) return missing(line, places.length - known.length);
  const base = known.at(-1)?.base ?? -1;
  const baseIndex = typeof base === 'number' ? base : indexOf(find(base));
  if (baseIndex === null) return null;
  return isAscending([baseIndex, ...known.map(({ index }) => index), line.index]) ? [] : moved(line);
}

/** Null: not known. */
const indexOf = (place: ChainPlace | null | undefined): number | null =>
  place === undefined ? null : (place?.index ?? -1);

/** The lines that must exist: all but the root of an empty record. */
const mustStand = ({ seen, prev }: Look, { roots }: ChainBeginning): readonly string[] =>
  seen === 0 ? prev.filter((digest) => roots.length > 0 && !roots.includes(digest)) : prev;

const isAscending = (places: readonly number[]): boolean =>
  places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));

export const repeated = ({ place }: LinkedLine): RecordFinding => findingAt(place, 'added', 'is in the record twice');

const moved = ({ place }: LinkedLine): readonly RecordFinding[] => [
  findingAt(place, 'moved', 'is not where it was written, or the lines before it are not'),
];

const missing = ({ place, gap }: LinkedLine, least: number): readonly RecordFinding[] => [
  findingAt(place, 'missing', `${linesAre(Math.max(gap, least))} missing before it`),
];
