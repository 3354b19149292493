import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { withFigures } from '../bench/figures.mjs';

const read = (name: string): string => readFileSync(join(import.meta.dirname, '..', name), 'utf8');
const results = JSON.parse(read('bench/results.json')) as { readonly quick: boolean; readonly rows: readonly object[] };

test('the figures in docs/contribute/speed.md are those of bench/results.json, of a whole run', () => {
  expect(results.quick).toBe(false);
  expect(withFigures(read('docs/contribute/speed.md'), results)).toBe(read('docs/contribute/speed.md'));
});

test('a page without marks is refused', () => {
  expect(() => withFigures('# Speed', results)).toThrow('docs/contribute/speed.md needs its marks');
});

test('a single row can be measured by itself, and says against what', async () => {
  const words = [join(import.meta.dirname, '../bench/run.mjs'), '--quick', '--json', '--only', 'none-flat'];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  const { rows } = JSON.parse(stdout) as typeof results;
  expect(rows).toMatchObject([
    { name: 'none-flat', bar: { ratioAtMost: 2 }, ratio: expect.any(Number), control: { ratio: expect.any(Number) } },
  ]);
});
