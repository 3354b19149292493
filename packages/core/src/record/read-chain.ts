import { isIntact, markOf, LINE_START, parseLine } from './chain.ts';
import type { Mark, RecordKey } from './chain.ts';
import type { NoteEntry } from './entry.ts';
import type { RecordPlace } from './finding.ts';
import { allLines } from './reader.ts';

/** A line of the chain; one that is keyed can be checked only with the key. */
export interface ChainedLine extends RecordPlace {
  readonly kind: 'chained';
  readonly mark: Mark;
  readonly state: 'intact' | 'edited' | 'unchecked';
  /** What it states about missing entries; null when nothing. */
  readonly lost: NoteEntry | null;
}

/** Any line: one of the chain, an entry outside it, or no entry at all. */
export type ChainLine = ChainedLine | (RecordPlace & { readonly kind: 'unchained' | 'torn' });

/** Every line of every file, in order; a partial line followed by a whole one is two. */
export function* readChain(folder: string, key: RecordKey): Generator<ChainLine, void> {
  for (const { file, lines, isEnded } of allLines(folder))
    for (const { raw, number: line } of lines) yield* judged(raw, { file, line }, { isEnded, key });
}

/** The positions that the lines of the chain state, in order, without a check of the lines themselves. */
export function* readMarks(folder: string): Generator<Mark, void> {
  for (const { lines, isEnded } of allLines(folder))
    for (const { raw } of lines) {
      const mark = isEnded ? markOf(raw) : null;
      if (mark !== null) yield mark;
    }
}

/** What a line of a file is; a partial line followed by a whole one is two. */
export function judged(
  raw: Buffer,
  place: RecordPlace,
  { isEnded, key }: { readonly isEnded: boolean; readonly key: RecordKey },
): readonly ChainLine[] {
  const mark = isEnded ? markOf(raw) : null;
  if (mark === null) {
    const isEntry = isEnded && parseLine(raw.toString()) !== null;
    return [{ ...place, kind: isEntry ? 'unchained' : 'torn' }];
  }
  const state = stateOf(raw, mark, key);
  const line: ChainLine = {
    ...place,
    kind: 'chained',
    mark,
    state: state === 'behind' ? 'intact' : state,
    lost: lostIn(raw),
  };
  return state === 'behind' ? [{ ...place, kind: 'torn' }, line] : [line];
}

/** The same for a line whose content stayed elsewhere, or whose key did: only what its mark says can be checked. */
export function judgedByMark(raw: Buffer, place: RecordPlace): ChainLine {
  const mark = markOf(raw);
  return mark === null
    ? { ...place, kind: 'torn' }
    : { ...place, kind: 'chained', mark, state: 'intact', lost: lostIn(raw) };
}

const LOST = Buffer.from(',"lost":');

function lostIn(raw: Buffer): NoteEntry | null {
  const entry = raw.includes(LOST) ? parseLine(raw.toString()) : null;
  return entry?.kind === 'note' && entry.lost !== undefined ? entry : null;
}

function stateOf(raw: Buffer, mark: Mark, key: RecordKey): ChainedLine['state'] | 'behind' {
  if (mark.isKeyed && key === null) return 'unchecked';
  const ownKey = mark.isKeyed ? key : null;
  if (isIntact(raw, mark, ownKey)) return 'intact';
  return startsIn(raw).some((at) => isIntact(raw.subarray(at), mark, ownKey)) ? 'behind' : 'edited';
}

/**
 * How many positions are tried: a payload can look like the start of a line, and text with thousands was not written
 * by hookline.
 */
const MOST_STARTS = 64;

/** Where a line may begin after a partial one, the last positions first. */
function startsIn(raw: Buffer): readonly number[] {
  const starts: number[] = [];
  for (let at = raw.lastIndexOf(LINE_START); at > 0 && starts.length < MOST_STARTS;) {
    starts.push(at);
    at = raw.lastIndexOf(LINE_START, at - 1);
  }
  return starts;
}
