/** The system's name of an error, such as `ENOENT`; empty for anything else that was thrown. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Calls the system where its refusal is an ordinary answer: writing down who asked would take longer than asking. */
export function asking<Answer>(call: () => Answer): Answer {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return call();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Shortages that pass: the same call may succeed a moment later. */
export function isTransient(code: string): boolean {
  return TRANSIENT.has(code);
}

const TRANSIENT: ReadonlySet<string> = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY']);
