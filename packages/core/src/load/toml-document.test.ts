import { describe, expect, it } from 'vitest';
import type { ConfigDocument, ParsedDocument } from './document.ts';
import { parseTomlDocument } from './toml-document.ts';

const documentOf = (parsed: ParsedDocument): ConfigDocument => {
  if (!parsed.ok) throw new Error(parsed.finding.message);
  return parsed.document;
};
const valueOf = async (text: string): Promise<unknown> => documentOf(await parseTomlDocument(text)).value;
const failure = async (text: string) => {
  const parsed = await parseTomlDocument(text);
  return parsed.ok ? null : { at: parsed.finding.at, message: parsed.finding.message };
};

describe('a TOML document', () => {
  it('has tables, lists of tables and dotted keys as objects and lists', async () => {
    expect(
      await valueOf('a.b = 1\n[[h.P]]\nm = "x"\n[[h.P.hooks]]\nc = \'y\'\n[[h.P]]\nl = [1, {z = true}]\n'),
    ).toEqual({
      a: { b: 1 },
      h: { P: [{ m: 'x', hooks: [{ c: 'y' }] }, { l: [1, { z: true }] }] },
    });
    expect(await valueOf('')).toEqual({});
    expect(await valueOf('# nothing\r\n')).toEqual({});
  });

  it('has only values that JSON has: dates and numbers beyond it are texts', async () => {
    expect(
      await valueOf('d = 2026-11-16\nt = 07:32:00\nn = nan\ni = -inf\nb = 9007199254740993\nh = 0x10\nf = 1.5'),
    ).toEqual({
      d: '2026-11-16',
      t: '07:32:00.000',
      n: 'NaN',
      i: '-Infinity',
      b: '9007199254740993',
      h: 16,
      f: 1.5,
    });
  });

  it('__proto__ is a key like any other', async () => {
    expect(Object.keys((await valueOf('__proto__ = {x = 1}\nb = 2\n')) as object)).toEqual(['__proto__', 'b']);
  });

  it('knows where keys and values stand', async () => {
    const text = 'a.b = 1\n[[h.P]]\nm = "x"\n  [[h.P.hooks]]\n  c = "y"\n[[h.P]]\nl = [1,\n {z = true}]\n';
    const locate = await documentOf(await parseTomlDocument(text)).locator();
    const places = [
      locate([], 'value'),
      locate(['a', 'b'], 'key'),
      locate(['a', 'b'], 'value'),
      locate(['h', 'P', 0, 'm'], 'value'),
      locate(['h', 'P', 0, 'hooks', 0, 'c'], 'key'),
      locate(['h', 'P', 1], 'value'),
      locate(['h', 'P', 1, 'l', 1, 'z'], 'value'),
      locate(['h', 'P', 0, 'hooks', 0, 'missing'], 'value'),
    ];
    expect(places.map(({ line, column }) => `${line}:${column}`)).toEqual([
      '1:1',
      '1:3',
      '1:7',
      '3:5',
      '5:3',
      '6:1',
      '8:7',
      '4:3',
    ]);
  });

  it.each([
    ['a = 1\nb = \n', 2],
    ['a = 1\na = 2\n', 2],
    ['[a]\n[a]\n', 2],
    ['{"hooks": {}}', 1],
  ])('says the line of what is wrong in %j', async (text, line) => {
    expect(await failure(text)).toMatchObject({
      at: { line },
      message: expect.stringMatching(/^not valid TOML: [^\n]+[^.\n]$/),
    });
  });

  it('a text that is too long or too deep is refused, in no time', async () => {
    expect((await failure(`a = ${'['.repeat(100_000)}`))?.message).toMatch(/nested/);
    expect((await failure(`${Array(100).fill('a').join('.')} = 1`))?.message).toMatch(/nested more than 64 levels/);
    expect((await failure(`# ${'x'.repeat(300_000)}`))?.message).toMatch(/^too long for TOML/);
  });
});
