import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PACKAGES, sourcesOf } from '../../scripts/import-graph.mjs';

const DECLARED = /^(?:export )?(?:abstract )?(?:declare )?(?:interface|type|class) (\w+)/gm;

/** Where each type name of a package is declared. */
function declarationsIn(name: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const file of sourcesOf(name)) {
    const text = readFileSync(fileURLToPath(new URL(`../../packages/${name}/src/${file}`, import.meta.url)), 'utf8');
    for (const [, type = ''] of text.matchAll(DECLARED)) found.set(type, [...(found.get(type) ?? []), file]);
  }
  return found;
}

test.each(PACKAGES.map((name) => [name] as const))('a type name means one thing in %s', (name) => {
  const declared = declarationsIn(name);
  expect(declared.size).toBeGreaterThan(0);
  expect([...declared].filter(([, files]) => files.length > 1)).toEqual([]);
});
