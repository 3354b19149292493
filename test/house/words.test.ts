import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Words for which there is a plainer one. */
const FIGURATIVE = /\b(?:nobody|mends?|mended|mending|farewells?)\b/i;

/** Where such a word is right: a published value, an account of Unix, a test of these words. */
const EXCEPTIONS = [/nobody-decided/, /chown\b.*\bnobody/, /not\.toMatch\(/];

/** What others have written, pages that repeat it, and figures of earlier runs. */
const LEFT_OUT =
  /node_modules|\bdist\b|conformance\/cases|\bagreement\.(?:json|md)$|source\.txt$|CHANGELOG\.md$|house\/words\.test\.ts$|mutation\/(?:judged|results)/;

const files = ['packages', 'test', 'docs', 'scripts', 'bench', 'examples', '.changeset'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.(?:ts|mjs|md|yaml|json|sh|py)$/.test(file) && !LEFT_OUT.test(file)),
);

test('sources, tests and pages are in plain words', () => {
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => FIGURATIVE.test(line) && !EXCEPTIONS.some((exception) => exception.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
