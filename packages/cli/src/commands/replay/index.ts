import { createHooks, type Hooks, recordFolder } from '@hookline/core/internal';
import { replay as replayEvents, type ReplayOptions, type ReplaySummary, select, type Wanted } from '@hookline/toolbox';
import { availableParallelism } from 'node:os';
import { type Arguments, type Command, isGiven, valueOf } from '../../call/arguments.ts';
import { HOOKS, type OptionRow, OPTIONS } from '../../call/options.ts';
import { refuseInsideHook } from '../../call/person-only.ts';
import { type HooksPlace, modelOf, placeOf } from '../../call/place.ts';
import { recordFilterOf } from '../../call/record-filter.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { showDiagnostics } from '../../print/diagnostics.ts';
import { writeErr, writeJson, writeOut } from '../../print/output.ts';
import { paintFor } from '../../print/paint.ts';
import { oneLine } from '../../print/text.ts';
import { onSignals } from '../../process/signals.ts';
import { flipJson, replayLines } from './lines.ts';
import { createProgress } from './progress.ts';
import { openSources } from './sources.ts';

const FAIL_ON_WORDS = ['flips', 'loosened'] as const;

const FAIL_ON = {
  name: 'fail-on',
  value: 'WHAT',
  completes: FAIL_ON_WORDS,
  about: 'Exit with 1 on flips (any changed decision) or on loosened (a weaker one).',
} satisfies OptionRow;
const SAMPLE = {
  name: 'sample',
  value: 'N|P%',
  about: 'Only N events, or P % of them; always the same ones for a seed.',
} satisfies OptionRow;
const SEED = { name: 'seed', value: 'N', about: 'Which sample is taken (default 1).' } satisfies OptionRow;
const LIMIT = { name: 'limit', value: 'N', about: 'Only the newest N events.' } satisfies OptionRow;
const CUT = { name: 'cut', about: 'Also run events whose long texts the record has cut.' } satisfies OptionRow;
const JOBS = {
  name: 'jobs',
  value: 'N',
  about: 'Events that run at the same time (default: one for each processor, at least 2).',
} satisfies OptionRow;
const WITH_BACKGROUND = {
  name: 'with-background',
  about: 'Also run background hooks, which decide nothing.',
} satisfies OptionRow;
const PROJECT = {
  ...OPTIONS.project,
  about: 'Run every event against the hooks of this project; by default each against those of its own.',
};
const JSON_LINES = {
  ...OPTIONS.json,
  about: 'Print JSON lines: one for each event that is decided differently, then the summary.',
};

export const REPLAY: Command = {
  name: 'replay',
  about:
    'Run recorded events against hooks and compare the decisions; hooks run for real, what the events describe is not done again.',
  words: { usage: '[TRANSCRIPT|RECORD|-...]', min: 0, max: Number.POSITIVE_INFINITY, completes: 'files' },
  options: [
    OPTIONS.since,
    OPTIONS.ofSession,
    OPTIONS.ofEvent,
    SAMPLE,
    SEED,
    LIMIT,
    CUT,
    WITH_BACKGROUND,
    JOBS,
    FAIL_ON,
    PROJECT,
    ...HOOKS,
    JSON_LINES,
    OPTIONS.help,
  ],
  examples: [
    { does: 'what would the hooks of today have decided last week?', line: 'hookline replay --since 7d' },
    { does: 'a tenth of all tool calls', line: 'hookline replay --event PreToolUse --sample 10%' },
    {
      does: 'the hooks of another copy of the project, in a pipeline',
      line: 'hookline replay --project ../next --fail-on loosened',
    },
    { does: 'the transcripts of sessions', line: 'hookline replay session.jsonl --json' },
  ],
  exits: {
    0: 'compared',
    1: 'with --fail-on: something is decided differently; or the call could not be carried out',
    130: 'interrupted; what was done so far is printed',
  },
  run: replay,
};

const NOTICE =
  'hookline: hooks run for real, with all their side effects; what the events describe is not done again, and nothing is recorded\n';

/** Runs recorded events against the hooks and prints what is decided otherwise. */
async function replay(given: Arguments): Promise<number> {
  const place = placeOf(given);
  refuseInsideHook(place.env, 'replay');
  if (!['', '0', 'false'].includes(place.env['HOOKLINE_DISABLE'] ?? ''))
    throw wrongCall('no hook would run: HOOKLINE_DISABLE is set');
  const wanted = wantedBy(given);
  const failOn = failOnOf(given);
  const jobs = countOf(given, JOBS) ?? Math.max(2, availableParallelism());
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
      withCut: isGiven(given, CUT),
      withBackground: isGiven(given, WITH_BACKGROUND),
      onUnreadable: ({ id, why }) => progress.message(`hookline: ${oneLine(id)}: ${oneLine(why)}\n`),
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
  /** Restores the usual effect of signals. */
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

/** Opens the hooks of a project so that nothing is recorded; their problems are shown once. */
function opener(place: HooksPlace): (project: string) => Promise<Hooks> {
  const model = modelOf(place.env);
  return async (project) => {
    const hooks = await createHooks({ ...place, ...model, project, record: false });
    showDiagnostics(hooks.diagnostics);
    return hooks;
  };
}

function wantedBy(given: Arguments): Wanted {
  const sample = valueOf(given, SAMPLE);
  const [seed, limit] = [countOf(given, SEED), countOf(given, LIMIT)];
  return {
    ...recordFilterOf(given),
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

function countOf(given: Arguments, option: OptionRow): number | undefined {
  const text = valueOf(given, option);
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw wrongCall(`--${option.name}: expected a whole number above 0, found "${text}"`);
}

type FailOn = (typeof FAIL_ON_WORDS)[number];

function failOnOf(given: Arguments): FailOn | null {
  const text = valueOf(given, FAIL_ON);
  if (text === undefined) return null;
  const word = FAIL_ON_WORDS.find((known) => known === text);
  if (word === undefined) throw wrongCall(`--fail-on: unknown word "${text}"`, { word: text, known: FAIL_ON_WORDS });
  return word;
}

const isFailure = ({ loosened, tightened }: ReplaySummary, failOn: FailOn | null): boolean =>
  failOn !== null && (loosened > 0 || (failOn === 'flips' && tightened > 0));
