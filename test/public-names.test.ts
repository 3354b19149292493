import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const packages = fileURLToPath(new URL('../packages', import.meta.url));

/** A name that a package promises, and the file that declares it. */
interface PublicName {
  readonly name: string;
  readonly file: string;
}

const RE_EXPORT = /^export (?:type )?\{([^}]*)\} from '([^']+)';$/gm;

/** The names of an entry, which must hold nothing but lists of names, each from the file that declares it. */
function publicNames(entry: string): readonly PublicName[] {
  const text = readFileSync(entry, 'utf8');
  const rest = text.replaceAll(RE_EXPORT, '').replaceAll(/^\s*\/\/.*$/gm, '');
  expect(rest.trim(), `${entry} may hold lists of names alone`).toBe('');
  return [...text.matchAll(RE_EXPORT)].flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== '')
      .map((name) => ({ name, file: join(dirname(entry), from) })),
  );
}

/** The comment right above the declaration of a name; null where there is none. */
function commentOn(name: string, text: string): string | null {
  const declared = new RegExp(
    String.raw`^export (?:async )?(?:function|const|interface|type|class) ${name}\b`,
    'm',
  ).exec(text);
  if (declared === null) return null;
  return /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(text.slice(0, declared.index))?.[1] ?? null;
}

const inWords = (comment: string): readonly string[] => comment.match(/[A-Za-z]{2,}/g) ?? [];

describe.each([
  ['core', 40],
  ['agent', 30],
] as const)('@hookline/%s', (name, most) => {
  const names = publicNames(join(packages, name, 'src/index.ts'));

  test(`has at most ${most} public names, types included`, () => {
    expect(names.length).toBeGreaterThan(0);
    expect(
      names
        .map((each) => each.name)
        .toSorted()
        .slice(most),
    ).toEqual([]);
    expect(new Set(names.map((each) => each.name)).size).toBe(names.length);
  });

  test.each(names)('says above $name what it promises', (each) => {
    const comment = commentOn(each.name, existsSync(each.file) ? readFileSync(each.file, 'utf8') : '');
    expect(comment, `${each.name} needs a doc comment right above its declaration in ${each.file}`).not.toBeNull();
    expect(inWords(comment ?? '').length).toBeGreaterThanOrEqual(5);
  });
});

test('a name without a comment of its own is found', () => {
  const text = [
    '/** Opens the door and keeps it open. */',
    'export function open(): void {}',
    'export interface Door {}',
    '/** Closes every door at once. */',
    'export const close = 1;',
  ].join('\n');
  expect(commentOn('open', text)).toContain('keeps it open');
  expect(commentOn('close', text)).toContain('Closes every door');
  expect(commentOn('Door', text)).toBeNull();
  expect(commentOn('Window', text)).toBeNull();
});

test('the internal entry of core says that it promises nothing', () => {
  const text = readFileSync(join(packages, 'core/src/internal.ts'), 'utf8');
  expect(text.split('\n')[0]).toMatch(/^\/\/ For the packages of this repository, at exactly the same version/);
  const { exports } = JSON.parse(readFileSync(join(packages, 'core/package.json'), 'utf8')) as { exports: object };
  expect(Object.keys(exports)).toEqual(['.', './internal', './package.json']);
});
