import { type IndexedFile, IndexedRow, type RecordIndex } from '@hookline/core/internal';
import type { FilterWords } from '../source/decision-source.ts';

/** What the record holds for filters, gathered as rows come. */
export class Words {
  readonly #index: RecordIndex;
  readonly #seen = new WeakMap<IndexedFile, { rows: number; lines: number }>();
  readonly #events = new Set<string | null>();
  readonly #projects = new Set<string | null>();
  readonly #hooks = new Set<string | null>();
  readonly #sessions = new Set<string | null>();

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
      for (let row = Math.max(0, seen.rows - MOST_OPEN); row < block.rows.size; row += 1)
        this.#add(new IndexedRow(block, row));
      this.#seen.set(file, { rows: block.rows.size, lines: block.lines });
    }
    return this.#size() !== before;
  }

  all(): FilterWords {
    return {
      events: sorted(this.#events),
      projects: sorted(this.#projects),
      hooks: sorted(this.#hooks),
      sessions: sorted(this.#sessions),
    };
  }

  #add(row: IndexedRow): void {
    this.#events.add(row.event);
    this.#projects.add(row.project);
    this.#sessions.add(row.session);
    for (const { hook } of row.runs()) this.#hooks.add(hook.id);
  }

  #size(): number {
    return this.#events.size + this.#projects.size + this.#hooks.size + this.#sessions.size;
  }
}

const MOST_OPEN = 200;

const sorted = (words: ReadonlySet<string | null>): readonly string[] =>
  [...words].filter((word) => word !== null).toSorted();
