/** The tool calls that a server works on: a question to the user is pointless after the last of them. */
export class RunningCalls {
  #running = 0;
  readonly #questions = new Set<AbortController>();

  /** Counts a call; the function that it gives ends it. */
  begin(): () => void {
    this.#running += 1;
    return () => {
      this.#running -= 1;
      if (this.#running === 0) for (const question of this.#questions) question.abort();
    };
  }

  /** Asks with a signal that is also aborted at the end of the last call. */
  async during<T>(ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    const question = new AbortController();
    this.#questions.add(question);
    try {
      return await ask(AbortSignal.any([signal, question.signal]));
    } finally {
      this.#questions.delete(question);
    }
  }
}
