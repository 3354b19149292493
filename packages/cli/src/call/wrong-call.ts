const NAME = 'WrongCall';

/** A mistake of the caller, said in one line. */
export function wrongCall(message: string): Error {
  const error = new Error(message);
  error.name = NAME;
  return error;
}

/** Tells a mistake of the caller from one of ours. */
export const isWrongCall = (error: unknown): error is Error => error instanceof Error && error.name === NAME;
