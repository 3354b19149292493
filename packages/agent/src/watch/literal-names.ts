/**
 * The file names that FileChanged matchers name letter by letter, each once: `|` separates, a dot is a dot. A matcher
 * with other characters of a regular expression names none, and so does one that matches everything.
 */
export function literalNames(matchers: readonly (string | null)[]): readonly string[] {
  const names = matchers
    .filter((matcher) => matcher !== null && !REGULAR_EXPRESSION.test(matcher))
    .flatMap((matcher) => matcher?.split('|') ?? [])
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name));
  return [...new Set(names)];
}

const REGULAR_EXPRESSION = /[\\^$*+?()[\]{}]/;
