/** Whether a word has something in it that a shell would read. */
export const holdsShellSyntax = (word: string): boolean => LOOKS_LIKE_TEXT.test(word);

const LOOKS_LIKE_TEXT = /[\s;&|()<>`$'"]/;

/** Whether a quoted word could be a text for a shell, and is not one path with variables in it. */
export const couldBeText = (text: string): boolean =>
  holdsShellSyntax(text) && !IS_ONE_WORD.test(withoutExpansions(text));

const MAX_WORD = 400;
const MAX_ROUNDS = 8;

/** The text without `$(…)` and `${…}`, whose content is read separately. */
function withoutExpansions(text: string): string {
  let plain = text.length > MAX_WORD ? '' : text;
  if (plain === '') return text;
  for (let round = 0; round < MAX_ROUNDS && /\$[({]/.test(plain); round++)
    plain = plain.replace(/\$\([^()]*\)|\$\{[^{}]*\}/g, '$');
  return plain;
}

// A path with variables in it: the word that contains it has all that can be known about it.
const IS_ONE_WORD = /^[\w./~+@%,$-]+$/;
