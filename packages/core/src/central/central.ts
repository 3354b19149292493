import { join } from 'node:path';
import type { CentralRequest, Ending, Report } from '../model/index.ts';
import { errorText } from '../process/errno.ts';
import type { Settings } from '../settings/settings.ts';
import { monotonicMs } from '../text/clock.ts';
import { writtenJson } from '../text/written-json.ts';
import { type DecideAnswer, isDecideAnswer, MOST_QUESTION_BYTES } from './answer.ts';
import { type GatewayLine, openLine } from './ask-gateway.ts';
import { breakerOf, MOST_FAULTS } from './breaker.ts';
import { fleetFolder, joinedFolder, type MachineCredentials, machineFile, readCredentials } from './credentials.ts';
import { keptAnswers } from './kept-answers.ts';

/** Asks the gateway about hooks that are decided there. */
export interface Central {
  /** Never throws: whatever keeps an answer from coming, `onUnreachable` decides. */
  readonly ask: (request: CentralRequest, signal?: AbortSignal) => Promise<Report>;
  readonly close: () => void;
}

export type CentralPlace = Pick<Settings, 'accountHome' | 'platform' | 'stateFolder'>;

/** Where the state of central decisions is, below the state folder. */
export const centralFolder = (state: string): string => join(fleetFolder(state), 'central');

export function createCentral(place: CentralPlace): Central {
  const lines = new Map<string, GatewayLine>();
  const lineTo = (credentials: MachineCredentials): GatewayLine => {
    const key = JSON.stringify(credentials);
    const line = lines.get(key) ?? openLine(credentials);
    lines.set(key, line);
    return line;
  };
  return {
    ask: async (request, signal) => {
      const startedAt = monotonicMs();
      const said = await answerTo(request, place, lineTo, signal);
      return { stdout: '', stderr: '', truncated: [], ...said, durationMs: monotonicMs() - startedAt };
    },
    close: () => {
      for (const line of lines.values()) line.close();
      lines.clear();
    },
  };
}

type AnswerReport = Partial<Report> & Pick<Report, 'ending'>;
type LineTo = (credentials: MachineCredentials) => GatewayLine;

async function answerTo(
  request: CentralRequest,
  place: CentralPlace,
  lineTo: LineTo,
  signal: AbortSignal | undefined,
): Promise<AnswerReport> {
  if (signal?.aborted === true) return CANCELLED;
  try {
    const state = joinedFolder(place);
    if (state === null)
      throw new Error('this machine has joined no gateway that could decide it: hookline join URL --token T');
    const credentials = readCredentials(machineFile(state));
    return await askOrRemember(request, { credentials, folder: centralFolder(state), lineTo }, signal);
  } catch (error) {
    return unavailable(errorText(error));
  }
}

const CANCELLED: AnswerReport = { ending: { how: 'cancelled' } };

const unavailable = (why: string): AnswerReport => ({ ending: { how: 'unavailable', why } satisfies Ending });

interface Asking {
  readonly credentials: MachineCredentials;
  /** Where the state of central decisions is. */
  readonly folder: string;
  readonly lineTo: LineTo;
}

/** The gateway's answer; without one, the last to the same question where the policy wants that. */
async function askOrRemember(
  request: CentralRequest,
  { credentials, folder, lineTo }: Asking,
  signal: AbortSignal | undefined,
): Promise<AnswerReport> {
  const breaker = breakerOf(folder, request.org, request.hook);
  const kept = request.rule.onUnreachable === 'cached' ? keptAnswers(join(folder, 'answers'), credentials) : null;
  const restMs = breaker.restMs();
  const asked = restMs > 0 ? notAsked(restMs) : await askWithin(request, lineTo(credentials), signal);
  if (asked.how === 'cancelled') return CANCELLED;
  if (asked.how === 'answered') {
    const { answer, version } = asked.said;
    const problems = problemsOf(breaker.answered, () => kept?.keep(request, asked.said));
    return { ...answer, note: [`decided by the gateway with version ${version}`, ...problems].join('; ') };
  }
  const problems = restMs > 0 ? [] : problemsOf(breaker.failed);
  const why = [asked.why, ...problems].join('; ');
  const last = kept?.find(request) ?? null;
  if (last === null) return unavailable(why);
  const age = `${Math.round(last.ageMs / 1000)} s ago`;
  return { ...last.answer.answer, note: `decided by the answer of ${age}, because there is none now: ${why}` };
}

/** What could not be kept for later is told beside the answer, which it does not change. */
function problemsOf(...works: readonly (() => void)[]): readonly string[] {
  return works.flatMap((work) => {
    try {
      work();
      return [];
    } catch (error) {
      return [errorText(error)];
    }
  });
}

type AskedGateway =
  | { readonly how: 'answered'; readonly said: DecideAnswer }
  | { readonly how: 'unanswered'; readonly why: string }
  | { readonly how: 'cancelled' };

const notAsked = (restMs: number): AskedGateway => ({
  how: 'unanswered',
  why: `the gateway was not asked: it gave no answer ${MOST_FAULTS} times in a row, and is asked again in ${Math.ceil(restMs / 1000)} s`,
});

/** The deadline is this machine's own: it covers everything from the connection to the last byte. */
async function askWithin(
  request: CentralRequest,
  line: GatewayLine,
  signal: AbortSignal | undefined,
): Promise<AskedGateway> {
  const { org, hook, event, runId, timeoutMs } = request;
  const body = Buffer.from(writtenJson({ org, hook, event, idempotency: runId }));
  if (body.length > MOST_QUESTION_BYTES)
    return {
      how: 'unanswered',
      why: `the question has ${body.length} bytes, and at most ${MOST_QUESTION_BYTES} are sent`,
    };
  const stop = new AbortController();
  const cancel = (): void => stop.abort();
  const timer = setTimeout(cancel, timeoutMs);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const said = await line.post('/v1/decide', body, stop.signal);
    if (isDecideAnswer(said)) return { how: 'answered', said: said as DecideAnswer };
    return { how: 'unanswered', why: 'the gateway answered, but not as a gateway does' };
  } catch (error) {
    if (signal?.aborted === true) return { how: 'cancelled' };
    const why = stop.signal.aborted ? `no answer within ${timeoutMs} ms` : errorText(error);
    return { how: 'unanswered', why: `the gateway gave none: ${why}` };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}
