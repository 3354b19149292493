import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** How much more than the page says each figure may be, before someone has to look at it. */
const MARGINS: Readonly<Record<string, number>> = { files: 5, functions: 40, hops: 2, forwards: 0, backs: 0 };

test('the way of one event is no longer than the page about the architecture says', { timeout: 120_000 }, () => {
  const page = readFileSync(join(root, 'docs/contribute/architecture.md'), 'utf8');
  const told = new Map([...page.matchAll(/^\| (\w+) \| (\d+) \|/gm)].map(([, name, value]) => [name, Number(value)]));
  const output = execFileSync(process.execPath, [join(root, 'scripts/walk.mjs'), '--json'], { encoding: 'utf8' });
  const walked = JSON.parse(output) as Readonly<Record<string, number>>;
  expect(Object.keys(walked)).toEqual(Object.keys(MARGINS));
  const tooMuch = Object.entries(walked).filter(
    ([name, value]) => !(value <= (told.get(name) ?? -1) + (MARGINS[name] ?? 0)),
  );
  expect(tooMuch).toEqual([]);
});
