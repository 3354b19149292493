import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What only Node itself may use: it differs between versions, and has crashed the command before. */
const PRIVATE = /\bbinding\(\s*['"`]|internalBinding|_linkedBinding|expose.internals|setFlagsFromString|node:internal/;

const PLACES = ['packages', 'scripts', 'bench', 'examples'];

test.each(PLACES)('no file in %s uses a private interface of Node', (place) => {
  const files = readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|js|mjs|cjs|mts)$/.test(name) && !name.includes('node_modules'))
    .map((name) => join(place, name));
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter((file) => PRIVATE.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('the search finds what was once used', () => {
  expect(`const { Process } = binding('process_wrap');`).toMatch(PRIVATE);
});

test('libraries in CommonJS are imported by their default export, as a bundle gives them', () => {
  const sources = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\/src\/.*\.ts$/.test(name) && !name.includes('node_modules'))
    .map((name) => ({ name, text: readFileSync(join(root, 'packages', name), 'utf8') }));
  const lazy = sources.flatMap(({ name, text }) =>
    [...text.matchAll(/const (\{[^=]*\}|\w+) = await import\('(?:yaml|undici)'\)/g)].map(([line]) => ({ name, line })),
  );
  expect(lazy.length).toBeGreaterThan(4);
  expect(lazy.filter(({ line }) => !line.includes('default:'))).toEqual([]);
});
