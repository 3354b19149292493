const FAILED = 1;
export const REFUSED = 2;

/** The commands whose exit status decides whether an action goes on. */
const DECIDING: ReadonlySet<string> = new Set(['fire', 'hook']);

/** The one that an agent starts by itself: even a wrong call of it must not let an action go on. */
const STARTED_BY_AGENTS = 'hook';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The exit code of a call that an internal error ended: a refusal where the command decides about an action, since most
 * agents take any other exit code as permission.
 */
export const failureStatus = ([command, ...rest]: readonly string[], env: Variables): number =>
  DECIDING.has(command ?? '') && env['HOOKLINE_ON_ERROR'] !== 'proceed' && !failsOpen(command, rest) ? REFUSED : FAILED;

/** The exit code of a call that the caller has got wrong. */
export const mistakeStatus = (words: readonly string[], env: Variables): number =>
  words[0] === STARTED_BY_AGENTS ? failureStatus(words, env) : FAILED;

/** Looked for without reading the options, which may be what failed. */
const failsOpen = (command: string | undefined, rest: readonly string[]): boolean =>
  command === STARTED_BY_AGENTS && / --fail[ =]open /.test(` ${rest.join(' ')} `);
