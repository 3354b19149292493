import { expect, test } from 'vitest';
import type { ConfigDocument, ConfigFinding } from './document.ts';
import { duplicateFindings, pathText, toDiagnostics } from './document.ts';
import { scanJson } from './scan-json.ts';

const aDocument = (duplicates: ConfigDocument['duplicates'] = []): ConfigDocument => ({
  value: {},
  duplicates,
  findings: [],
  locator: () => Promise.resolve((path, part) => ({ line: path.length, column: part === 'key' ? 1 : 2 })),
});

const finding = (
  message: string,
  at: ConfigFinding['at'] = null,
  severity: ConfigFinding['severity'] = 'warning',
): ConfigFinding => ({
  severity,
  at,
  message,
  hint: null,
});

test('a path is written as people write it', () => {
  expect([
    pathText(['hooks', 'tool_call_pre', 1, 'timeout-ms']),
    pathText([0, 'a b', 'x'.repeat(61)]),
    pathText(['', 'é']),
    pathText(['x'.repeat(60)]),
    pathText([]),
    pathText([0, 'a', 'b']),
  ]).toEqual([
    'hooks.tool_call_pre[1].timeout-ms',
    `[0]["a b"]["${'x'.repeat(60)}"]`,
    '[""]["é"]',
    'x'.repeat(60),
    '',
    '[0].a.b',
  ]);
});

test('a finding gets its file, and its place as far as it is known', async () => {
  const place = { file: 'a.json', severity: 'warning', hint: null };
  const findings = [
    finding('one', { path: ['a', 'b'], part: 'key' }),
    finding('two', { line: 7, column: 8 }),
    finding('three'),
  ];
  expect(await toDiagnostics(findings, 'a.json', aDocument())).toEqual([
    { ...place, message: 'one', line: 2, column: 1 },
    { ...place, message: 'two', line: 7, column: 8 },
    { ...place, message: 'three', line: null, column: null },
  ]);
  expect(await toDiagnostics(findings.slice(0, 1), 'a.json', null)).toEqual([
    { ...place, message: 'one', line: null, column: null },
  ]);
  expect(await toDiagnostics([], 'a.json', aDocument())).toEqual([]);
});

test('positions are looked for only when a place in the value is to be told', async () => {
  let asked = 0;
  const document: ConfigDocument = {
    ...aDocument(),
    locator: () => {
      asked += 1;
      return aDocument().locator();
    },
  };
  await toDiagnostics([finding('one'), finding('two', { line: 1, column: 1 })], 'a.json', document);
  expect(asked).toBe(0);
  await toDiagnostics([finding('one', { path: [], part: 'value' })], 'a.json', document);
  expect(asked).toBe(1);
});

test('a hundred findings are shown, and how many more there are', async () => {
  const many = (count: number, last: ConfigFinding['severity']): readonly ConfigFinding[] =>
    Array.from({ length: count }, (_, index) => finding(`${index}`, null, index === count - 1 ? last : 'warning'));
  expect(await toDiagnostics(many(100, 'error'), 'a.json', null)).toHaveLength(100);
  const cut = await toDiagnostics(many(102, 'error'), 'a.json', null);
  expect([cut.length, cut.at(-1)]).toEqual([
    101,
    {
      severity: 'error',
      file: 'a.json',
      line: null,
      column: null,
      message: '2 more problems are not shown',
      hint: 'fix the first ones',
    },
  ]);
  expect((await toDiagnostics(many(102, 'warning'), 'a.json', null)).at(-1)?.severity).toBe('warning');
});

test('doubled keys are told, those of others left out', () => {
  const document = aDocument([
    { path: ['hooks', 'a'], times: 2 },
    { path: ['hooks', 0, 'b'], times: 3 },
    { path: ['theme'], times: 2 },
  ]);
  const told = (path: readonly (string | number)[], message: string): ConfigFinding => ({
    severity: 'warning',
    at: { path, part: 'key' },
    message,
    hint: 'join them into one, or remove all but one',
  });
  const ours = [
    told(['hooks', 'a'], 'key "a" appears twice; only the last one counts'),
    told(['hooks', 0, 'b'], 'key "b" appears 3 times; only the last one counts'),
  ];
  expect(duplicateFindings(document, 'warning', ['hooks'])).toEqual(ours);
  expect(duplicateFindings(document, 'warning')).toEqual([
    ...ours,
    told(['theme'], 'key "theme" appears twice; only the last one counts'),
  ]);
});

test.each<readonly [string, boolean]>([
  ['{"a":1,"a":2}', true],
  ['{"a":1,"\\u0061":2}', true],
  ['{"a":1,"b":{"a":1}}', false],
  ['{"a":{"b":1},"b":1}', false],
  ['[{"a":1},{"a":1}]', false],
  ['{"a":[{"b":1}],"b":[1,2],"c":1}', false],
  ['{"x":[{"b":1,"b":2}]}', true],
  ['{"a":"a","b":"a"}', false],
  ['{"a\\"":1,"a":2}', false],
  ['{"a\\\\":1,"a":2,"a\\\\":3}', true],
  ['{"a": "x:{", "b": "}"}', false],
  ['{"\\x":1,"\\x":2}', true],
  ['["a", "a"]', false],
  ['["a": 1]', false],
  ['"a": 1', false],
  ['{"\\x":1,"\\y":2}', false],
])('%s names a key twice: %s', (text, hasDuplicates) => {
  expect(scanJson(text)).toEqual({ tooDeepAt: null, hasDuplicates });
});

test('64 levels are not too deep, 65 are, wherever they stand', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  expect(scanJson(nested(64)).tooDeepAt).toBe(null);
  expect(scanJson(nested(65)).tooDeepAt).toBe(64);
  expect(scanJson('{"a":'.repeat(65)).tooDeepAt).toBe(64 * 5);
  expect(scanJson(`[${nested(63)},${nested(63)}]`).tooDeepAt).toBe(null);
  expect(scanJson(`"${nested(70)}"`).tooDeepAt).toBe(null);
  expect(scanJson(`"${nested(70)}`).tooDeepAt).toBe(null);
  expect(scanJson(`["\\"${nested(70)}"]`).tooDeepAt).toBe(null);
  expect(scanJson(`["\\\\\\"${nested(70)}"]`).tooDeepAt).toBe(null);
  expect(scanJson(`["\\\\", ${nested(70)}]`).tooDeepAt).toBe(7 + 63);
});
