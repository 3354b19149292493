import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const files = ['packages', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/node_modules|\bdist\b/.test(file))
    .map((file) => `${folder}/${file}`),
);

test('a test that is skipped while it runs says why', () => {
  const calls = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bskip\(([^)]?)/g)].map(([, reason]) => ({ file, reason })),
  );
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter(({ reason }) => reason === '')).toEqual([]);
});
