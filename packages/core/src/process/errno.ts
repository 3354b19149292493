/** The code of a system error, such as `ENOENT`; empty for anything else that was thrown. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Makes a system call whose failure is an ordinary result: collecting a stack trace would take longer than the call.
 */
export function asking<Answer>(call: () => Answer): Answer {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return call();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Transient shortages: the same call may succeed a moment later. */
export function isTransient(code: string): boolean {
  return TRANSIENT.has(code);
}

const TRANSIENT: ReadonlySet<string> = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY']);
