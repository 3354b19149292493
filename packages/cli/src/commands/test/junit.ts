import { forTerminal } from '@hookline/core/internal';
import type { CaseResult } from '@hookline/toolbox';

/** Results as JUnit XML, which most CI systems read: one suite per case file. */
export function junitReport(results: readonly CaseResult[]): string {
  const files = [...new Set(results.map(({ case: { display } }) => display))];
  const suites = files.map((file) =>
    suite(
      file,
      results.filter((result) => result.case.display === file),
    ),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts(results)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function suite(file: string, results: readonly CaseResult[]): string {
  return [`  <testsuite name="${xml(file)}" ${counts(results)}>`, ...results.map(testcase), '  </testsuite>'].join(
    '\n',
  );
}

function counts(results: readonly CaseResult[]): string {
  const count = (status: CaseResult['status']): number => results.filter((result) => result.status === status).length;
  const time = results.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return `tests="${results.length}" failures="${count('failed')}" skipped="${count('skipped')}" time="${seconds(time)}"`;
}

function testcase(result: CaseResult): string {
  const { title, display, line } = result.case;
  const head = `    <testcase name="${xml(title)}" classname="${xml(display)}" file="${xml(display)}" line="${line}" time="${seconds(result.durationMs)}"`;
  if (result.status === 'skipped') return `${head}><skipped/></testcase>`;
  if (result.status !== 'failed') return `${head}/>`;
  const texts = result.mismatches.map(
    ({ what, expected, actual }) => `${what}: expected ${expected}, but got ${actual}`,
  );
  return `${head}>\n      <failure message="${xml(texts[0] ?? '')}">${xml(texts.join('\n'))}</failure>\n    </testcase>`;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

// XML has no way to write most control characters: they are shown, not sent.
const xml = (text: string): string =>
  forTerminal(text).replace(/[&<>"\n]/g, (character) => ESCAPES[character] ?? character);
