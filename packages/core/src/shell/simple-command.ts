import { BoundedMap } from '../text/memo.ts';
import { isSyntax } from './builtins.ts';

/**
 * The words of a shell script that is one simple command, as bash would expand them; redirections are left out. Null
 * for anything else, and for anything that only a shell can expand: when unsure, a hook runs.
 */
export function simpleCommandWords(
  script: string,
  env: Readonly<Record<string, string>>,
  home: string,
): readonly string[] | null {
  const always = plain.get(script);
  if (always !== undefined) return always;
  // Cached, because one run asks more than once, each time with the same environment.
  if (latest?.script === script && latest.env === env && latest.home === home) return latest.words;
  const around = { env, home, isAsked: false };
  const words = readCommand(script, around);
  if (around.isAsked) latest = { script, env, home, words };
  else plain.set(script, words);
  return words;
}

interface LatestWords {
  readonly script: string;
  readonly env: Environment['env'];
  readonly home: string;
  readonly words: readonly string[] | null;
}

let latest: LatestWords | undefined;

/** The part of a script that does not depend on the environment; cached, since the same few run again and again. */
const plain = new BoundedMap<string, readonly string[] | null>(500);

function readCommand(script: string, around: Environment): readonly string[] | null {
  if (script.includes('\\\n') && /'|\\\\/.test(script)) return null; // line continuations, or literal backslashes
  const text = withoutBlanksAround(script.replaceAll('\\\n', ''));
  const words: string[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const blanks = /^[ \t]+/.exec(rest);
    const redirection = REDIRECTION.exec(rest);
    if (blanks !== null) {
      at += blanks[0].length;
    } else if (redirection !== null) {
      at += redirection[0].length;
      if (redirection[1] !== undefined) continue; // such as 2>&1: its target is part of it
      const target = readWord(text, at, around);
      if (target === null) return null;
      at = target.end;
    } else {
      const word = readWord(text, at, around);
      if (word === null) return null;
      words.push(word.text);
      at = word.end;
    }
  }
  return words[0] === undefined || isSyntax(words[0]) || ASSIGNMENT.test(words[0]) ? null : words;
}

/** Trims only what bash treats as blanks. Scans a run of them once, which a regex for the end of a text does not. */
function withoutBlanksAround(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANKS.includes(text.charAt(start))) start += 1;
  while (end > start && BLANKS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const BLANKS = ' \t\n';

/** `>file` with its target to come, or the whole of `2>&1`. */
const REDIRECTION = /^(?:\d*>&\d|\d*<&\d)(?![^\s])()|^\d*(?:>>|>\||>|<(?![<(]))(?![(&])[ \t]*|^&>>?[ \t]*/;

const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[.*\])?\+?=.*$/s;

interface Environment {
  readonly env: Readonly<Record<string, string>>;
  readonly home: string;
  /** Whether anything of it was needed. */
  isAsked: boolean;
}

interface WordPart {
  readonly text: string;
  readonly end: number;
}

function readWord(text: string, start: number, around: Environment): WordPart | null {
  const tilde = /^~(?=[/ \t]|$)/.test(text.slice(start));
  if (tilde) around.isAsked = true;
  let word = tilde ? (around.env['HOME'] ?? around.home) : '';
  let at = tilde ? start + 1 : start;
  while (at < text.length && !/[ \t]/.test(text.charAt(at))) {
    const part = readPart(text, at, around);
    if (part === null) return null;
    word += part.text;
    at = part.end;
  }
  return at === start ? null : { text: word, end: at };
}

function readPart(text: string, at: number, around: Environment): WordPart | null {
  const character = text.charAt(at);
  if (character === "'") return readSingleQuoted(text, at);
  if (character === '"') return readDoubleQuoted(text, at, around);
  if (character === '\\') return at + 1 < text.length ? { text: text.charAt(at + 1), end: at + 2 } : null;
  if (character === '$') return readVariable(text, at, around, UNQUOTED_VALUE);
  if (character === '#' || character === '~') return isInsideWord(text, at) ? { text: character, end: at + 1 } : null;
  return SPECIAL.test(character) ? null : { text: character, end: at + 1 };
}

/** Operators, patterns, braces, substitutions, line breaks: only a shell can expand them. */
const SPECIAL = /[;&|<>()`*?[\]{}!\n\r\0]/;

/** Without quotes, a value with blanks or patterns is split or expanded. */
const UNQUOTED_VALUE = /^[^\s*?[\]\\]+$/;
const ANY_VALUE = /^[^]*$/;

const isInsideWord = (text: string, at: number): boolean => at > 0 && !/[ \t]/.test(text.charAt(at - 1));

function readSingleQuoted(text: string, start: number): WordPart | null {
  const end = text.indexOf("'", start + 1);
  return end === -1 ? null : { text: text.slice(start + 1, end), end: end + 1 };
}

function readDoubleQuoted(text: string, start: number, around: Environment): WordPart | null {
  let inside = '';
  let at = start + 1;
  while (at < text.length) {
    const part = readQuotedPart(text, at, around);
    if (part === 'end') return { text: inside, end: at + 1 };
    if (part === null) return null;
    inside += part.text;
    at = part.end;
  }
  return null;
}

function readQuotedPart(text: string, at: number, around: Environment): WordPart | 'end' | null {
  const character = text.charAt(at);
  if (character === '"') return 'end';
  if (character === '`') return null;
  if (character === '$') return readVariable(text, at, around, ANY_VALUE);
  if (character !== '\\') return { text: character, end: at + 1 };
  const next = text.charAt(at + 1);
  return { text: /[$`"\\]/.test(next) ? next : `\\${next}`, end: at + 2 };
}

function readVariable(text: string, at: number, around: Environment, allowed: RegExp): WordPart | null {
  const match = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/.exec(text.slice(at));
  const name = match?.[1] ?? match?.[2];
  around.isAsked = true;
  if (match === null || name === undefined || OWN_VARIABLES.test(name) || !Object.hasOwn(around.env, name)) return null;
  const value = around.env[name] ?? '';
  return allowed.test(value) ? { text: value, end: at + match[0].length } : null;
}

/** Variables that bash sets itself, whatever the environment has. */
const OWN_VARIABLES =
  /^(?:_|PWD|OLDPWD|SHLVL|E?UID|PPID|S?RANDOM|SECONDS|LINENO|EPOCH\w*|BASH\w*|GROUPS|DIRSTACK|FUNCNAME|PIPESTATUS|HIST\w*|COMP_\w*|OPT\w+|IFS|PS[0-4]|SHELLOPTS|HOSTTYPE|HOSTNAME|MACHTYPE|OSTYPE)$/;
