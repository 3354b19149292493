/** Words as one line for a shell, whichever it is: all of them take plain words and single quotes alike. */
export const shellLine = (words: readonly string[]): string => words.map(quoted).join(' ');

const quoted = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);

const PLAIN = /^[\w@%+:,./-]+$/;

/**
 * The same for an entry whose failures must refuse: whatever becomes of the program, the line ends with 0 or 2, and with
 * a reason beside 2. It is ended before the agent's time is over, since an agent that has waited in vain goes on.
 */
export const closingLine = (words: readonly string[], timeoutSeconds: number): string =>
  `exec /bin/sh -c '${CLOSING}' hookline ${Math.max(1, Math.floor(timeoutSeconds * SHARE))} ${shellLine(words)}`;

/** More than the share that the program itself takes, so that its own refusal comes first. */
const SHARE = 0.9;

/** Why an entry refuses whose program has given no answer. */
export const NO_ANSWER = 'hookline gave no answer; refused, because nothing was checked (hookline doctor says why)';

/** What a shell starts in the background has no stdin, so that ours is passed on as 3. */
const CLOSING = [
  't=$1; shift; exec 3<&0; "$@" <&3 3<&- & p=$!;',
  '{ trap "kill -9 \\$!; exit" TERM; sleep $t & wait $! && kill -9 $p; } </dev/null >/dev/null 2>&1 3<&- & w=$!;',
  '{ wait $p; c=$?; kill $w; } 2>/dev/null;',
  'case $c in 0|2) exit $c;; esac;',
  `echo "${NO_ANSWER}" >&2; exit 2`,
].join(' ');

/** Whether a line is one that refuses when it fails. */
export const isClosingLine = (line: string): boolean => line.startsWith(`exec /bin/sh -c '${CLOSING}' `);

/** What a line without variables needs beside its words. */
export interface PlainClosing {
  readonly timeoutSeconds: number;
  /** A program like `timeout` of coreutils; null: there is none here, and a program that is stopped is waited for. */
  readonly watch: string | null;
  /** The refusal in the agent's words; empty: it reads only the exit code and the reason. */
  readonly answer: string;
}

/** The same without variables; every end but 0 refuses. */
export function plainClosingLine(words: readonly string[], { timeoutSeconds, watch, answer }: PlainClosing): string {
  const limit = Math.max(1, Math.floor(timeoutSeconds * SHARE));
  const watched = watch === null ? words : [watch, '-k', '1', String(limit), ...words];
  // On a line of its own, where a line is the answer whatever was printed before.
  const format = answer.startsWith('{') ? '%s\\n' : '\\n%s\\n';
  const said = answer === '' ? '' : `printf '${format}' ${quoted(answer)}; `;
  return `${shellLine(watched)} || { ${said}${PLAIN_END}`;
}

const PLAIN_END = `echo ${quoted(NO_ANSWER)} >&2; exit 2; }`;

export const isPlainClosingLine = (line: string): boolean => line.endsWith(PLAIN_END);
