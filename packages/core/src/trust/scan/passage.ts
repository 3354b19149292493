/** A text of the project, and the folders that its paths may be relative to. */
export interface Passage {
  readonly file: string;
  readonly text: string;
  /** Resolved. */
  readonly project: string;
  /** Folders, the most likely first. */
  readonly bases: readonly string[];
  /** Folders that its commands may be started in; absent: the first of the bases. */
  readonly starts?: readonly string[];
}

/** A text in which no letter of a path is written by its number: `\x69`, `\u0069`. */
export const unescaped = (passage: Passage): Passage => ({
  ...passage,
  text: passage.text.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{0{0,4}([\da-f]{2})\})/gi,
    (whole, ...codes: unknown[]) => {
      const [code = ''] = codes.slice(0, 3).filter((each) => typeof each === 'string');
      const character = String.fromCodePoint(Number.parseInt(code, 16));
      return /[\w./@+~-]/.test(character) ? character : whole;
    },
  ),
});
