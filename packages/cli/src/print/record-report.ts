import type { RecordFinding, RecordNotice, RecordReport } from '@hookline/core/internal';
import { oneLine } from './text.ts';
import type { Paint } from './paint.ts';

/** What was found in the record, each with its place, then how the whole stands. */
export function reportLines(report: RecordReport, paint: Paint): readonly string[] {
  const placed = (what: RecordFinding | RecordNotice, kind: string): string =>
    `${paint('bold', oneLine(`${what.file}:${what.line}`))} ${kind}: ${oneLine(what.message)}`;
  return [
    ...report.findings.map((finding) => placed(finding, paint('red', finding.kind))),
    ...report.notices.map((notice) => placed(notice, paint('yellow', `note, ${notice.kind}`))),
    `${countOf(report)}: ${verdictOf(report, paint)}`,
    ...(report.last === null ? [] : [paint('dim', `last line ${report.last.seen}, digest ${report.last.digest}`)]),
  ];
}

const countOf = ({ lines, files }: RecordReport): string => `${several(lines, 'line')} in ${several(files, 'file')}`;

function verdictOf({ whole, findings }: RecordReport, paint: Paint): string {
  if (!whole) return paint('red', several(findings.length, 'finding'));
  return paint('green', 'nothing was edited, removed or moved');
}

const several = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
