import { AREAS, type Check, type CheckStatus, type Examination } from '@hookline/toolbox';
import { columns } from './columns.ts';
import { oneLine } from './one-line.ts';
import type { Paint, Style } from './paint.ts';

/** What is as it should be, area by area; then each problem with what mends it. */
export function doctorLines({ checks }: Examination, paint: Paint): readonly string[] {
  const problems = checks.filter(isProblem);
  return [
    ...AREAS.flatMap((area) =>
      areaLines(
        area,
        checks.filter((check) => check.area === area),
        paint,
      ),
    ),
    ...(problems.length === 0 ? [] : [paint('bold', 'problems')]),
    ...problems.flatMap((check) => problemLines(check, paint)),
    ...(problems.length === 0 ? [] : ['']),
    problems.length === 0 ? paint('green', 'Nothing is wrong.') : paint('red', countOf(problems.length)),
  ];
}

const isProblem = ({ status }: Check): boolean => status === 'warning' || status === 'error';

function areaLines(area: string, checks: readonly Check[], paint: Paint): readonly string[] {
  const fine = checks.filter((check) => !isProblem(check));
  if (fine.length === 0) return [];
  const rows = columns(fine.map(({ name, text }) => [oneLine(name), oneLine(text)]));
  const shown = rows.map((row, index) => `  ${fine[index]?.status === 'info' ? paint('dim', row) : row}`);
  return [paint('bold', area), ...shown, ''];
}

const STYLES: Readonly<Record<CheckStatus, Style>> = { ok: 'green', info: 'dim', warning: 'yellow', error: 'red' };

const problemLines = ({ area, name, status, text, hint }: Check, paint: Paint): readonly string[] => [
  `  ${paint(STYLES[status], status)}: ${area}: ${oneLine(name)} ${oneLine(text)}`,
  ...(hint === null ? [] : [paint('dim', `    ${oneLine(hint)}`)]),
];

const countOf = (count: number): string => `${count} ${count === 1 ? 'problem' : 'problems'}`;
