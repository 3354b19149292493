import { type DifferentLine, lineDifference } from '@hookline/toolbox';
import type { Paint } from './paint.ts';
import { oneLine } from './text.ts';

const AROUND = 2;

/** What changes in a text, each change with a few lines around it. */
export function differenceLines(before: string, after: string, paint: Paint): readonly string[] {
  const lines = lineDifference(withoutEnd(before), withoutEnd(after));
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ sign }) => sign !== ' '),
  );
  return lines.flatMap((line, index) => {
    if (isNear[index] === true) return [shown(line, paint)];
    return index > 0 && isNear[index - 1] === true ? [paint('dim', '  …')] : [];
  });
}

const withoutEnd = (text: string): string => text.replace(/\r?\n$/, '');

function shown({ sign, text }: DifferentLine, paint: Paint): string {
  const line = `  ${sign} ${oneLine(text)}`.trimEnd();
  return sign === ' ' ? line : paint(sign === '+' ? 'green' : 'red', line);
}
