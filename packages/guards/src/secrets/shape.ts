/** One known shape of a secret. The first group that matched, else the whole match, is the secret itself. */
export interface SecretShape {
  readonly id: string;
  readonly about: string;
  readonly pattern: RegExp;
  /** Words in lower case of which one must be in the text, so that most texts need not be searched for it. */
  readonly words?: readonly string[];
  /** Its form alone is proof: no word in it makes it an example. */
  readonly certain?: true;
  /** Other values have the same form, so the value must look random. */
  readonly drawn?: true;
}

/** A token recognized by its prefix; a whole word. */
export const token = (id: string, about: string, source: string, more: Partial<SecretShape> = {}): SecretShape => ({
  id,
  about,
  pattern: new RegExp(`(?<![A-Za-z0-9_])(?:${source})(?![A-Za-z0-9_-])`, 'g'),
  ...more,
});
