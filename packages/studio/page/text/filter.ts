// The filter is one text; chips are its words. Only the server knows what they mean.
export interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The words of a filter: a blank ends one, except between quotes. */
export const wordsOf = (text: string): readonly Word[] =>
  [...text.matchAll(/(?:[^\s"]|"[^"]*"?)+/g)].map((match) => ({
    text: match[0],
    from: match.index,
    to: match.index + match[0].length,
  }));

const keyOf = (word: string): string => /^-?([a-z]+):/.exec(word)?.[1] ?? '';

export const hasWord = (text: string, word: string): boolean => wordsOf(text).some((each) => each.text === word);

export const withoutWord = (text: string, word: string): string =>
  wordsOf(text)
    .filter((each) => each.text !== word)
    .map((each) => each.text)
    .join(' ');

/** The filter with a word more; one with the same key gives way, since a row has one of each. */
export const withWord = (text: string, word: string): string =>
  [...wordsOf(text).filter((each) => keyOf(each.text) !== keyOf(word) || keyOf(word) === 'text'), { text: word }]
    .map((each) => each.text)
    .join(' ');

export const withoutKeys = (text: string, keys: readonly string[]): string =>
  wordsOf(text)
    .filter((each) => !keys.includes(keyOf(each.text)))
    .map((each) => each.text)
    .join(' ');

/** A value as it stands in a filter: in quotes where it has blanks. */
export const quoted = (value: string): string => (/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value);
