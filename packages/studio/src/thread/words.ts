import type { IndexedFile, RecordIndex } from '@hookline/core/internal';
import type { FilterWords } from '../source/decision-source.ts';

/** What the record holds for filters, gathered as rows come. */
export class Words {
  readonly #index: RecordIndex;
  readonly #seen = new WeakMap<IndexedFile, { rows: number; lines: number }>();
  readonly #events = new NumberSet();
  readonly #projects = new NumberSet();
  readonly #hooks = new NumberSet();
  readonly #sessions = new NumberSet();

  constructor(index: RecordIndex) {
    this.#index = index;
  }

  /** Looks at what is new; true: there are words that were not there before. */
  update(): boolean {
    const before = this.#size();
    for (const file of this.#index.files()) {
      const { block } = file;
      const seen = this.#seen.get(file) ?? { rows: 0, lines: 0 };
      if (seen.lines === block.lines) continue;
      // The end of a decision, with its hooks, comes a little later than its start.
      this.#addRows(block, Math.max(0, seen.rows - MOST_OPEN));
      this.#seen.set(file, { rows: block.rows.size, lines: block.lines });
    }
    return this.#size() !== before;
  }

  all(): FilterWords {
    const { texts, hooks } = this.#index.dictionaries();
    const textsOf = (numbers: NumberSet): readonly string[] => sorted(numbers.all().map((each) => texts.value(each)));
    return {
      events: textsOf(this.#events),
      projects: textsOf(this.#projects),
      hooks: sorted(this.#hooks.all().map((each) => hooks.value(each)?.id ?? null)),
      sessions: textsOf(this.#sessions),
    };
  }

  #addRows({ rows, runs }: IndexedFile['block'], from: number): void {
    const { event, project, session, runFrom, runCount } = rows.columns;
    const { hook } = runs.columns;
    for (let row = from; row < rows.size; row += 1) {
      this.#events.add(event[row] ?? 0);
      this.#projects.add(project[row] ?? 0);
      this.#sessions.add(session[row] ?? 0);
      const first = runFrom[row] ?? 0;
      for (let run = first; run < first + (runCount[row] ?? 0); run += 1) this.#hooks.add(hook[run] ?? 0);
    }
  }

  #size(): number {
    return this.#events.size + this.#projects.size + this.#hooks.size + this.#sessions.size;
  }
}

const MOST_OPEN = 200;

const sorted = (words: readonly (string | null)[]): readonly string[] =>
  [...new Set(words)].filter((word) => word !== null).toSorted();

/** Numbers of a dictionary: small ones, which come again and again. */
class NumberSet {
  #marks = new Uint8Array(64);
  readonly #numbers: number[] = [];

  get size(): number {
    return this.#numbers.length;
  }

  add(number: number): void {
    if (this.#marks[number] === 1) return;
    if (number >= this.#marks.length) this.#grow(number);
    this.#marks[number] = 1;
    this.#numbers.push(number);
  }

  all(): readonly number[] {
    return this.#numbers;
  }

  #grow(number: number): void {
    const grown = new Uint8Array(number * 2);
    grown.set(this.#marks);
    this.#marks = grown;
  }
}
