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

/** What a shell starts in the background has no stdin, so that ours is passed on as 3. */
const CLOSING = [
  't=$1; shift; exec 3<&0; "$@" <&3 3<&- & p=$!;',
  '{ trap "kill -9 \\$!; exit" TERM; sleep $t & wait $! && kill -9 $p; } </dev/null >/dev/null 2>&1 3<&- & w=$!;',
  '{ wait $p; c=$?; kill $w; } 2>/dev/null;',
  'case $c in 0|2) exit $c;; esac;',
  'echo "hookline gave no answer; refused, because nothing was checked (hookline doctor says why)" >&2; exit 2',
].join(' ');

/** Whether a line is one that refuses when it fails. */
export const isClosingLine = (line: string): boolean => line.startsWith(`exec /bin/sh -c '${CLOSING}' `);
