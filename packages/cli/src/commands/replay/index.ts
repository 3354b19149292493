import { availableParallelism } from 'node:os';
import { createHooks, type Hooks, recordFolder } from '@hookline/core/internal';
import { replay as replayEvents, type ReplayOptions, type ReplaySummary, select, type Wanted } from '@hookline/toolbox';
import { type Arguments, isGiven, valueOf } from '../../call/arguments.ts';
import { checkEventName } from '../../call/event-name.ts';
import { type Place, placeOf } from '../../call/place.ts';
import { modelOf } from '../../call/model-of.ts';
import { refuseInsideHook } from '../../call/inside-hook.ts';
import { openSources } from './sources.ts';
import { momentOf } from '../../call/since.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { writeErr, writeJson, writeOut } from '../../print/output.ts';
import { paintFor } from '../../print/paint.ts';
import { flipJson, replayLines } from './lines.ts';
import { createProgress } from './progress.ts';
import { oneLine } from '../../print/one-line.ts';
import { showDiagnostics } from '../../print/show-diagnostics.ts';
import { onSignals } from '../../process/session-signals.ts';

const NOTICE =
  'hookline: hooks run for real, with all their side effects; what the events describe is not done again, and nothing is recorded\n';

/** Runs recorded events against the hooks and prints what is decided otherwise. */
export async function replay(given: Arguments): Promise<number> {
  const place = placeOf(given);
  refuseInsideHook(place.env, 'replay');
  if (!['', '0', 'false'].includes(place.env['HOOKLINE_DISABLE'] ?? ''))
    throw wrongCall('no hook would run: HOOKLINE_DISABLE is set');
  const wanted = wantedBy(given);
  const failOn = failOnOf(given);
  const jobs = countOf(given, 'jobs') ?? Math.max(2, availableParallelism());
  const interruption = onInterruption();
  const sources = await openSources(given.words, recordFolder(place.env, place.home));
  try {
    writeErr(NOTICE);
    const progress = createProgress();
    const selection = await select(sources.source, wanted, progress.isShown);
    const options: ReplayOptions = {
      open: opener(place),
      project: isGiven(given, 'project') ? place.project : null,
      defaultProject: place.project,
      jobs,
      withCut: isGiven(given, 'cut'),
      withBackground: isGiven(given, 'with-background'),
      onUnreadable: ({ id, why }) => progress.talk(`hookline: ${oneLine(id)}: ${oneLine(why)}\n`),
      onProgress: progress.show,
      ...(isGiven(given, 'json') ? { onFlip: (...flip) => void writeJson(flipJson(...flip)) } : {}),
    };
    const summary = await replayEvents(selection, options, interruption.start());
    const status = interruption.status();
    progress.end();
    if (status === null && isEmpty(summary)) writeErr('No recorded event fits: there is nothing to run.\n');
    if (isGiven(given, 'json')) writeJson({ type: 'summary', ...summary });
    else
      writeOut(`${replayLines(summary, { source: sources.source.name, jobs }, paintFor(1, process.env)).join('\n')}\n`);
    return status ?? (isFailure(summary, failOn) ? 1 : 0);
  } finally {
    interruption.restore();
    sources.close();
  }
}

const isEmpty = ({ events, skipped: { cut, gone, unreadable } }: ReplaySummary): boolean =>
  events + cut + gone + unreadable === 0;

/** What signals do: before anything runs they end the call; the first one later stops the run, and what is done is shown. */
interface Interruptions {
  /** From now on hooks run; the signal is aborted by the first interruption. */
  readonly start: () => AbortSignal;
  /** The exit status of the interruption; null when there was none. */
  readonly status: () => number | null;
  /** Gives signals their usual meaning back. */
  readonly restore: () => void;
}

function onInterruption(): Interruptions {
  const controller = new AbortController();
  let isRunning = false;
  let status: number | null = null;
  const restore = onSignals((interruption) => {
    if (!isRunning || status !== null) process.exit(interruption.status);
    ({ status } = interruption);
    controller.abort();
  });
  const start = (): AbortSignal => {
    isRunning = true;
    return controller.signal;
  };
  return { start, status: () => status, restore };
}

/** Opens the hooks of a project so that nothing is recorded; what is wrong with them is told once. */
function opener(place: Place): (project: string) => Promise<Hooks> {
  const model = modelOf(place.env);
  return async (project) => {
    const hooks = await createHooks({ ...place, ...model, project, record: false });
    showDiagnostics(hooks.diagnostics);
    return hooks;
  };
}

function wantedBy(given: Arguments): Wanted {
  const since = valueOf(given, 'since');
  const session = valueOf(given, 'session');
  const event = valueOf(given, 'event');
  const sample = valueOf(given, 'sample');
  const [seed, limit] = [countOf(given, 'seed'), countOf(given, 'limit')];
  if (event !== undefined) checkEventName(event);
  return {
    ...(since === undefined ? {} : { since: momentOf(since, new Date()) }),
    ...(session === undefined ? {} : { session }),
    ...(event === undefined ? {} : { event }),
    ...(sample === undefined ? {} : { sample: sampleOf(sample) }),
    ...(seed === undefined ? {} : { seed }),
    ...(limit === undefined ? {} : { limit }),
  };
}

function sampleOf(text: string): NonNullable<Wanted['sample']> {
  const [, number = '', percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const value = Number(number);
  if (percent === '%' && value > 0 && value <= 100) return { share: value / 100 };
  if (percent === '' && Number.isInteger(value) && value > 0) return { count: value };
  throw wrongCall(`--sample: expected a number such as 500, or a share such as 10%, found "${text}"`);
}

function countOf(given: Arguments, name: 'seed' | 'limit' | 'jobs'): number | undefined {
  const text = valueOf(given, name);
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw wrongCall(`--${name}: expected a whole number above 0, found "${text}"`);
}

const FAIL_ON = ['flips', 'loosened'] as const;

type FailOn = (typeof FAIL_ON)[number];

function failOnOf(given: Arguments): FailOn | null {
  const text = valueOf(given, 'fail-on');
  if (text === undefined) return null;
  const word = FAIL_ON.find((known) => known === text);
  if (word === undefined) throw wrongCall(`--fail-on: unknown word "${text}"`, { word: text, known: FAIL_ON });
  return word;
}

const isFailure = ({ loosened, tightened }: ReplaySummary, failOn: FailOn | null): boolean =>
  failOn !== null && (loosened > 0 || (failOn === 'flips' && tightened > 0));
