import { type Diagnostic, type HooksOptions, modelCommand } from '@hookline/core/internal';
import {
  type CaseFile,
  type CaseResult,
  EXAMPLE_TOOLS,
  exampleEvent,
  findCaseFiles,
  type HookCase,
  readCaseFile,
  runCases,
  UnknownEventError,
  updateCases,
} from '@hookline/toolbox';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type Arguments, type Command, isGiven, valueOf, valuesOf } from '../../call/arguments.ts';
import { THIS_PROCESS } from '../../call/caller.ts';
import { LAST, type OptionRow, OPTIONS, PLACE } from '../../call/options.ts';
import { trustFirst } from '../../call/person-only.ts';
import { type HooksPlace, placeOf } from '../../call/place.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { writeErr, writeOut } from '../../print/output.ts';
import { endRunsOnSignal } from '../../process/signals.ts';
import { type CaseReporter, caseReporterOf, REPORTER } from './reporters.ts';
import { watchCases } from './watch.ts';

const EXAMPLE = {
  name: 'example',
  value: 'EVENT',
  completes: 'events',
  about: 'Print a ready-made event, as the system of --dialect sends it if one is given; run nothing.',
} satisfies OptionRow;
const TOOL = {
  name: 'tool',
  value: 'NAME',
  about: 'Tool of the ready-made event, such as Write (default Bash).',
} satisfies OptionRow;
const FILTER = {
  name: 'filter',
  value: 'TEXT',
  about: 'Only cases whose file or name contains TEXT, or matches /TEXT/.',
} satisfies OptionRow;
const WATCH = {
  name: 'watch',
  about: 'Run again whenever hooks, scripts or cases change, until interrupted.',
} satisfies OptionRow;
const UPDATE = {
  name: 'update',
  about: 'Write the actual results into the case files: new snapshots, and what has changed.',
} satisfies OptionRow;
const JOBS = {
  name: 'jobs',
  value: 'N',
  about: 'Cases that run at the same time (default: one for each processor).',
} satisfies OptionRow;
const RECORD = {
  name: 'record',
  about: 'Also write the runs into the record; by default nothing is recorded.',
} satisfies OptionRow;

export const TEST: Command = {
  name: 'test',
  about: 'Run the test cases beside the hooks.',
  words: { usage: '[PATH...]', min: 0, max: Number.POSITIVE_INFINITY, completes: 'files' },
  options: [EXAMPLE, TOOL, FILTER, WATCH, UPDATE, REPORTER, JOBS, RECORD, OPTIONS.trustHooks, ...PLACE, ...LAST],
  examples: [
    { does: 'every case beside the hooks of this project and of yours', line: 'hookline test' },
    { does: 'in CI, where the checkout is not trusted yet', line: 'hookline test --trust-hooks --reporter github' },
    { does: 'an event to start a fixture from', line: 'hookline test --example PreToolUse --dialect kolega' },
    { does: 'while you write', line: 'hookline test --watch --filter rm' },
  ],
  exits: {
    0: 'all cases passed',
    1: 'a case failed, or the call could not be carried out',
    2: 'no case ran, or a case file has an error',
    130: 'interrupted while cases ran; --watch that is waiting ends with the status of its last run',
  },
  run: testHooks,
};

const FAILED = 1;
const NOTHING_RAN = 2;

/** Runs the cases beside the hooks; nothing of it is recorded unless that is asked for. */
async function testHooks(given: Arguments): Promise<number> {
  const place = placeOf(given);
  const example = valueOf(given, EXAMPLE);
  if (example !== undefined) return showExample(example, place.project, given);
  if (!['', '0', 'false'].includes(place.env['HOOKLINE_DISABLE'] ?? '')) {
    writeErr('hookline: no hook was run: HOOKLINE_DISABLE is set\n');
    return NOTHING_RAN;
  }
  const runOnce = (): Promise<TestRun> => runAll(given, place);
  if (isGiven(given, WATCH)) return watchCases(runOnce, given, place);
  const restoreSignals = endRunsOnSignal();
  try {
    return (await runOnce()).status;
  } finally {
    restoreSignals();
  }
}

/** One run of all cases, and the files that it stood on. */
export interface TestRun {
  readonly status: number;
  readonly files: readonly string[];
}

