import { describe, expect, it } from 'vitest';
import type { ConfigDocument, ParsedDocument } from './document.ts';
import { parseYamlDocument } from './yaml-document.ts';

const documentOf = (parsed: ParsedDocument): ConfigDocument => {
  if (!parsed.ok) throw new Error(parsed.finding.message);
  return parsed.document;
};
const valueOf = async (text: string): Promise<unknown> => documentOf(await parseYamlDocument(text)).value;
const failure = async (text: string) => {
  const parsed = await parseYamlDocument(text);
  return parsed.ok ? null : { at: parsed.finding.at, message: parsed.finding.message };
};

describe('a YAML document', () => {
  it('is YAML 1.2: yes, on and 012 are no surprises, and nothing is a date', async () => {
    expect(await valueOf('a: yes\nb: on\nc: 012\nd: 1_000\ne: ~\nf: 2026-01-01\ng: 0x10\nh: "1"\n')).toEqual({
      a: 'yes',
      b: 'on',
      c: 12,
      d: '1_000',
      e: null,
      f: '2026-01-01',
      g: 16,
      h: '1',
    });
  });

  it('an empty text is null, anchors and merge keys are known', async () => {
    for (const text of ['# nothing\n', '', '---\n', '--- # nothing\n...\n']) expect(await valueOf(text)).toBeNull();
    expect(await valueOf('a: &x {e: 1}\nb: {<<: *x, f: 2}\nc: *x\n')).toEqual({
      a: { e: 1 },
      b: { e: 1, f: 2 },
      c: { e: 1 },
    });
  });

  it('__proto__ is a key like any other', async () => {
    expect(Object.keys((await valueOf('__proto__: {x: 1}\nb: 2\n')) as object)).toEqual(['__proto__', 'b']);
  });

  it.each([['a:\n  - b: x\n    c: 1\n'], ['a:\n  - {b: x, c: 1}\n']])(
    'knows where keys and values of %j stand',
    async (text) => {
      const locate = await documentOf(await parseYamlDocument(text, 3)).locator();
      const isFlow = text.includes('{');
      expect([
        locate([], 'value'),
        locate(['a'], 'key'),
        locate(['a', 0, 'b'], 'value'),
        locate(['a', 0, 'c'], 'key'),
      ]).toEqual([
        { line: 3, column: 1 },
        { line: 3, column: 1 },
        { line: 4, column: isFlow ? 9 : 8 },
        isFlow ? { line: 4, column: 12 } : { line: 5, column: 5 },
      ]);
      expect(locate(['a', 0, 'missing'], 'value')).toEqual({ line: 4, column: 5 });
    },
  );

  it('knows where things stand behind anchors, and the nearest place of what is missing or of another kind', async () => {
    const text = '# first\na: &x {e: 1}\nb: *x\nc:\n  - d: 5\n    f:\n';
    const locate = await documentOf(await parseYamlDocument(text)).locator();
    expect([
      locate([], 'value'),
      locate(['b', 'e'], 'value'),
      locate(['a', 'missing'], 'key'),
      locate(['a', 'missing', 'deeper', 0], 'value'),
      locate(['a', 0], 'value'),
      locate(['a', 'e', 0], 'value'),
      locate(['a', 'e', 'deeper'], 'value'),
      locate(['c', 'length'], 'value'),
      locate(['c', 0], 'value'),
      locate(['c', 0], 'key'),
      locate(['c', 0, 'd'], 'key'),
      locate(['c', 0, 'f'], 'value'),
    ]).toEqual([
      { line: 2, column: 1 },
      { line: 2, column: 11 },
      { line: 2, column: 7 },
      { line: 2, column: 7 },
      { line: 2, column: 7 },
      { line: 2, column: 11 },
      { line: 2, column: 11 },
      { line: 5, column: 3 },
      { line: 5, column: 5 },
      { line: 5, column: 3 },
      { line: 5, column: 5 },
      { line: 6, column: 7 },
    ]);
    const nothing = await documentOf(await parseYamlDocument('# nothing\n', 7)).locator();
    expect(nothing(['a', 0], 'value')).toEqual({ line: 7, column: 1 });
  });

  it('doubled keys in lists are told too; merge keys and keys that are no texts may stand twice', async () => {
    const duplicatesOf = async (text: string) => documentOf(await parseYamlDocument(text)).duplicates;
    expect(await duplicatesOf('a:\n  - x\n  - {b: 1, b: 2}\n')).toEqual([{ path: ['a', 1, 'b'], times: 2 }]);
    expect(await duplicatesOf('a: &x {e: 1}\nb:\n  <<: *x\n  <<: *x\n')).toEqual([]);
    expect(await duplicatesOf('"<<": 1\n"<<": 2\n')).toEqual([{ path: ['<<'], times: 2 }]);
    expect(await duplicatesOf('? [a]\n: 1\n? [a]\n: 2\n')).toEqual([]);
  });

  it('tells of doubled keys; the last one counts', async () => {
    const document = documentOf(await parseYamlDocument('a: 1\nb: {c: 1, c: 2, c: 3}\na: 2\n'));
    expect(document.value).toEqual({ a: 2, b: { c: 3 } });
    expect(document.duplicates).toEqual([
      { path: ['a'], times: 2 },
      { path: ['b', 'c'], times: 3 },
    ]);
    expect((await document.locator())(['a'], 'key')).toEqual({ line: 3, column: 1 });
  });

  it('a scalar with an escape that YAML does not know is read again with every backslash taken literally', async () => {
    const document = documentOf(
      await parseYamlDocument('a: x\np: "\\bfoo\\.py$"\nq: "say \\"\\w\\""\nr: "tab\\t"\n', 2),
    );
    expect(document.value).toEqual({ a: 'x', p: '\\bfoo\\.py$', q: 'say "\\w"', r: 'tab\t' });
    expect(document.findings).toEqual([
      {
        severity: 'warning',
        at: { line: 3, column: 4 },
        message: '"\\bfoo\\.py$" is not valid YAML: \\. is not an escape in double quotes; each \\ was taken literally',
        hint: `write '\\bfoo\\.py$' or "\\\\bfoo\\\\.py$"`,
      },
      {
        severity: 'warning',
        at: { line: 4, column: 4 },
        message:
          '"say \\"\\w\\"" is not valid YAML: \\w is not an escape in double quotes; each \\ was taken literally',
        hint: `write 'say "\\w"' or "say \\"\\\\w\\""`,
      },
    ]);
  });

  it('only the scalar with the unknown escape is read again, and a long one is cut in what is said', async () => {
    const text = `"k\\t": "tab\\t"\np: "\\.${'x'.repeat(116)}"\nq: "\\.${'y'.repeat(119)}\\."\n"\\d": 1\n`;
    const document = documentOf(await parseYamlDocument(text));
    expect(document.value).toEqual({
      'k\t': 'tab\t',
      p: `\\.${'x'.repeat(116)}`,
      q: `\\.${'y'.repeat(119)}\\.`,
      '\\d': 1,
    });
    const why = 'is not valid YAML: \\. is not an escape in double quotes; each \\ was taken literally';
    expect(document.findings.map(({ at, message, hint }) => [at, message, hint])).toEqual([
      [
        { line: 2, column: 4 },
        `"\\.${'x'.repeat(116)}" ${why}`,
        `write '\\.${'x'.repeat(116)}' or "\\\\.${'x'.repeat(116)}"`,
      ],
      [
        { line: 3, column: 4 },
        `"\\.${'y'.repeat(117)}… ${why}`,
        `write '\\.${'y'.repeat(118)}…' or "\\\\.${'y'.repeat(118)}…"`,
      ],
      [{ line: 4, column: 1 }, `"\\d" ${why.replace('\\.', '\\d')}`, `write '\\d' or "\\\\d"`],
    ]);
  });

  it.each([
    ['a: "open\n', { line: 2, column: 1 }, 'not valid YAML: missing closing "quote'],
    ['a:\n\t- x\n', { line: 2, column: 1 }, 'not valid YAML: tabs are not allowed as indentation'],
    ['a: 1\n---\nb: 2\n', { line: 2, column: 1 }, 'one YAML document was expected, found several'],
    ['a: *missing\n', null, 'not usable YAML: Unresolved alias (the anchor must be set before the alias): missing'],
    ['a: &a [*a]\n', null, 'nested more than 64 levels deep'],
    [
      'a: [b\n',
      { line: 2, column: 1 },
      'not valid YAML: flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
  ])('%j is refused with its place and a plain sentence', async (text, at, message) => {
    expect(await failure(text)).toEqual({ at, message });
  });

  it.each([
    ['flow lists', '['.repeat(20_000)],
    ['closed flow lists', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['dashes', `${'- '.repeat(20_000)}x`],
    ['questions', `${'? '.repeat(20_000)}x`],
    ['indented keys', Array.from({ length: 500 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
    ['indented items', Array.from({ length: 500 }, (_, level) => `${'  '.repeat(level)}- a:`).join('\n')],
  ])('deep nesting by %s neither crashes nor hangs', async (_, text) => {
    expect(await failure(text)).toMatchObject({ message: 'nested more than 64 levels deep' });
  });

  it.each([
    ['flow lists', (levels: number) => '['.repeat(levels) + ']'.repeat(levels)],
    ['flow mappings', (levels: number) => '{a: '.repeat(levels) + '}'.repeat(levels)],
    ['items', (levels: number) => `${'- '.repeat(levels)}x`],
  ])('64 levels of %s are read, 65 are not', async (_, nested) => {
    expect(await failure(nested(64))).toBeNull();
    expect(await failure(nested(65))).toEqual({ at: null, message: 'nested more than 64 levels deep' });
  });

  it('leaves the traces of errors as long as they were', async () => {
    const before = Error.stackTraceLimit;
    await parseYamlDocument('a: [');
    expect(Error.stackTraceLimit).toBe(before);
    expect(before).toBeGreaterThan(0);
  });

  it('anchors that multiply without end are refused', async () => {
    const lines = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de'])
      lines.push(`${to}: &${to} [${Array(9).fill(`*${from}`).join()}]`);
    expect((await failure(lines.join('\n')))?.message).toContain('not usable YAML: Excessive alias count');
  });

  it('a text that would keep the library busy is refused by its length', async () => {
    const message = 'too long for YAML: 300002 characters; at most 262144 are read';
    expect(await failure(`[${','.repeat(300_000)}]`)).toEqual({ at: null, message });
    expect(await failure(`a: ${'x'.repeat(262_144 - 3)}`)).toBeNull();
    expect(await failure(`a: ${'x'.repeat(262_144 - 2)}`)).toMatchObject({ at: null });
  });
});

it.each([`a: x${' '.repeat(200_000)}y`, `a: [1${','.repeat(200_000)}`, `a: {b: 1${'{'.repeat(200_000)}`])(
  'a text such as %.12s and much more of it is read soon',
  async (text) => {
    const start = process.cpuUsage();
    await parseYamlDocument(text);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(8000);
  },
);
