import type { RowRef } from './indexed-file.ts';

export type NewsListener = (changed: readonly RowRef[]) => void;

const MOST_NEWS = 20_000;

/** What has changed in an index: told at once to those who listen, and kept for those who come back. */
export class IndexNews {
  readonly #listeners = new Set<NewsListener>();
  readonly #readAgain = new Set<() => void>();
  /** The newest changes, and how many there were before these. */
  #news: RowRef[] = [];
  #before = 0;

  follow(listener: NewsListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onReadAgain(listener: () => void): void {
    this.#readAgain.add(listener);
  }

  count(): number {
    return this.#before + this.#news.length;
  }

  /** What has changed after so many changes; null: that is too long ago. */
  since(count: number): readonly RowRef[] | null {
    if (count < this.#before || count > this.count()) return null;
    return this.#news.slice(count - this.#before);
  }

  /** What was told before says nothing about what is there now: who comes back must read all again too. */
  tellAgain(): void {
    this.#before += this.#news.length + 1;
    this.#news = [];
    for (const listener of this.#readAgain) listener();
  }

  tell(changed: readonly RowRef[]): void {
    if (changed.length === 0) return;
    this.#news.push(...changed);
    if (this.#news.length > MOST_NEWS * 2) {
      this.#before += this.#news.length - MOST_NEWS;
      this.#news = this.#news.slice(-MOST_NEWS);
    }
    for (const listener of this.#listeners) listener(changed);
  }
}
