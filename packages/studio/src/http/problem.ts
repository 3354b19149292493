/** An answer that is not 2xx: what was expected, what was found, and what to do. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly hint: string | null;

  constructor(status: number, error: string, hint: string | null = null) {
    super(error);
    this.status = status;
    this.hint = hint;
  }
}
