import { describe, expect, it } from 'vitest';
import { diagnosticWith } from '../../../../test/support/outcomes.ts';
import { plain } from './paint.ts';
import { codeFrame, githubReport, prettyReport } from './reporters.ts';

describe('prettyReport', () => {
  it('shows place, message, the lines in question, the hint and a count', () => {
    const source = '{\n    "PreTool": []\n}\n';
    expect(prettyReport([diagnosticWith({})], () => source, plain)).toBe(
      [
        '.kolega/hooks.json:2:5 error: unknown event "PreTool"',
        '  1 | {',
        '> 2 |     "PreTool": []',
        '    |     ^',
        '  3 | }',
        '  did you mean "PreToolUse"?',
        '',
        '1 error',
        '',
      ].join('\n'),
    );
  });

  it('does without the lines of a file that cannot be read, and without a place', () => {
    const found = [
      diagnosticWith({ hint: null }),
      diagnosticWith({ severity: 'warning', line: null, column: null, hint: null, message: 'odd' }),
      diagnosticWith({ severity: 'info', column: null, hint: null, message: 'known' }),
    ];
    expect(prettyReport(found, () => null, plain)).toBe(
      [
        '.kolega/hooks.json:2:5 error: unknown event "PreTool"',
        '',
        '.kolega/hooks.json warning: odd',
        '',
        '.kolega/hooks.json:2 info: known',
        '',
        '1 error, 1 warning, 1 note',
        '',
      ].join('\n'),
    );
  });

  it('says when there is nothing to say', () => {
    expect(prettyReport([], () => null, plain)).toBe('No problems found.\n');
  });
});

describe('githubReport', () => {
  it('is one workflow command per problem, which no text can break out of', () => {
    const found = diagnosticWith({ file: 'a,b:c.json', message: '100%\n::error::forged' });
    expect(githubReport([found])).toBe(
      '::error file=a%2Cb%3Ac.json,line=2,col=5::100%25%0A::error::forged%0Adid you mean "PreToolUse"?\n',
    );
  });
});

describe('codeFrame', () => {
  it('puts the caret below the column, whatever stands before it', () => {
    expect(codeFrame('\t"a": \u001b[31m1', { line: 1, column: 2 }, plain)).toEqual(['> 1 |   "a": 1', '    |   ^']);
  });

  it('shows the part of a long line that matters', () => {
    const frame = codeFrame(`${'x'.repeat(5000)}!${'y'.repeat(5000)}`, { line: 1, column: 5001 }, plain);
    expect(frame).toHaveLength(2);
    expect(frame[0]?.length).toBeLessThan(120);
    expect(frame[0]?.[frame[1]?.indexOf('^') ?? -1]).toBe('!');
  });

  it('has nothing to show for a line that is not there', () => {
    expect(codeFrame('a', { line: 9, column: 1 }, plain)).toEqual([]);
  });
});
