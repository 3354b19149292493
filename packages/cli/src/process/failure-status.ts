export const FAILED = 1;
export const REFUSED = 2;

/** The commands whose exit status decides whether an action goes on. */
const DECIDING: ReadonlySet<string> = new Set(['fire']);

/**
 * The exit code of a command that an internal error ended: a refusal where the command decides about an action, since most
 * agents take any other exit code as permission.
 */
export const failureStatus = (
  command: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): number => (DECIDING.has(command ?? '') && env['HOOKLINE_ON_ERROR'] !== 'proceed' ? REFUSED : FAILED);
