import type { LiveMessage, Meta } from '../api/index.ts';
import type { DecisionSource } from '../source/decision-source.ts';
import type { ReadMeta } from './meta.ts';

/** Beside rows, as often as a person can read a count; while nothing comes, seldom; while the record is read, often. */
const [BESIDE_MS, CALM_MS, READING_MS] = [1_000, 5_000, 250];

/** Sends what is new of all but the rows. That all is read is told at once, before anything is counted of it. */
export class MetaSender {
  readonly #say: (message: LiveMessage) => boolean;
  readonly #meta: ReadMeta;
  readonly #told = new Map<keyof Meta, unknown>();
  #timer: NodeJS.Timeout | null = null;
  #lookedAt = 0;
  #isLooking = false;
  #isOver = false;

  constructor(say: (message: LiveMessage) => boolean, meta: ReadMeta, source: Pick<DecisionSource, 'whenRead'>) {
    this.#say = say;
    this.#meta = meta;
    this.#look();
    source.whenRead().then(
      () => this.#look(),
      () => undefined,
    );
  }

  /** Rows go to the page now: what has changed goes with them, so that the page is drawn once. */
  beside(): void {
    if (performance.now() - this.#lookedAt >= BESIDE_MS) this.#look();
  }

  end(): void {
    this.#isOver = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #look(): void {
    if (this.#isLooking || this.#isOver) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    [this.#timer, this.#isLooking, this.#lookedAt] = [null, true, performance.now()];
    const again = (pause: number): void => {
      this.#isLooking = false;
      if (!this.#isOver) this.#timer = setTimeout(() => this.#look(), pause);
    };
    // The page asks for it too, and is told what is wrong.
    this.#tellAll().then(again, () => again(CALM_MS));
  }

  /** What is known at once, and counts when they are made; gives how long nothing need be looked at. */
  async #tellAll(): Promise<number> {
    this.#tell(await this.#meta('known'));
    const now = await this.#meta('soon');
    this.#tell(now);
    return now.index.done ? CALM_MS : READING_MS;
  }

  /** The parts that are others than were told. Lists of words stay the same ones until they change. */
  #tell(now: Meta): void {
    const parts = Object.entries(now) as [keyof Meta, Meta[keyof Meta]][];
    const changed = parts.filter(([name, value]) => {
      const last = this.#told.get(name);
      return last !== value && JSON.stringify(last) !== JSON.stringify(value);
    });
    for (const [name, value] of parts) this.#told.set(name, value);
    if (changed.length > 0 && !this.#isOver) this.#say({ kind: 'meta', changed: Object.fromEntries(changed) });
  }
}
