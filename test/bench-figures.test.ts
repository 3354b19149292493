import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { chart } from '../bench/chart.mjs';
import { withFigures } from '../bench/figures.mjs';
import { verdictOf } from '../bench/verdict.mjs';
import { isFull } from './support/tier.ts';

type Row = Parameters<typeof verdictOf>[0] & { readonly title: string; readonly verdict: string };

const read = (name: string): string => readFileSync(join(import.meta.dirname, '..', name), 'utf8');
const results = JSON.parse(read('bench/results.json')) as { readonly quick: boolean; readonly rows: readonly Row[] };

test('the figures in docs/contribute/speed.md are those of bench/results.json, of a whole run', () => {
  expect(results.quick).toBe(false);
  expect(withFigures(read('docs/contribute/speed.md'), results)).toBe(read('docs/contribute/speed.md'));
});

test('a page without marks is refused', () => {
  expect(() => withFigures('# Speed', results)).toThrow('docs/contribute/speed.md needs its marks');
});

test.runIf(isFull)('a single row can be measured by itself, and says against what', async () => {
  const words = [join(import.meta.dirname, '../bench/run.mjs'), '--quick', '--json', '--only', 'none-flat'];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const { rows } = JSON.parse(stdout) as typeof results;
  expect(rows).toMatchObject([
    { name: 'none-flat', bar: { ratioAtMost: 2 }, ratio: expect.any(Number), control: { ratio: expect.any(Number) } },
  ]);
});

describe('a row of the benchmark', () => {
  const bar = { ratioAtMost: 1 };

  test('is met only when its whole interval is', () => {
    expect(verdictOf({ bar, low: 0.8, high: 1 })).toBe('met');
    expect(verdictOf({ bar, low: 0.8, high: 1.01 })).toBe('undecided');
    expect(verdictOf({ bar, low: 1, high: 1.2 })).toBe('undecided');
    expect(verdictOf({ bar, low: 1.01, high: 1.2 })).toBe('missed');
  });

  test('with a bar for its worst case is met when the worst is', () => {
    expect(verdictOf({ bar: { worstAtMostMs: 50 }, of: { worstMs: 50 } })).toBe('met');
    expect(verdictOf({ bar: { worstAtMostMs: 50 }, of: { worstMs: 50.1 } })).toBe('missed');
  });

  test('is written down with the verdict that its figures give', () => {
    const measured = results.rows.filter(({ verdict }) => verdict !== 'not measured');
    expect(measured.filter((row) => row.verdict !== verdictOf(row)).map(({ title }) => title)).toEqual([]);
  });
});

describe('the picture docs/bench.svg', () => {
  const svg = read('docs/bench.svg');

  test('is drawn from bench/results.json', () => {
    expect(chart(results)).toBe(svg);
  });

  test('has no text that runs into another, or into the scale', () => {
    const firstLine = Math.min(
      ...[...svg.matchAll(/<line class="(?:grid|bar)" x1="([\d.]+)"/g)].map(([, x]) => Number(x)),
    );
    const texts = textsOf(svg);
    const heights = [...new Set(texts.map(({ y }) => y))];
    const clashes = heights.flatMap((height) =>
      texts
        .filter(({ y }) => y === height)
        .toSorted((left, right) => left.from - right.from)
        .flatMap(({ content, to, kind }, at, all) =>
          to > (all[at + 1]?.from ?? Infinity) || (kind === 'label' && to > firstLine) ? [content] : [],
        ),
    );
    expect(heights.length).toBeGreaterThan(results.rows.filter((row) => row.bar !== null).length);
    expect(clashes).toEqual([]);
  });
});

interface Placed {
  readonly kind: string;
  readonly y: number;
  readonly from: number;
  readonly to: number;
  readonly content: string;
}

/** The texts of a picture with a wide guess at the room that they take. */
function textsOf(svg: string): readonly Placed[] {
  return [...svg.matchAll(/<text class="([^"]+)" x="([\d.]+)" y="([\d.]+)">([^<]*)</g)].map(
    ([, kind = '', x, y, content = '']) => {
      const width = content.replace(/&\w+;/g, '&').length * (kind === 'label' || kind === 'value' ? 7.1 : 6.5);
      const from = kind === 'tick' ? Number(x) - width / 2 : Number(x);
      return { kind, y: Number(y), from, to: from + width, content };
    },
  );
}
