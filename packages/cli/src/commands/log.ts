import {
  followTimeline,
  readTimeline,
  type RecordedDecision,
  type RecordFinding,
  recordFolder,
  type RecordNotice,
  type RecordReport,
  type TimelineFilter,
  verifyTimeline,
} from '@hookline/core/internal';
import { type Arguments, type Command, isGiven, valueOf } from '../call/arguments.ts';
import { LAST, type OptionRow, OPTIONS } from '../call/options.ts';
import { homeOf } from '../call/place.ts';
import { recordFilterOf } from '../call/record-filter.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { decisionLines } from '../print/decision.ts';
import { writeErr, writeJson, writeOut } from '../print/output.ts';
import { type Paint, paintFor } from '../print/paint.ts';
import { oneLine } from '../print/text.ts';

const FOLLOW = { name: 'follow', about: 'Keep running, and show new decisions as they are made.' } satisfies OptionRow;
const VERIFY = {
  name: 'verify',
  about: 'Check that nothing in the record was edited, removed or moved.',
} satisfies OptionRow;
const LIMIT = { name: 'limit', value: 'N', about: 'Only the newest N decisions (default 50).' } satisfies OptionRow;

export const LOG: Command = {
  name: 'log',
  about: 'Show what was decided, by which hooks, newest last.',
  options: [FOLLOW, OPTIONS.since, OPTIONS.ofSession, OPTIONS.ofEvent, LIMIT, VERIFY, OPTIONS.home, ...LAST],
  examples: [
    { does: 'the last hour', line: 'hookline log --since 1h' },
    { does: 'watch a session', line: 'hookline log --follow --session s-1' },
    { does: 'was the record changed?', line: 'hookline log --verify' },
  ],
  exits: { 0: 'shown; with --verify: the record is whole', 1: 'with --verify: something is wrong with it' },
  run: log,
};

/** Prints a decision; false when the reader is gone. */
type Show = (decision: RecordedDecision) => boolean;

/** Shows what was decided, newest last, or checks that nothing of it was touched. */
async function log(given: Arguments): Promise<number> {
  const { env, home } = homeOf(given);
  const folder = recordFolder(env, home);
  if (isGiven(given, VERIFY)) return verifyLog(given, folder, env);
  const filter: TimelineFilter = { limit: limitOf(given), ...recordFilterOf(given) };
  const show = showerOf(given);
  if (isGiven(given, FOLLOW)) return follow(folder, filter, show);
  const decisions = readTimeline(folder, filter);
  if (decisions.length === 0 && !isGiven(given, 'json')) writeErr('No matching decision is recorded.\n');
  decisions.every(show);
  return 0;
}

// The follower takes its place at the end of the record before the past is read, so that nothing falls between.
async function follow(folder: string, filter: TimelineFilter, show: Show): Promise<number> {
  const { since: _past, ...coming } = filter;
  const decisions = followTimeline(folder, new AbortController().signal, coming);
  let next = decisions.next();
  let isRead = readTimeline(folder, filter).every(show);
  while (isRead) {
    const { done, value } = await next;
    if (done === true) break;
    isRead = show(value);
    next = decisions.next();
  }
  return 0;
}

function showerOf(given: Arguments): Show {
  if (isGiven(given, 'json')) return (decision) => writeJson(decision);
  const paint = paintFor(1, process.env);
  return (decision) => writeOut(`${decisionLines(decision, paint).join('\n')}\n`);
}

const DEFAULT_LIMIT = 50;

function limitOf(given: Arguments): number {
  const text = valueOf(given, LIMIT);
  const limit = text === undefined ? DEFAULT_LIMIT : Number(text);
  if (Number.isInteger(limit) && limit > 0) return limit;
  throw wrongCall(`--limit: expected a whole number of decisions above 0, found "${text ?? ''}"`);
}

const CHOICES = [FOLLOW, OPTIONS.since, OPTIONS.ofSession, OPTIONS.ofEvent, LIMIT];

/** Checks the whole record and shows what is wrong with it; anything that is makes the status 1. */
function verifyLog(given: Arguments, folder: string, env: NodeJS.ProcessEnv): number {
  const choice = CHOICES.find((option) => isGiven(given, option));
  if (choice !== undefined) throw wrongCall(`--verify checks the whole record; leave --${choice.name} out`);
  const report = verified(folder, env);
  if (isGiven(given, 'json')) writeJson(report);
  else writeOut(`${reportLines(report, paintFor(1, process.env)).join('\n')}\n`);
  return report.whole ? 0 : 1;
}

function verified(folder: string, env: NodeJS.ProcessEnv): RecordReport {
  try {
    return verifyTimeline(folder, env);
  } catch (error) {
    throw wrongCall(error instanceof Error ? error.message : String(error));
  }
}

/** What was found in the record, each with its place, then the summary. */
function reportLines(report: RecordReport, paint: Paint): readonly string[] {
  const placed = (what: RecordFinding | RecordNotice, kind: string): string =>
    `${paint('bold', oneLine(`${what.file}:${what.line}`))} ${kind}: ${oneLine(what.message)}`;
  return [
    ...report.findings.map((finding) => placed(finding, paint('red', finding.kind))),
    ...report.notices.map((notice) => placed(notice, paint('yellow', `note, ${notice.kind}`))),
    `${lineCountOf(report)}: ${verdictOf(report, paint)}`,
    ...(report.last === null ? [] : [paint('dim', `last line ${report.last.seen}, digest ${report.last.digest}`)]),
  ];
}

const lineCountOf = ({ lines, files }: RecordReport): string =>
  `${several(lines, 'line')} in ${several(files, 'file')}`;

function verdictOf({ whole, findings }: RecordReport, paint: Paint): string {
  if (!whole) return paint('red', several(findings.length, 'finding'));
  return paint('green', 'nothing was edited, removed or moved');
}

const several = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
