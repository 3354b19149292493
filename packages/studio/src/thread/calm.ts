/** A page comes soon after the start, or later, when somebody opens it. */
const LONGEST_WAIT_MS = 1_000;
/** What the page needs until its first rows are drawn. */
const FIRST_ROWS_MS = 150;

/** The time from which on the first rows of a page are there: a moment after the first question. */
export class Calm {
  readonly begun: Promise<void>;
  #begin = (): void => {};
  #timer: NodeJS.Timeout;
  #isSoon = false;

  constructor() {
    this.begun = new Promise((resolve) => (this.#begin = resolve));
    this.#timer = setTimeout(this.#begin, LONGEST_WAIT_MS);
  }

  beginSoon(): void {
    if (this.#isSoon) return;
    this.#isSoon = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#begin, FIRST_ROWS_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#begin();
  }
}
