import type { Socket } from 'node:net';

/** Reads a connection piece by piece, each up to a byte that ends it. */
export class FieldReader {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #size = 0;
  #hasEnded = false;
  #answersPauses = false;
  #isAnswered = true;
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    const end = (): void => {
      this.#hasEnded = true;
      this.#wake();
    };
    socket.once('end', end).once('close', end);
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#size += chunk.length;
      this.#isAnswered = false;
      this.#wake();
    });
  }

  /** The bytes before the next `end`, without it; throws when the connection ends, or more than `atMost` come, before it. */
  async until(end: number, atMost: number): Promise<Buffer> {
    let looked = 0;
    for (let before = 0; ; looked += 1) {
      while (looked === this.#chunks.length) await this.#more(atMost);
      const chunk = this.#chunks[looked] ?? Buffer.alloc(0);
      const at = chunk.indexOf(end);
      if (before + (at < 0 ? chunk.length : at) > atMost) throw new Error('more came than there is room for');
      if (at >= 0) return this.#take(before + at);
      before += chunk.length;
    }
  }

  /**
   * From now on every pause is answered with an empty line. TCP keeps the second half of what a shell writes back until
   * the first has been acknowledged, which takes 40 ms unless there is something to send with it.
   */
  answerPauses(): void {
    this.#answersPauses = true;
    this.#isAnswered = true;
  }

  #more(atMost: number): Promise<void> {
    if (this.#hasEnded) throw new Error('the connection ended too early');
    if (this.#size > atMost) throw new Error('more came than there is room for');
    if (this.#answersPauses && !this.#isAnswered) this.#socket.write('\n');
    this.#isAnswered = true;
    return new Promise((resolve) => (this.#wake = resolve));
  }

  #take(length: number): Buffer {
    const [first] = this.#chunks;
    const whole = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.#chunks = length + 1 < whole.length ? [whole.subarray(length + 1)] : [];
    this.#size = whole.length - length - 1;
    return whole.subarray(0, length);
  }
}
