import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removed, replaced } from './cut-values.ts';
import { MARKS } from './marks.ts';

/** With the marks that an unquoted star and question mark become. */
const globOf = (text: string): string => text.replaceAll('*', MARKS.star).replaceAll('?', MARKS.some);

const cases = fc.sample(fc.tuple(fc.stringMatching(/^[ab]{0,8}$/), fc.stringMatching(/^[ab*?]{0,5}$/)), {
  numRuns: 300,
  seed: 7,
});

describe('values that are cut', () => {
  it.each(['#', '##', '%', '%%'])('are cut by %s as bash cuts them', (operator) => {
    expect(cases.map(([value, glob]) => removed(value, operator, globOf(glob)))).toEqual(inBash(`\${x${operator}$g}`));
  });

  it.each(['/', '//', '/#', '/%'])('are replaced by %s as bash replaces them', (operator) => {
    expect(cases.map(([value, glob]) => replaced(value, operator, [globOf(glob), '-']))).toEqual(
      inBash(`\${x${operator}$g/-}`),
    );
  });

  it('are unknown rather than late', () => {
    const value = 'ab'.repeat(60_000);
    expect(removed(value, '##', globOf('*a*a*b*c'))).toBe(MARKS.unknown);
    expect(replaced(value, '//', [globOf('a*c'), ''])).toBe(MARKS.unknown);
    expect(removed(`${'a'.repeat(70)}rm`, '#', 'a'.repeat(70))).toBe('rm');
  });
});

function inBash(expansion: string): readonly string[] {
  const script = cases.map(([value, glob]) => `x='${value}' g='${glob}'; echo "${expansion}"`).join('\n');
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\n').slice(0, -1);
}
