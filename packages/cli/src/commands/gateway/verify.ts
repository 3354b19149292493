import {
  checkAllDaily,
  type DailyReport,
  type openDatabase,
  orgNumber,
  type StreamReport,
  verifyStreams,
} from '@hookline/gateway';
import { type Arguments, isGiven, valueOf } from '../../call/arguments.ts';
import { writeJson, writeOut } from '../../print/output.ts';
import { oneLine } from '../../print/text.ts';
import { keptCheckpoints } from './checkpoints.ts';
import { ORG } from './options.ts';

/** Checks every stream that is stored, of one organisation or of all; 1: one is not whole. */
export async function verifyAll(
  { inOrg, everywhere, ...database }: Awaited<ReturnType<typeof openDatabase>>,
  given: Arguments,
): Promise<number> {
  const kept = keptCheckpoints(given);
  const name = valueOf(given, ORG);
  const org = name === undefined ? null : await orgNumber({ everywhere, ...database }, name);
  const streams: StreamReport[] = [];
  const ask = org === null ? everywhere : <T>(work: Parameters<typeof everywhere<T>>[0]) => inOrg(org, work);
  for await (const report of verifyStreams(ask, {})) {
    streams.push(report);
    if (!isGiven(given, 'json')) writeOut(textOf(report));
  }
  const checkpoints = await checkAllDaily({ everywhere, inOrg }, org, kept);
  const isWhole = streams.every(({ whole }) => whole) && checkpoints.every(({ findings }) => findings.length === 0);
  const lines = streams.reduce((sum, stream) => sum + stream.lines, 0);
  if (isGiven(given, 'json')) writeJson({ whole: isWhole, lines, streams, checkpoints });
  else
    writeOut(
      `${checkpoints.map(dailyText).join('')}${isWhole ? 'whole' : 'NOT WHOLE'}: ${lines} lines in ${streams.length} streams\n`,
    );
  return isWhole ? 0 : 1;
}

function dailyText({ org, count, newest, findings }: DailyReport): string {
  const first = `${oneLine(org)}: ${findings.length === 0 ? 'whole' : 'NOT WHOLE'}, ${count} daily ${count === 1 ? 'checkpoint' : 'checkpoints'}${newest === null ? '' : `, the newest of ${newest.day}`}\n`;
  return `${first}${findings.map((each) => `  ${oneLine(each)}\n`).join('')}`;
}

function textOf({
  name,
  machine,
  epoch,
  lines,
  head,
  removed,
  waiting,
  whole,
  uncovered,
  findings,
  unlisted,
}: StreamReport): string {
  const waits = waiting > 0 ? `, ${waiting} more on the machine` : '';
  const open = uncovered.count > 0 ? `, ${uncovered.count} that no later line covers` : '';
  const gone =
    removed === null
      ? ''
      : `  ${removed.lines} lines up to ${removed.head} were removed, the newest for ${removed.day}${removed.findings === 0 ? '; they were whole' : `, with ${removed.findings} findings`}\n`;
  const first = `${oneLine(name)} (${machine}), epoch ${epoch}: ${whole ? 'whole' : 'NOT WHOLE'}, ${lines} lines up to ${head}${waits}${open}\n`;
  const found = findings.map(({ line, kind, message }) => `  line ${line} ${oneLine(kind)}: ${oneLine(message)}\n`);
  return `${first}${gone}${found.join('')}${unlisted > 0 ? `  and ${unlisted} more\n` : ''}`;
}