async function runAll(given: Arguments, place: HooksPlace): Promise<TestRun> {
  const files = await readFiles(given, place);
  const cases = chosen(files, valueOf(given, FILTER));
  const diagnostics = files.flatMap((file) => file.diagnostics);
  if (isGiven(given, 'trust-hooks')) await trustProjects(cases, place, given);
  const reporter = caseReporterOf(given, place.project);
  reporter.begin(diagnostics);
  const results = await run(cases, given, { place, reporter });
  reporter.end(results, diagnostics);
  if (cases.length === 0 && diagnostics.length === 0) writeErr(`hookline: ${nothingFound(given, files)}\n`);
  return { status: statusOf(results, diagnostics), files: files.flatMap(({ file, fixtures }) => [file, ...fixtures]) };
}

function readFiles(given: Arguments, place: HooksPlace): Promise<readonly CaseFile[]> {
  const paths = findCaseFiles(
    given.words.map((word) => resolve(word)),
    place,
  );
  return Promise.all(paths.map((path) => readCaseFile(path, place.project)));
}

const nothingFound = (given: Arguments, files: readonly CaseFile[]): string =>
  files.length === 0
    ? `no case file was found${given.words.length === 0 ? ' beside the hooks' : ''}; write NAME.hooktest.yaml, or let "hookline new" write a hook with its cases`
    : `no case ${isGiven(given, FILTER) ? 'matches --filter' : 'is in the case files'}`;

function chosen(files: readonly CaseFile[], filter: string | undefined): readonly HookCase[] {
  const cases = files.flatMap((file) => file.cases);
  if (filter === undefined) return cases;
  const source = /^\/(.+)\/$/.exec(filter)?.[1];
  try {
    const pattern = source === undefined ? null : new RegExp(source);
    const fits = (text: string): boolean => (pattern === null ? text.includes(filter) : pattern.test(text));
    return cases.filter(({ display, title }) => fits(title) || fits(display));
  } catch {
    throw wrongCall(`--filter: "${filter}" is not a valid regular expression`);
  }
}

async function trustProjects(cases: readonly HookCase[], place: HooksPlace, given: Arguments): Promise<void> {
  const projects = new Set([place.project, ...cases.map(({ project }) => project)]);
  for (const project of projects) await trustFirst({ ...place, project }, given, THIS_PROCESS);
}

interface Way {
  readonly place: HooksPlace;
  readonly reporter: CaseReporter;
}

async function run(
  cases: readonly HookCase[],
  given: Arguments,
  { place, reporter }: Way,
): Promise<readonly CaseResult[]> {
  const isUpdate = isGiven(given, UPDATE);
  const { project: _each, ...hooks } = place;
  const options = {
    hooks: { ...hooks, ...modelOf(place), record: isGiven(given, RECORD) },
    trustsCases: isGiven(given, 'trust-hooks'),
    concurrency: jobsOf(given),
    ...(isUpdate ? {} : { onResult: reporter.result }),
  };
  const results = await runCases(cases, options);
  if (!isUpdate) return results;
  const updated = await updateCases(results);
  for (const result of updated) reporter.result(result);
  return updated;
}

function modelOf({ env }: HooksPlace): HooksOptions {
  const line = env['HOOKLINE_MODEL_COMMAND'] ?? '';
  return line === '' ? {} : modelCommand(line, env);
}

function jobsOf(given: Arguments): number {
  const text = valueOf(given, JOBS);
  const jobs = text === undefined ? availableParallelism() : Number(text);
  if (Number.isInteger(jobs) && jobs > 0) return jobs;
  throw wrongCall(`--jobs: expected a whole number of cases above 0, found "${text ?? ''}"`);
}

function statusOf(results: readonly CaseResult[], diagnostics: readonly Diagnostic[]): number {
  if (results.some(({ status }) => status === 'failed')) return FAILED;
  const ran = results.filter(({ status }) => status !== 'skipped');
  return ran.length === 0 || diagnostics.length > 0 ? NOTHING_RAN : 0;
}

function showExample(name: string, project: string, given: Arguments): number {
  const [dialect, second] = valuesOf(given, 'dialect');
  if (second !== undefined) throw wrongCall('--example prints the event of one system; give --dialect once');
  const asked = valueOf(given, TOOL);
  const tool = EXAMPLE_TOOLS.find((each) => each === asked);
  if (asked !== undefined && tool === undefined)
    throw wrongCall(`unknown tool "${asked}"`, { word: asked, known: EXAMPLE_TOOLS });
  try {
    const event = exampleEvent(name, {
      project,
      ...(dialect === undefined ? {} : { dialect }),
      ...(tool === undefined ? {} : { tool }),
    });
    writeOut(`${JSON.stringify(event, null, 2)}\n`);
    return 0;
  } catch (error) {
    if (error instanceof UnknownEventError) throw wrongCall(error.message);
    throw error;
  }
}
