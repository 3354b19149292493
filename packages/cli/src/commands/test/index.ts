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
import { type Arguments, isGiven, valueOf, valuesOf } from '../../call/arguments.ts';
import { THIS_PROCESS } from '../../call/caller.ts';
import { type Place, placeOf } from '../../call/place.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { type CaseReporter, caseReporterOf } from './reporters.ts';
import { writeErr, writeOut } from '../../print/output.ts';
import { endRunsOnSignal } from '../../process/signals.ts';
import { watchCases } from './watch.ts';
import { trustBeforeFiring } from '../../call/trust-first.ts';

const FAILED = 1;
const NOTHING_RAN = 2;

/** Runs the cases beside the hooks; nothing of it is recorded unless that is asked for. */
export async function testHooks(given: Arguments): Promise<number> {
  const place = placeOf(given);
  const example = valueOf(given, 'example');
  if (example !== undefined) return showExample(example, place.project, given);
  if (!['', '0', 'false'].includes(place.env['HOOKLINE_DISABLE'] ?? '')) {
    writeErr('hookline: no hook was run: HOOKLINE_DISABLE is set\n');
    return NOTHING_RAN;
  }
  const runOnce = (): Promise<TestRun> => runAll(given, place);
  if (isGiven(given, 'watch')) return watchCases(runOnce, given, place);
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

async function runAll(given: Arguments, place: Place): Promise<TestRun> {
  const files = await readFiles(given, place);
  const cases = chosen(files, valueOf(given, 'filter'));
  const diagnostics = files.flatMap((file) => file.diagnostics);
  if (isGiven(given, 'trust-hooks')) await trustProjects(cases, place, given);
  const reporter = caseReporterOf(given, place.project);
  reporter.begin(diagnostics);
  const results = await run(cases, given, { place, reporter });
  reporter.end(results, diagnostics);
  if (cases.length === 0 && diagnostics.length === 0) writeErr(`hookline: ${nothingFound(given, files)}\n`);
  return { status: statusOf(results, diagnostics), files: files.flatMap(({ file, fixtures }) => [file, ...fixtures]) };
}

function readFiles(given: Arguments, place: Place): Promise<readonly CaseFile[]> {
  const paths = findCaseFiles(
    given.words.map((word) => resolve(word)),
    place,
  );
  return Promise.all(paths.map((path) => readCaseFile(path, place.project)));
}

const nothingFound = (given: Arguments, files: readonly CaseFile[]): string =>
  files.length === 0
    ? `no case file was found${given.words.length === 0 ? ' beside the hooks' : ''}; write NAME.hooktest.yaml, or let "hookline new" write a hook with its cases`
    : `no case ${isGiven(given, 'filter') ? 'matches --filter' : 'is in the case files'}`;

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

async function trustProjects(cases: readonly HookCase[], place: Place, given: Arguments): Promise<void> {
  const projects = new Set([place.project, ...cases.map(({ project }) => project)]);
  for (const project of projects) await trustBeforeFiring({ ...place, project }, given, THIS_PROCESS);
}

interface Way {
  readonly place: Place;
  readonly reporter: CaseReporter;
}

async function run(
  cases: readonly HookCase[],
  given: Arguments,
  { place, reporter }: Way,
): Promise<readonly CaseResult[]> {
  const isUpdate = isGiven(given, 'update');
  const { project: _each, ...hooks } = place;
  const options = {
    hooks: { ...hooks, ...modelOf(place), record: isGiven(given, 'record') },
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

function modelOf({ env }: Place): HooksOptions {
  const line = env['HOOKLINE_MODEL_COMMAND'] ?? '';
  return line === '' ? {} : modelCommand(line, env);
}

function jobsOf(given: Arguments): number {
  const text = valueOf(given, 'jobs');
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
  const asked = valueOf(given, 'tool');
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
