import type { Mark } from '@hookline/core/internal';

/** Tells files apart by the lines that say they open one: only lines of the first may follow what rotation removed. */
export class FileNames {
  #count = 0;
  #first: string | null = null;

  nameFor(mark: Mark | null): string {
    if (mark?.covers.by === 'look' && mark.covers.look.opens) {
      const covered = mark.covers.look.prev.join();
      this.#first ??= covered;
      if (covered !== this.#first) this.#count += 1; // two writers may open the first file together
    }
    return String(this.#count);
  }
}
