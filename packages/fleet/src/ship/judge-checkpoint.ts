import {
  type CheckedEnd,
  checkpointDigest,
  type DailyCheckpoint,
  leafText,
  MOST_CHECKPOINTS,
  readDailyCheckpoint,
  type StreamCheckpointAnswer,
} from '../protocol/daily-checkpoint.ts';
import { rootBy } from '../protocol/hash-tree.ts';
import type { StreamHead } from '../protocol/messages.ts';
import type { Receipt } from './receipts.ts';

/** What a machine knows of the checkpoints of its gateway. */
export interface KnownCheckpoint {
  readonly key: string;
  readonly number: number;
  readonly digest: string;
  /** When it was made, by the gateway's clock. */
  readonly at: number;
  readonly stream: string;
  /** How many lines were confirmed when it was the newest: all later ones must have them. */
  readonly lines: number;
  /** The end of the stream that was shown to be under a checkpoint; null: none was yet. */
  readonly shown: CheckedEnd | null;
}

/** What a machine compares the gateway's answer with. */
export interface OwnSide {
  readonly machine: string;
  readonly org: string;
  readonly stream: string;
  readonly epoch: number;
  /** What the gateway had confirmed when it was asked. */
  readonly confirmed: StreamHead;
  readonly receipts: readonly Receipt[];
  /** Null: this is the first look. */
  readonly known: KnownCheckpoint | null;
  /** Since the look before, by the clock of this machine. */
  readonly sinceLookMs: number;
}

export interface Judged {
  /** Why what is signed cannot be what this machine has sent; null: it can. */
  readonly problem: string | null;
  /** What is known from now on; null: still nothing. */
  readonly known: KnownCheckpoint | null;
}

/** A checkpoint with its text. */
interface Read {
  readonly said: DailyCheckpoint;
  readonly digest: string;
}

const DAY_MS = 86_400_000;
const STALE_MS = 3 * DAY_MS;
/** A clock that was a little wrong then may be right now. */
const LONG_MS = (MOST_CHECKPOINTS - 30) * DAY_MS;

/** Compares what a gateway has signed with what it has confirmed to this machine. `now`: by the gateway's clock. */
export function judgeCheckpoint(own: OwnSide, answer: StreamCheckpointAnswer, now: number): Judged {
  const checkpoints = answer.checkpoints.flatMap((jws): readonly Read[] => {
    const said = readDailyCheckpoint(jws, answer.key);
    return said === null ? [] : [{ said, digest: checkpointDigest(jws) }];
  });
  const newest = checkpoints.at(-1);
  const known = knownAfter(own, answer, newest);
  if (checkpoints.length < answer.checkpoints.length)
    return { problem: 'a checkpoint is not signed by its key', known };
  const problem = problemOfChain(own, answer, checkpoints) ?? problemOfEnd(own, answer, checkpoints);
  const isStale = known !== null && now - known.at > STALE_MS;
  return { problem: problem ?? (isStale ? 'the gateway has signed no checkpoint for days' : null), known };
}

/** Whatever is wrong is told once, and what comes later is compared with what is said now. */
function knownAfter(
  { stream, confirmed, known }: OwnSide,
  { key, end }: StreamCheckpointAnswer,
  newest: Read | undefined,
): KnownCheckpoint | null {
  const shown = end === null ? null : { lines: end.lines, head: end.head };
  const rest = { key, stream, lines: confirmed.lines, shown };
  if (newest !== undefined) return { ...rest, number: newest.said.number, digest: newest.digest, at: newest.said.at };
  return known === null ? null : { ...known, ...rest };
}

function problemOfChain(
  own: OwnSide,
  { key, newest }: StreamCheckpointAnswer,
  checkpoints: readonly Read[],
): string | null {
  const { org, known } = own;
  if (checkpoints.some(({ said }) => said.org !== org)) return 'a checkpoint is of another organisation';
  if (known === null) return null;
  if (key !== known.key) return 'the gateway signs with another key than before';
  if (newest === null || newest < known.number)
    return `the newest checkpoint is ${newest ?? 'none'}, and was ${known.number} before`;
  let before: Pick<Read, 'digest'> & { readonly number: number } = known;
  for (const { said, digest } of checkpoints) {
    if (
      !isLongAgo(own, before, { said, digest }) &&
      (said.number !== before.number + 1 || said.previous !== before.digest)
    )
      return `checkpoint ${said.number} does not follow checkpoint ${before.number}, which this machine knows`;
    before = { number: said.number, digest };
  }
  return before.number === newest ? null : `checkpoint ${newest} is kept back`;
}

/** Not all between two are given then; there is one a day, whatever a gateway says. */
const isLongAgo = ({ sinceLookMs }: OwnSide, before: { readonly number: number }, next: Read | undefined): boolean =>
  next !== undefined && next.said.number - before.number > MOST_CHECKPOINTS && sinceLookMs > LONG_MS;

function problemOfEnd(own: OwnSide, answer: StreamCheckpointAnswer, checkpoints: readonly Read[]): string | null {
  const { known, stream } = own;
  const { end } = answer;
  const newest = checkpoints.at(-1)?.said.number;
  const least = known === null || known.stream !== stream ? 0 : known.lines;
  if (newest !== undefined && (end?.lines ?? 0) < least)
    return `checkpoint ${newest} has ${end?.lines ?? 0} lines of this machine, and the gateway had confirmed ${least} before it was made`;
  return end === null ? null : (problemOfPath(own, answer, checkpoints) ?? problemOfLines(own, end));
}

/** The end of the stream must be under a checkpoint that this machine sees now, or be the one that was shown before. */
function problemOfPath(
  own: OwnSide,
  { key, end }: StreamCheckpointAnswer,
  checkpoints: readonly Read[],
): string | null {
  if (end === null) return null;
  const { machine, epoch, stream, known } = own;
  const under = readDailyCheckpoint(end.jws, key);
  const isUnder =
    under !== null && under.streams === end.count && rootBy(leafText(machine, epoch, end), end) === under.root;
  if (!isUnder) return 'the end of the stream is not under the checkpoint that is named for it';
  const isSeen = checkpoints.some(({ digest }) => digest === checkpointDigest(end.jws));
  const shown = known?.stream === stream ? known.shown : null;
  const isAsBefore = shown !== null && shown.lines === end.lines && shown.head === end.head;
  if (isSeen || isAsBefore || known === null || isLongAgo(own, known, checkpoints[0])) return null;
  return `checkpoint ${under.number}, which is named for the end of the stream, is not one of those that follow`;
}

function problemOfLines({ confirmed, receipts }: OwnSide, { lines, head }: CheckedEnd): string | null {
  if (lines > confirmed.lines)
    return `a checkpoint has ${lines} lines of this machine, which has sent ${confirmed.lines}`;
  const receipt = [...receipts, { ...confirmed, from: confirmed.lines }].find((each) => each.lines === lines);
  if (receipt?.head === head) return null;
  if (receipt !== undefined)
    return `a checkpoint says that line ${lines} of this machine is ${head}, and it is ${receipt.head}`;
  const isInside = receipts.some((each) => each.from < lines && lines < each.lines);
  return isInside ? `a checkpoint says that the stream ended at line ${lines}, where it never did` : null;
}
