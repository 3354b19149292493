/** The lines of shell that code of another language hands to a shell, and what it removes by itself, written as a line of shell. */
export function codeTexts(code: string): readonly string[] {
  const called = matches(CALL, code).map((found) => unquoted(found[2] ?? '', found[3] ?? ''));
  const listed = matches(LIST, code).map((found) => wordsOf(found[1] ?? ''));
  const ticked = matches(TICKS, code).map((found) => found[1] ?? '');
  const removed = matches(REMOVAL, code).map((found) => `rm -rf ${(found[2] ?? '').replace(/[^\w./~-]/g, '')}`);
  return [...called, ...listed, ...ticked, ...removed].filter((text) => text.trim() !== '');
}

const matches = (pattern: RegExp, code: string): readonly RegExpMatchArray[] =>
  Array.from(code.slice(0, LONGEST).matchAll(pattern));

const unquoted = (quote: string, text: string): string =>
  text.replace(/\\(.)/gs, (whole, character: string) =>
    character === quote || character === '\\' ? character : whole,
  );

/** A list of words, as `subprocess.run` takes it. */
const wordsOf = (inside: string): string =>
  Array.from(inside.matchAll(/(["'])(.*?)\1/g), ([, , word]) => `'${word ?? ''}'`).join(' ');

const LONGEST = 20_000;
const STRING = String.raw`(["'\x60])((?:\\.|(?!\2)[^\\])*)\2`;
const NAMES = String.raw`(?:system|popen|exec|execSync|exec_shell|spawnSync?|shell_exec|passthru|run|call|check_call|check_output|Popen|getoutput|do shell script)`;
// The name must be that of a call; a space may stand for the parenthesis in Perl, Ruby and AppleScript.
const CALL = new RegExp(String.raw`\b(${NAMES})\s*\(?\s*${STRING}`, 'g');
const LIST = new RegExp(String.raw`\b${NAMES}\s*\(\s*\[([^\]]*)\]`, 'g');
const TICKS = /(?:^|[=;({\s])`([^`]+)`/g;
const REMOVAL =
  /\b(?:rmtree|rmSync|rmdirSync|rm_rf|rm_r|remove_tree|remove_dir_all)\s*\(?\s*(?:[\w.]+\(\s*)?(["'])(.*?)\1/g;
