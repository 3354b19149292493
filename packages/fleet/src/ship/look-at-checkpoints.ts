import { errorText, fleetFolder, readPrivateFile, shapes, writePrivateFile } from '@hookline/core/internal';
import { join } from 'node:path';
import { type GatewayAnswer, type GatewayClient, Unreachable } from '../identity/client.ts';
import type { Machine } from '../identity/machine.ts';
import { readCheckpointAnswer } from '../protocol/daily-checkpoint.ts';
import { type Position, readPosition } from './cursor.ts';
import { type Judged, judgeCheckpoint, type KnownCheckpoint } from './judge-checkpoint.ts';
import { keepReceipts, readReceipts } from './receipts.ts';

/** Who looks, and who is told. */
export interface CheckpointPlace {
  readonly stateFolder: string;
  readonly machine: Machine;
  readonly onAlarm: (text: string) => void;
  readonly onFinding?: (text: string) => Promise<void>;
}

/** What is kept between two looks. */
interface Looked {
  readonly v: 1;
  readonly machine: string;
  readonly lookedAt: number;
  readonly known: KnownCheckpoint | null;
  /** What was told last, so that it is not told every hour. */
  readonly told: string | null;
  /** In how many hours lines were taken and no look was answered, since the last one that was; absent: in none. */
  readonly unanswered?: { readonly hours: number; readonly at: number } | undefined;
}

const EVERY_MS = 3_600_000;
const MOST_UNANSWERED = 24;

/** The round of sending after which a machine looks. */
interface LookAfter {
  /** How many lines the gateway has taken in it. */
  readonly shipped: number;
  readonly everyMs?: number;
}

/**
 * Looks about once an hour whether what the gateway has confirmed is under what it signs; called when nothing is being sent.
 * A machine of which this would be the first look waits for an hour: jobs of a CI never ask. A gateway that is away is no news.
 */
export async function lookAtCheckpoints(
  place: CheckpointPlace,
  client: Pick<GatewayClient, 'send'>,
  { shipped, everyMs = EVERY_MS }: LookAfter,
): Promise<void> {
  const { stateFolder, machine } = place;
  const position = readPosition(stateFolder, machine.machine);
  if (position === null || position.sending !== null) return;
  const before = readLooked(place);
  const keep = (change: Partial<Looked>): void => writeLooked(place, { ...before, lookedAt: Date.now(), ...change });
  const judge = async (problem: string | null, change: Partial<Looked>): Promise<void> => {
    if (problem !== null && problem !== before.told) await tell(place, problem);
    keep({ ...change, told: problem });
  };
  if (everyMs > 0 && before.lookedAt === 0) return keep({});
  // Also where the clock was set back.
  if (Math.abs(Date.now() - before.lookedAt) < everyMs) return;
  const answer = await asked(client, position, before.known);
  if (answer === null) {
    const { hours, at } = before.unanswered ?? { hours: 0, at: 0 };
    if (shipped === 0 || Math.abs(Date.now() - at) < everyMs) return; // it may be away as a whole
    const { lookedAt } = before;
    const unanswered = { hours: hours + 1, at: Date.now() };
    return unanswered.hours < MOST_UNANSWERED
      ? keep({ lookedAt, unanswered })
      : judge(SILENT, { lookedAt, unanswered });
  }
  const { problem, known } = judged(place, position, before, answer);
  await judge(problem, { known, unanswered: undefined });
  forgetShown(stateFolder, position.stream, known);
}

const SILENT = `the gateway takes lines, and has not said what is signed about them for ${MOST_UNANSWERED} hours of sending`;

/** A record that cannot be written does not keep lines from being sent. */
async function tell({ onAlarm, onFinding }: CheckpointPlace, problem: string): Promise<void> {
  const text = `checkpoint_refused: ${problem}`;
  onAlarm(text);
  await onFinding?.(text).catch((error: unknown) => onAlarm(errorText(error)));
}

/** Null: the gateway is away, or does not work now. */
async function asked(
  { send }: Pick<GatewayClient, 'send'>,
  { stream }: Position,
  known: KnownCheckpoint | null,
): Promise<GatewayAnswer | null> {
  try {
    const path = `/v1/streams/${stream}/checkpoint${known === null ? '' : `?after=${known.number}`}`;
    const answer = await send({ method: 'GET', path });
    return answer.status === 200 || answer.status === 404 ? answer : null;
  } catch (error) {
    if (error instanceof Unreachable) return null;
    throw error;
  }
}

function judged(
  { stateFolder, machine: { machine, org } }: CheckpointPlace,
  { stream, epoch, lines, head }: Position,
  { known, lookedAt }: Looked,
  { status, body, at }: GatewayAnswer,
): Judged {
  const answer = status === 200 ? readCheckpointAnswer(body) : null;
  // An older gateway has none; one that had some and has none now does not say what it should.
  if (answer === null) return { problem: known === null ? null : 'the gateway gives no checkpoints any more', known };
  const receipts = readReceipts(stateFolder, stream);
  const sinceLookMs = Date.now() - lookedAt;
  const own = { machine, org, stream, epoch, confirmed: { lines, head }, receipts, known, sinceLookMs };
  return judgeCheckpoint(own, answer, at ?? Date.now());
}

/** Checkpoints end a stream where the last one did, or later. */
function forgetShown(stateFolder: string, stream: string, known: KnownCheckpoint | null): void {
  const shown = known?.shown?.lines ?? 0;
  const receipts = readReceipts(stateFolder, stream);
  const wanted = receipts.filter(({ lines }) => lines >= shown);
  if (wanted.length < receipts.length) keepReceipts(stateFolder, wanted);
}

const lookedFile = (stateFolder: string): string => join(fleetFolder(stateFolder), 'checkpoint.json');

const { isNumber, isText, oneOf, orNull, shaped } = shapes;

const isEnd = shaped({ lines: isNumber, head: isText });
const isUnanswered = shaped({ hours: isNumber, at: isNumber });
const isLooked = shaped({
  v: oneOf(1),
  machine: isText,
  lookedAt: isNumber,
  told: orNull(isText),
  unanswered: (value) => value === undefined || isUnanswered(value),
  known: orNull(
    shaped({
      key: isText,
      number: isNumber,
      digest: isText,
      at: isNumber,
      stream: isText,
      lines: isNumber,
      shown: orNull(isEnd),
    }),
  ),
});

/** One that is damaged, or of another enrolment, is as none. */
function readLooked({ stateFolder, machine: { machine } }: CheckpointPlace): Looked {
  const none: Looked = { v: 1, machine, lookedAt: 0, known: null, told: null };
  try {
    const value: unknown = JSON.parse(readPrivateFile(lookedFile(stateFolder)));
    return isLooked(value) && (value as Looked).machine === machine ? (value as Looked) : none;
  } catch {
    return none;
  }
}

const writeLooked = ({ stateFolder }: CheckpointPlace, looked: Looked): void =>
  writePrivateFile(lookedFile(stateFolder), JSON.stringify(looked), fleetFolder(stateFolder));
