/** Cuts a stream of bytes into lines; throws when one line grows beyond the limit. */
export class MessageLines {
  #pieces: Buffer[] = [];
  #bytes = 0;

  /** The lines that this piece completes, without their ends. */
  take(piece: Buffer): readonly string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...this.#pieces, piece.subarray(start, end)]).toString('utf8');
      lines.push(line.replace(/\r$/, ''));
      this.#pieces = [];
      this.#bytes = 0;
      start = end + 1;
    }
    this.#keep(piece.subarray(start));
    return lines;
  }

  #keep(rest: Buffer): void {
    if (rest.length === 0) return;
    this.#bytes += rest.length;
    if (this.#bytes > MOST_BYTES) throw new Error(`it wrote a line of more than ${MOST_BYTES} bytes`);
    this.#pieces.push(rest);
  }
}

const NEWLINE = 0x0a;
const MOST_BYTES = 16 * 1024 * 1024;
